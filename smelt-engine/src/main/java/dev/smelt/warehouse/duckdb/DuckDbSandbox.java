package dev.smelt.warehouse.duckdb;

import dev.smelt.model.Column;
import dev.smelt.model.Schema;
import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.Sandbox;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/** A DuckDB in memory. Resetting rolls one transaction back, in which everything happens. */
public final class DuckDbSandbox implements Sandbox {
    private static final Path IN_MEMORY = Path.of("in memory");

    private final Connection connection;

    private DuckDbSandbox(Connection connection) {
        this.connection = connection;
        Statements.execute(connection, "BEGIN TRANSACTION");
    }

    /**
     * Starts one.
     *
     * @param zone the zone in which timestamps with a zone are read
     * @param settings of the engine, as the target has them
     */
    public static Sandbox open(ZoneId zone, Map<String, String> settings) {
        try {
            return new DuckDbSandbox(DuckDbConnector.connect("jdbc:duckdb:", settings, zone));
        } catch (SQLException e) {
            throw OpenFailure.of(IN_MEMORY, e);
        }
    }

    @Override
    public void reset() {
        Statements.execute(connection, "ROLLBACK");
        Statements.execute(connection, "BEGIN TRANSACTION");
    }

    @Override
    public void execute(String sql) {
        Statements.execute(connection, sql);
    }

    @Override
    public List<Cells> query(String sql) {
        return Statements.query(connection, sql, Integer.MAX_VALUE);
    }

    @Override
    public Schema describe(String sql) {
        return new Schema(query("SELECT column_name, column_type FROM (DESCRIBE " + sql + "\n)").stream()
                .map(row -> new Column(
                        row.at(0).orElseThrow(), DuckDbBinder.typeOf(row.at(1).orElseThrow()), true))
                .toList());
    }

    @Override
    public void close() {
        Statements.close(connection);
    }
}
