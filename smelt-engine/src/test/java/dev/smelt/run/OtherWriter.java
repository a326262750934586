package dev.smelt.run;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.duckdb.DuckDBDriver;

/** Another transaction on a file that this JVM already has open, as a part of the same JVM that knows nothing of smelt. */
final class OtherWriter implements AutoCloseable {
    private final Connection connection;

    private OtherWriter(Connection connection) {
        this.connection = connection;
    }

    /** Has deleted all rows of the table and neither commits nor rolls back until it is closed. */
    static OtherWriter deletingAll(Path file, String table) {
        try {
            Properties sameAsOurs = new Properties();
            sameAsOurs.setProperty("errors_as_json", "true");
            sameAsOurs.setProperty("memory_limit", "60%");
            sameAsOurs.setProperty("temp_directory", file + ".tmp");
            sameAsOurs.setProperty("autoinstall_known_extensions", "false");
            sameAsOurs.setProperty("autoload_known_extensions", "false");
            Connection connection = new DuckDBDriver().connect("jdbc:duckdb:" + file, sameAsOurs);
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("DELETE FROM " + table);
            }
            return new OtherWriter(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    boolean isAtWork() {
        try {
            return !connection.isClosed();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            connection.rollback();
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
