package dev.smelt.warehouse.duckdb;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.duckdb.DuckDBConnection;

/** Connections to one database in memory, lent to one thread at a time and kept for the next. */
final class BinderSessions implements AutoCloseable {
    private final DuckDBConnection first;
    private final ZoneId zone;
    private final Queue<Session> idle = new ConcurrentLinkedQueue<>();

    /** @param first keeps the database alive, and is closed with it */
    BinderSessions(DuckDBConnection first, ZoneId zone) {
        this.first = first;
        this.zone = zone;
    }

    /** A connection that nobody else uses until it is closed, which gives it back. */
    Session borrow() throws SQLException {
        Session session = idle.poll();
        return session == null ? new Session(DuckDbConnector.another(first, zone)) : session;
    }

    @Override
    public void close() throws SQLException {
        for (Session session = idle.poll(); session != null; session = idle.poll()) {
            session.serialize.close();
            session.connection.close();
        }
        first.close();
    }

    /** A connection, with the one statement that is sent again and again. */
    final class Session implements AutoCloseable {
        private final DuckDBConnection connection;
        private final PreparedStatement serialize;

        private Session(DuckDBConnection connection) throws SQLException {
            this.connection = connection;
            this.serialize = connection.prepareStatement("SELECT json_serialize_sql(?::VARCHAR)");
        }

        DuckDBConnection connection() {
            return connection;
        }

        String serialized(String sql) throws SQLException {
            serialize.setString(1, sql);
            try (ResultSet rows = serialize.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        }

        @Override
        public void close() {
            idle.add(this);
        }
    }
}
