package dev.smelt.warehouse.duckdb;

import dev.smelt.model.Literal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;

/**
 * Opens connections of which every one has the same settings.
 *
 * <p>The driver is called itself and not through {@code DriverManager}, which would find the driver of another class
 * loader in a JVM that lives on.
 */
final class DuckDbConnector {
    private static final AtomicReference<String> ENGINE = new AtomicReference<>();

    private DuckDbConnector() {}

    /**
     * Opens a database.
     *
     * @param url such as {@code jdbc:duckdb:} for one in memory
     * @param settings options of the engine, by name; they win over ours
     */
    static DuckDBConnection connect(String url, Map<String, String> settings, ZoneId zone) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("errors_as_json", "true");
        settings.forEach((name, value) -> {
            if (!isSession(name)) {
                properties.setProperty(name, value);
            }
        });
        // Never a download behind the user's back, whatever the settings say.
        properties.setProperty("autoinstall_known_extensions", "false");
        properties.setProperty("autoload_known_extensions", "false");
        Connection connection = new DuckDBDriver().connect(url, properties);
        return prepared(connection, zone);
    }

    /** Another connection to the same database. */
    static DuckDBConnection another(DuckDBConnection connection, ZoneId zone) throws SQLException {
        return prepared(connection.duplicate(), zone);
    }

    /** The engine and its version, asked of an empty database in memory: {@code DuckDB v2.0.0}. */
    static String engine() {
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties())) {
            return engine(connection);
        } catch (SQLException e) {
            throw Statements.failure(e, "SELECT version()");
        }
    }

    /** The engine comes with the driver: asked once a process. */
    static String engine(Connection connection) {
        if (ENGINE.get() == null) {
            ENGINE.compareAndSet(
                    null,
                    "DuckDB "
                            + Statements.query(connection, "SELECT version()", 1)
                                    .get(0)
                                    .at(0)
                                    .orElseThrow());
        }
        return ENGINE.get();
    }

    private static DuckDBConnection prepared(Connection connection, ZoneId zone) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TimeZone = " + Literal.text(zoneName(zone)));
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
        return connection.unwrap(DuckDBConnection.class);
    }

    /** The time zone belongs to the project and to each connection; the engine takes it only once one is open. */
    private static boolean isSession(String setting) {
        return setting.equalsIgnoreCase("timezone");
    }

    private static String zoneName(ZoneId zone) {
        return zone.normalized().equals(ZoneOffset.UTC) ? "UTC" : zone.getId();
    }
}
