package dev.smelt.warehouse.duckdb;

import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.StatementFailure;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Runs statements on a connection and turns the engine's errors into {@link StatementFailure}s. */
final class Statements {
    /** What the system says where a call may succeed when it is made again. */
    private static final List<String> PASSING = List.of("Interrupted system call", "Resource temporarily unavailable");

    private Statements() {}

    /** Sees the rows of a result, one call a row. */
    interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    static long execute(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            RunningStatements.begun(connection, statement);
            return statement.execute(sql) ? 0 : Math.max(0, statement.getLargeUpdateCount());
        } catch (SQLException e) {
            throw failure(e, sql);
        } finally {
            RunningStatements.ended(connection);
        }
    }

    static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw failure(e, "CLOSE");
        }
    }

    static void read(Connection connection, String sql, RowReader reader) {
        try (Statement statement = connection.createStatement()) {
            RunningStatements.begun(connection, statement);
            try (ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    reader.read(rows);
                }
            }
        } catch (SQLException e) {
            throw failure(e, sql);
        } finally {
            RunningStatements.ended(connection);
        }
    }

    /** The first rows, with every value as the engine itself prints it (JDBC prints timestamps its own way). */
    static List<Cells> query(Connection connection, String sql, int limit) {
        // The line ends keep a comment at the end of the text from swallowing the parenthesis.
        String printed = "SELECT CAST(COLUMNS(*) AS VARCHAR) FROM (\n" + withoutSemicolon(sql) + "\n) LIMIT " + limit;
        List<Cells> cells = new ArrayList<>();
        try {
            read(connection, printed, row -> {
                int columns = row.getMetaData().getColumnCount();
                List<Optional<String>> values = new ArrayList<>(columns);
                for (int i = 1; i <= columns; i++) {
                    values.add(Optional.ofNullable(row.getString(i)));
                }
                cells.add(new Cells(List.copyOf(values)));
            });
        } catch (StatementFailure e) {
            throw new StatementFailure(e.kind(), e.getMessage(), sql, e.getCause());
        }
        return List.copyOf(cells);
    }

    static StatementFailure failure(SQLException exception, String sql) {
        EngineError error = EngineError.of(exception);
        // a COMMIT that finds no room is told as a failure of the transaction, so that the text is asked before the
        // type
        Optional<String> full = DiskFull.of(error.message());
        return full.isPresent()
                ? new StatementFailure(StatementFailure.Cause.DISK_FULL, full.get(), sql, exception)
                : new StatementFailure(kind(error), error.message(), sql, exception);
    }

    private static StatementFailure.Cause kind(EngineError error) {
        if (error.type().isEmpty()) {
            // it is the driver that speaks, not the engine: the connection is gone
            return StatementFailure.Cause.ENGINE;
        }
        return switch (error.type().toLowerCase(Locale.ROOT)) {
            case "transactioncontext", "transaction" -> StatementFailure.Cause.CONFLICT;
            case "io" -> io(error.message());
            case "interrupt" -> StatementFailure.Cause.CANCELLED;
            case "out of memory", "fatal", "internal", "connection" -> StatementFailure.Cause.ENGINE;
            default -> StatementFailure.Cause.STATEMENT;
        };
    }

    private static StatementFailure.Cause io(String message) {
        if (message.startsWith("No files found")) {
            // A pattern that matches no file is the statement's own fault.
            return StatementFailure.Cause.STATEMENT;
        }
        return PASSING.stream().anyMatch(message::contains)
                ? StatementFailure.Cause.MOMENT
                : StatementFailure.Cause.ENGINE;
    }

    private static String withoutSemicolon(String sql) {
        String text = sql.strip();
        return text.endsWith(";") ? text.substring(0, text.length() - 1) : text;
    }
}
