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
    private final Connection connection;
    private final Runnable whenClosed;
    private Optional<StatementFailure> failed = Optional.empty();
    private boolean open;

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
        guarded(() -> {
            // COMMIT of an aborted transaction reports success and saves nothing; any other statement tells.
            Statements.query(connection, "SELECT 1", 1);
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
        requireOpen();
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
