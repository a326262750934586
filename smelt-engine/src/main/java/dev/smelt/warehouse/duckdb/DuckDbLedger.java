package dev.smelt.warehouse.duckdb;

import dev.smelt.ledger.Ledger;
import dev.smelt.ledger.LedgerChange;
import dev.smelt.ledger.LedgerSnapshot;
import dev.smelt.ledger.PastRun;
import dev.smelt.ledger.RunFailure;
import dev.smelt.ledger.RunRecord;
import dev.smelt.ledger.RunStep;
import dev.smelt.model.Address;
import dev.smelt.warehouse.Transaction;
import dev.smelt.warehouse.Warehouse;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The ledger of one target schema, in the warehouse's own schema {@code _smelt}.
 *
 * <p>Instants are kept in whole microseconds.
 */
public final class DuckDbLedger implements Ledger {
    private final Warehouse warehouse;
    private final String targetSchema;
    private final RunTables runs;

    /** @param warehouse one that {@link DuckDbWarehouse#open} gave */
    public DuckDbLedger(Warehouse warehouse, String targetSchema) {
        if (!(warehouse instanceof DuckDbWarehouse) && !(warehouse instanceof MissingWarehouse)) {
            throw new IllegalArgumentException("The ledger lies in a DuckDB warehouse, not in " + warehouse + ".");
        }
        this.warehouse = warehouse;
        this.targetSchema = targetSchema;
        this.runs = new RunTables(targetSchema);
    }

    /**
     * {@inheritDoc}
     *
     * @throws dev.smelt.diagnostics.SmeltException where a newer smelt wrote it
     */
    @Override
    public LedgerSnapshot read() {
        return warehouse instanceof DuckDbWarehouse file && LedgerTables.exist(file)
                ? new LedgerReader(file, targetSchema).read()
                : LedgerSnapshot.EMPTY;
    }

    /**
     * {@inheritDoc}
     *
     * @throws dev.smelt.diagnostics.SmeltException where a newer smelt wrote it
     */
    @Override
    public void prepare() {
        if (!LedgerTables.exist(warehouse)) {
            LedgerTables.create(warehouse);
        } else {
            LedgerTables.migrate(warehouse);
        }
    }

    @Override
    public void apply(Transaction transaction, List<LedgerChange> changes, String runId) {
        new LedgerWriter(transaction, targetSchema, runId).apply(changes);
    }

    @Override
    public void record(RunRecord run) {
        written(transaction -> runs.write(transaction, run));
    }

    @Override
    public void begin(RunRecord run, List<RunStep> steps) {
        written(transaction -> {
            runs.write(transaction, run);
            runs.write(transaction, run.runId(), steps);
        });
    }

    @Override
    public void end(RunRecord run, List<RunFailure> failures) {
        written(transaction -> {
            runs.write(transaction, run);
            runs.writeFailures(transaction, run.runId(), failures);
        });
    }

    @Override
    public List<RunRecord> runs(int limit) {
        return LedgerTables.exist(warehouse) ? runs.runs(warehouse, limit) : List.of();
    }

    @Override
    public List<PastRun> history(int limit, Set<Address> models) {
        return LedgerTables.exist(warehouse) ? runs.history(warehouse, limit, models) : List.of();
    }

    private void written(Consumer<Transaction> write) {
        try (Transaction transaction = warehouse.begin()) {
            write.accept(transaction);
            transaction.commit();
        }
    }
}
