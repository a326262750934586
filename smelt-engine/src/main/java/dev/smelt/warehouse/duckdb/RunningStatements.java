package dev.smelt.warehouse.duckdb;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The statement that each connection runs now, so that another thread can cancel it. */
final class RunningStatements {
    private static final Map<Connection, Statement> RUNNING = new ConcurrentHashMap<>();

    private RunningStatements() {}

    static void begun(Connection connection, Statement statement) {
        RUNNING.put(connection, statement);
    }

    static void ended(Connection connection) {
        RUNNING.remove(connection);
    }

    /** Does nothing where the connection runs none. */
    static void cancel(Connection connection) {
        Statement statement = RUNNING.get(connection);
        if (statement != null) {
            try {
                statement.cancel();
            } catch (SQLException alreadyClosed) {
                // then it has ended by itself
            }
        }
    }
}
