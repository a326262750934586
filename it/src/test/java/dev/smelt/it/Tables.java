package dev.smelt.it;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
 * A look into a warehouse beside the plugin, to check tables and to play the world that loads data into them. Close it
 * before the next step: one process owns a warehouse.
 */
public final class Tables implements AutoCloseable {

    private final Connection connection;

    private Tables(Connection connection) {
        this.connection = connection;
    }

    /** Opens a database file, and makes it where there is none. */
    public static Tables open(File directory, String database) throws SQLException {
        // Not through DriverManager, which does not see drivers of a script's class loader.
        return new Tables(new DuckDBDriver()
                .connect("jdbc:duckdb:" + new File(directory, database).getAbsolutePath(), new Properties()));
    }

    /** Opens several database files read-only, each under the name that its file has without an ending. */
    public static Tables compare(File directory, String... databases) throws SQLException {
        Tables tables = new Tables(new DuckDBDriver().connect("jdbc:duckdb:", new Properties()));
        for (String database : databases) {
            tables.attach(directory, database);
        }
        return tables;
    }

    /** Attaches one more database file read-only. */
    public void attach(File directory, String database) throws SQLException {
        String name = database.substring(0, database.indexOf('.'));
        execute("ATTACH '" + new File(directory, database).getAbsolutePath().replace("'", "''") + "' AS " + name
                + " (READ_ONLY)");
    }

    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Executes the statements of a file. */
    public void execute(Path file) throws SQLException, IOException {
        execute(Files.readString(file, StandardCharsets.UTF_8));
    }

    /** The single number that a query gives. */
    public long number(String sql) throws SQLException {
        return Long.parseLong(rows(sql).get(0));
    }

    /** The rows of a query, their values joined by {@code |}. */
    public List<String> rows(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                    values.add(String.valueOf(result.getString(column)));
                }
                rows.add(String.join("|", values));
            }
            return rows;
        }
    }

    /** How many rows the left query has beyond the right one, repetitions counted. */
    public long beyond(String left, String right) throws SQLException {
        return number("SELECT count(*) FROM ((" + left + ") EXCEPT ALL (" + right + "))");
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
