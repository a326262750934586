package dev.smelt.bench;

import dev.smelt.plan.Plan;
import dev.smelt.plan.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.duckdb.DuckDBDriver;

/** A plain JDBC connection, which knows nothing of smelt. */
final class Bare implements AutoCloseable {
    private final Connection connection;

    private Bare(Connection connection) {
        this.connection = connection;
    }

    static Bare open(Path database) throws SQLException {
        Bare bare = new Bare(new DuckDBDriver().connect("jdbc:duckdb:" + database, new Properties()));
        bare.execute("SET TimeZone = 'UTC'");
        return bare;
    }

    /** @return the rows that the statement wrote, or 0 where it does not say */
    long execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute(sql) ? 0 : Math.max(0, statement.getUpdateCount());
        }
    }

    long number(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** The statements of a plan, one list per transaction; checks, counts and ledger are smelt's and not among them. */
    static List<List<String>> transactions(Plan plan) {
        return plan.steps().stream().flatMap(Bare::transaction).toList();
    }

    private static Stream<List<String>> transaction(Step step) {
        if (step instanceof Step.Materialize table && table.how() == Step.How.TABLE) {
            return Stream.of(List.of("CREATE OR REPLACE TABLE " + table.table().sql() + " AS " + table.select()));
        }
        return step instanceof Step.Chunk chunk ? Stream.of(chunk.statements()) : Stream.empty();
    }

    /** What is done with a statement of a transaction. */
    interface Sending {
        void of(String statement) throws SQLException, IOException;
    }

    /**
     * Sends the statements, each list in a transaction of its own.
     *
     * @return seconds between a BEGIN and its COMMIT
     */
    double send(List<List<String>> transactions) throws SQLException, IOException {
        return send(transactions, this::execute);
    }

    /** The same, where each statement is sent in another way. */
    double send(List<List<String>> transactions, Sending sending) throws SQLException, IOException {
        long nanoseconds = 0;
        for (List<String> statements : transactions) {
            long start = System.nanoTime();
            execute("BEGIN");
            for (String statement : statements) {
                sending.of(statement);
            }
            execute("COMMIT");
            nanoseconds += System.nanoTime() - start;
            dropTemporaryTables();
        }
        return nanoseconds / 1e9;
    }

    /** To smelt, which has a connection for each transaction, they are gone with it. */
    private void dropTemporaryTables() throws SQLException {
        List<String> drops = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT table_name FROM duckdb_tables() WHERE temporary")) {
            while (rows.next()) {
                drops.add("DROP TABLE temp.\"" + rows.getString(1) + "\"");
            }
        }
        for (String drop : drops) {
            execute(drop);
        }
    }

    /** The engine's version, as it tells it. */
    static String version() throws SQLException {
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties())) {
            return connection.getMetaData().getDatabaseProductVersion();
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
