package dev.smelt;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The engine's own log of the statements that it was sent, those of smelt among them. */
final class QueryLog implements AutoCloseable {
    private final Connection connection;

    private QueryLog(Connection connection) {
        this.connection = connection;
    }

    /** Of a warehouse that is opened for writing from now on. */
    static QueryLog of(Path database) throws SQLException, IOException {
        QueryLog log = new QueryLog(SharedEngine.connect(database, Map.of()));
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
