package dev.smelt.warehouse.duckdb;

import dev.smelt.ledger.LedgerChange;
import dev.smelt.ledger.PastRun;
import dev.smelt.ledger.RunFailure;
import dev.smelt.ledger.RunRecord;
import dev.smelt.ledger.RunStep;
import dev.smelt.model.Address;
import dev.smelt.model.Literal;
import dev.smelt.time.Interval;
import dev.smelt.time.TimeAxis;
import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.Transaction;
import dev.smelt.warehouse.Warehouse;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The tables of the ledger that remember runs: {@code runs}, {@code run_steps}, {@code run_failures}. */
final class RunTables {
    private static final String COLUMNS =
            "run_id, goal, request, epoch_us(as_of), epoch_us(started), epoch_us(finished), outcome";

    /** Long texts take long to parse. */
    private static final int ROWS_AT_ONCE = 500;

    private final String targetSchema;

    RunTables(String targetSchema) {
        this.targetSchema = targetSchema;
    }

    void write(Transaction transaction, RunRecord run) {
        String finished = run.finished().map(RunTables::timestamp).orElse("NULL");
        transaction.execute("DELETE FROM _smelt.runs WHERE " + of(run.runId()));
        transaction.execute("INSERT INTO _smelt.runs VALUES (" + key(run.runId()) + ", " + Literal.text(run.goal())
                + ", " + Literal.text(run.request()) + ", " + timestamp(run.asOf()) + ", " + timestamp(run.started())
                + ", " + finished + ", " + Literal.text(run.outcome()) + ")");
    }

    void write(Transaction transaction, String runId, List<RunStep> steps) {
        transaction.execute("DELETE FROM _smelt.run_steps WHERE " + of(runId));
        insert(
                transaction,
                "_smelt.run_steps",
                steps.stream()
                        .map(step -> "(" + key(runId) + ", " + step.position() + ", "
                                + Literal.text(step.model().path()) + ", "
                                + Literal.text(step.kind().name()) + ", "
                                + LedgerWriter.number(step.window().start()) + ", "
                                + LedgerWriter.number(step.window().end()) + ", "
                                + LedgerWriter.textOrNull(step.granularity().map(GranularityText::of)) + ", "
                                + LedgerWriter.textOrNull(step.definition()) + ", "
                                + Literal.text(step.state().name()) + ", " + step.deleted() + ", "
                                + step.inserted() + ")")
                        .toList());
    }

    void writeFailures(Transaction transaction, String runId, List<RunFailure> failures) {
        transaction.execute("DELETE FROM _smelt.run_failures WHERE " + of(runId));
        List<String> rows = new ArrayList<>();
        for (RunFailure failure : failures) {
            rows.add("(" + key(runId) + ", " + rows.size() + ", "
                    + Literal.text(failure.model().path()) + ", " + Literal.text(failure.code()) + ", "
                    + Literal.text(failure.message()) + ")");
        }
        insert(transaction, "_smelt.run_failures", rows);
    }

    void write(Transaction transaction, String runId, LedgerChange.StepDone done) {
        transaction.execute("UPDATE _smelt.run_steps SET state = "
                + Literal.text(done.state().name())
                + ", deleted = " + done.deleted() + ", inserted = " + done.inserted() + " WHERE " + of(runId)
                + " AND position = " + done.position());
    }

    List<RunRecord> runs(Warehouse warehouse, int limit) {
        return runs(warehouse, limit, Set.of());
    }

    List<PastRun> history(Warehouse warehouse, int limit, Set<Address> models) {
        if (!LedgerTables.holdSteps(LedgerTables.version(warehouse))) {
            return models.isEmpty()
                    ? runs(warehouse, limit).stream()
                            .map(run -> new PastRun(run, List.of(), List.of()))
                            .toList()
                    : List.of();
        }
        List<RunRecord> runs = runs(warehouse, limit, models);
        if (runs.isEmpty()) {
            return List.of();
        }
        String those = " WHERE target_schema = " + Literal.text(targetSchema) + " AND run_id IN ("
                + runs.stream().map(run -> Literal.text(run.runId())).collect(Collectors.joining(", "))
                + ") ORDER BY run_id, position";
        Map<String, List<RunStep>> steps = new HashMap<>();
        warehouse
                .query(
                        "SELECT run_id, position, model, kind, range_start, range_end, granularity, definition, state,"
                                + " deleted, inserted FROM _smelt.run_steps" + those,
                        Integer.MAX_VALUE)
                .forEach(row -> steps.computeIfAbsent(row.at(0).orElseThrow(), run -> new ArrayList<>())
                        .add(step(row)));
        Map<String, List<RunFailure>> failures = new HashMap<>();
        warehouse
                .query("SELECT run_id, model, code, message FROM _smelt.run_failures" + those, Integer.MAX_VALUE)
                .forEach(row -> failures.computeIfAbsent(row.at(0).orElseThrow(), run -> new ArrayList<>())
                        .add(new RunFailure(
                                new Address(row.at(1).orElseThrow()),
                                row.at(2).orElseThrow(),
                                row.at(3).orElseThrow())));
        return runs.stream()
                .map(run -> new PastRun(
                        run, steps.getOrDefault(run.runId(), List.of()), failures.getOrDefault(run.runId(), List.of())))
                .toList();
    }

    private List<RunRecord> runs(Warehouse warehouse, int limit, Set<Address> models) {
        String touching = models.isEmpty()
                ? ""
                : " AND EXISTS (SELECT 1 FROM _smelt.run_steps s WHERE s.target_schema = r.target_schema"
                        + " AND s.run_id = r.run_id AND s.model IN ("
                        + models.stream()
                                .map(model -> Literal.text(model.path()))
                                .collect(Collectors.joining(", "))
                        + "))";
        String query = "SELECT " + COLUMNS + " FROM _smelt.runs r WHERE r.target_schema = " + Literal.text(targetSchema)
                + touching + " ORDER BY started DESC, r.rowid DESC LIMIT " + limit;
        return warehouse.query(query, limit).stream().map(RunTables::run).toList();
    }

    private static void insert(Transaction transaction, String table, List<String> rows) {
        for (int i = 0; i < rows.size(); i += ROWS_AT_ONCE) {
            transaction.execute("INSERT INTO " + table + " VALUES "
                    + String.join(", ", rows.subList(i, Math.min(rows.size(), i + ROWS_AT_ONCE))));
        }
    }

    private static RunRecord run(Cells cells) {
        return new RunRecord(
                cells.at(0).orElseThrow(),
                cells.at(1).orElseThrow(),
                cells.at(2).orElseThrow(),
                instant(cells.number(3)),
                instant(cells.number(4)),
                cells.at(5).map(Long::parseLong).map(RunTables::instant),
                cells.at(6).orElseThrow());
    }

    private static RunStep step(Cells cells) {
        return new RunStep(
                (int) cells.number(1),
                new Address(cells.at(2).orElseThrow()),
                RunStep.Kind.valueOf(cells.at(3).orElseThrow()),
                new Interval(cells.number(4), cells.number(5)),
                cells.at(6).map(GranularityText::parse),
                cells.at(7),
                RunStep.State.valueOf(cells.at(8).orElseThrow()),
                cells.number(9),
                cells.number(10));
    }

    private String key(String runId) {
        return Literal.text(targetSchema) + ", " + Literal.text(runId);
    }

    private String of(String runId) {
        return "target_schema = " + Literal.text(targetSchema) + " AND run_id = " + Literal.text(runId);
    }

    private static String timestamp(Instant instant) {
        return "make_timestamp(" + TimeAxis.ofInstant(instant) + ")";
    }

    private static Instant instant(long micros) {
        return TimeAxis.dateTimeOf(micros).toInstant(ZoneOffset.UTC);
    }
}
