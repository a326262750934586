package dev.smelt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import org.duckdb.DuckDBDriver;

/**
 * A connection beside those of smelt. Within one process the engine opens a file once for all who ask with the same settings:
 * those here are the warehouse's, so that smelt finds the engine running, and what it does there is seen here.
 */
public final class SharedEngine {
    private SharedEngine() {}

    /** @param target the settings of the project's target */
    public static Connection connect(Path database, Map<String, String> target) throws SQLException, IOException {
        Path file = Files.exists(database)
                ? database.toRealPath()
                : database.toAbsolutePath().normalize();
        Properties settings = new Properties();
        Map.of(
                        "memory_limit", "60%",
                        "temp_directory", file + ".tmp",
                        "errors_as_json", "true",
                        "autoinstall_known_extensions", "false",
                        "autoload_known_extensions", "false")
                .forEach(settings::setProperty);
        target.forEach(settings::setProperty);
        return new DuckDBDriver().connect("jdbc:duckdb:" + file, settings);
    }
}
