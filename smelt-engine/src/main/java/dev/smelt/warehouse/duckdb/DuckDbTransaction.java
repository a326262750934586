package dev.smelt.warehouse.duckdb;

import dev.smelt.model.PartitionPrint;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.StatementFailure;
import dev.smelt.warehouse.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A transaction on a connection of its own. */
final class DuckDbTransaction implements Transaction {
    private static final int CANCEL_ATTEMPTS = 500;
    private static final int CANCEL_PAUSE_MILLIS = 10;

    private final Connection connection;
    private final Runnable whenClosed;
    private Optional<StatementFailure> failed = Optional.empty();
    private boolean open;
    private volatile boolean cancelled;
    private volatile boolean cancellable;

    private DuckDbTransaction(Connection connection, Runnable whenClosed) {
        this.connection = connection;
        this.whenClosed = whenClosed;
    }

    static DuckDbTransaction begin(Connection connection, Runnable whenClosed) {
        DuckDbTransaction transaction = new DuckDbTransaction(connection, whenClosed);
        Statements.execute(connection, "BEGIN TRANSACTION");
        transaction.open = true;
        return transaction;
    }

    @Override
    public long execute(String sql) {
        return guarded(() -> Statements.execute(connection, sql));
    }

    @Override
    public List<Cells> query(String sql, int limit) {
        return guarded(() -> Statements.query(connection, sql, limit));
    }

    /**
     * Makes the transaction fail at its next statement, or at the one that runs; from another thread. Returns once that
     * has happened, or nothing runs.
     */
    void cancel() {
        cancelled = true;
        // again and again, since a statement that is about to begin does not hear it
        for (int i = 0; cancellable && i < CANCEL_ATTEMPTS; i++) {
            RunningStatements.cancel(connection);
            try {
                Thread.sleep(CANCEL_PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    @Override
    public List<PartitionPrint> prints(TableName table, Optional<Timeseries> clock) {
        return guarded(() -> PartitionPrints.take(connection, table, clock, Optional.empty()));
    }

    @Override
    public void commit() {
        requireOpen();
        if (failed.isPresent()) {
            StatementFailure first = failed.get();
            throw new StatementFailure(
                    first.kind(),
                    "Nothing was saved, because a statement of this transaction failed: " + first.getMessage(),
                    first.statement(),
                    first);
        }
        whole(() -> {
            // COMMIT of an aborted transaction reports success and saves nothing; any other statement tells.
            Statements.execute(connection, "SELECT 1");
            return Statements.execute(connection, "COMMIT");
        });
        open = false;
    }

    @Override
    public void close() {
        try {
            if (open) {
                open = false;
                rollBack();
            }
            connection.close();
        } catch (SQLException e) {
            throw Statements.failure(e, "ROLLBACK");
        } finally {
            whenClosed.run();
        }
    }

    private void rollBack() {
        try {
            Statements.execute(connection, "ROLLBACK");
        } catch (StatementFailure e) {
            // A COMMIT that failed has rolled back already. Closing the connection ends whatever is left.
            failed = failed.or(() -> Optional.of(e));
        }
    }

    private <T> T guarded(Supplier<T> work) {
        cancellable = true;
        try {
            return whole(work);
        } finally {
            cancellable = false;
        }
    }

    private <T> T whole(Supplier<T> work) {
        requireOpen();
        if (cancelled) {
            throw new StatementFailure(StatementFailure.Cause.CANCELLED, "It was cancelled.", "", null);
        }
        try {
            return work.get();
        } catch (StatementFailure e) {
            failed = failed.or(() -> Optional.of(e));
            throw e;
        }
    }

    private void requireOpen() {
        if (!open) {
            throw new IllegalStateException("This transaction has ended.");
        }
    }
}
