package dev.smelt;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.duckdb.DuckDBDriver;

/**
 * The engine's own log of the statements that it was sent. Within one process the engine opens a file once for all who ask
 * with the same settings: those below are the warehouse's, so that its statements are logged here.
 */
final class QueryLog implements AutoCloseable {
    private final Connection connection;

    private QueryLog(Connection connection) {
        this.connection = connection;
    }

    /** Of a warehouse that is opened for writing from now on. */
    static QueryLog of(Path database) throws SQLException, IOException {
        Path file = database.toRealPath();
        Properties settings = new Properties();
        settings.setProperty("memory_limit", "60%");
        settings.setProperty(
                "temp_directory",
                file.resolveSibling(file.getFileName() + ".tmp").toString());
        settings.setProperty("errors_as_json", "true");
        settings.setProperty("autoinstall_known_extensions", "false");
        settings.setProperty("autoload_known_extensions", "false");
        QueryLog log = new QueryLog(new DuckDBDriver().connect("jdbc:duckdb:" + file, settings));
        log.execute("CALL enable_logging('QueryLog')");
        return log;
    }

    /** Everything that others sent since the last call, in order. */
    List<String> take() throws SQLException {
        List<String> statements = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT message FROM duckdb_logs WHERE type = 'QueryLog' ORDER BY timestamp")) {
            while (rows.next()) {
                statements.add(rows.getString(1));
            }
        }
        execute("CALL truncate_duckdb_logs()");
        return statements;
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
