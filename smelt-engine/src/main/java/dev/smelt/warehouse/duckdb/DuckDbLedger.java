package dev.smelt.warehouse.duckdb;

import dev.smelt.ledger.Ledger;
import dev.smelt.ledger.LedgerChange;
import dev.smelt.ledger.LedgerSnapshot;
import dev.smelt.ledger.RunRecord;
import dev.smelt.model.Literal;
import dev.smelt.time.TimeAxis;
import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.Transaction;
import dev.smelt.warehouse.Warehouse;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/**
 * The ledger of one target schema, in the warehouse's own schema {@code _smelt}.
 *
 * <p>Instants are kept in whole microseconds.
 */
public final class DuckDbLedger implements Ledger {
    private final Warehouse warehouse;
    private final String targetSchema;

    /** @param warehouse one that {@link DuckDbWarehouse#open} gave */
    public DuckDbLedger(Warehouse warehouse, String targetSchema) {
        if (!(warehouse instanceof DuckDbWarehouse) && !(warehouse instanceof MissingWarehouse)) {
            throw new IllegalArgumentException("The ledger lies in a DuckDB warehouse, not in " + warehouse + ".");
        }
        this.warehouse = warehouse;
        this.targetSchema = targetSchema;
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
    public void apply(Transaction transaction, LedgerChange change, String runId) {
        new LedgerWriter(transaction, targetSchema, runId).apply(change);
    }

    @Override
    public void record(RunRecord run) {
        String finished = run.finished().map(DuckDbLedger::timestamp).orElse("NULL");
        try (Transaction transaction = warehouse.begin()) {
            transaction.execute("DELETE FROM _smelt.runs WHERE target_schema = " + Literal.text(targetSchema)
                    + " AND run_id = " + Literal.text(run.runId()));
            transaction.execute("INSERT INTO _smelt.runs VALUES (" + Literal.text(targetSchema) + ", "
                    + Literal.text(run.runId()) + ", " + Literal.text(run.goal()) + ", " + Literal.text(run.request())
                    + ", " + timestamp(run.asOf()) + ", " + timestamp(run.started()) + ", " + finished + ", "
                    + Literal.text(run.outcome()) + ")");
            transaction.commit();
        }
    }

    @Override
    public List<RunRecord> runs(int limit) {
        if (!LedgerTables.exist(warehouse)) {
            return List.of();
        }
        String query = "SELECT run_id, goal, request, epoch_us(as_of), epoch_us(started), epoch_us(finished), outcome"
                + " FROM _smelt.runs WHERE target_schema = " + Literal.text(targetSchema)
                + " ORDER BY started DESC, run_id DESC LIMIT " + limit;
        return warehouse.query(query, limit).stream().map(DuckDbLedger::run).toList();
    }

    private static RunRecord run(Cells cells) {
        return new RunRecord(
                cells.at(0).orElseThrow(),
                cells.at(1).orElseThrow(),
                cells.at(2).orElseThrow(),
                instant(cells.number(3)),
                instant(cells.number(4)),
                cells.at(5).map(Long::parseLong).map(DuckDbLedger::instant),
                cells.at(6).orElseThrow());
    }

    private static String timestamp(Instant instant) {
        return "make_timestamp(" + TimeAxis.ofInstant(instant) + ")";
    }

    private static Instant instant(long micros) {
        return TimeAxis.dateTimeOf(micros).toInstant(ZoneOffset.UTC);
    }
}
