package dev.smelt.warehouse.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.ledger.LedgerChange;
import dev.smelt.ledger.PastRun;
import dev.smelt.ledger.RunFailure;
import dev.smelt.ledger.RunRecord;
import dev.smelt.ledger.RunStep;
import dev.smelt.model.Address;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.warehouse.Access;
import dev.smelt.warehouse.Transaction;
import dev.smelt.warehouse.Warehouse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunHistoryTest {
    private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");
    private static final Address EVENTS = new Address("silver.events");
    private static final Address USERS = new Address("silver.users");
    private static final Interval JUNE_WEEK = Granularity.week(java.time.DayOfWeek.SUNDAY)
            .granule(Granularity.DAY.parse("2026-06-03").orElseThrow());

    @TempDir
    private Path directory;

    private Warehouse warehouse;
    private DuckDbLedger ledger;

    @BeforeEach
    void open() {
        warehouse = OtherProcess.open(directory.resolve("dev.duckdb"), Access.WRITE);
        ledger = new DuckDbLedger(warehouse, "main");
    }

    @AfterEach
    void close() {
        warehouse.close();
    }

    @Test
    void a_run_is_remembered_with_its_plan_what_was_done_of_it_and_what_failed() {
        ledger.prepare();
        List<RunStep> plan = List.of(
                RunStep.planned(0, EVENTS, RunStep.Kind.EMPTY_TABLE, Optional.empty()),
                RunStep.chunk(
                        1, EVENTS, JUNE_WEEK, Granularity.week(java.time.DayOfWeek.SUNDAY), Optional.of("it's d1")),
                RunStep.planned(2, USERS, RunStep.Kind.TABLE, Optional.of("d2")));
        ledger.begin(run("r1", 0, "running"), plan);
        done("r1", new LedgerChange.StepDone(EVENTS, 1, RunStep.State.DONE, 3, 4));
        RunFailure failure = new RunFailure(USERS, "SMELT-L101", "It's broken.");
        ledger.end(run("r1", 0, "failed: It's broken."), List.of(failure));

        PastRun past = ledger.history(9, Set.of()).get(0);

        assertThat(past.run().outcome()).isEqualTo("failed: It's broken.");
        assertThat(past.failures()).containsExactly(failure);
        assertThat(past.steps()).hasSize(3);
        assertThat(past.steps().get(0)).isEqualTo(plan.get(0));
        assertThat(past.steps().get(1))
                .isEqualTo(new RunStep(
                        1,
                        EVENTS,
                        RunStep.Kind.CHUNK,
                        JUNE_WEEK,
                        Optional.of(Granularity.week(java.time.DayOfWeek.SUNDAY)),
                        Optional.of("it's d1"),
                        RunStep.State.DONE,
                        3,
                        4));
    }

    @Test
    void the_newest_comes_first_and_a_model_narrows_the_runs() {
        ledger.prepare();
        ledger.begin(
                run("r1", 0, "succeeded"), List.of(RunStep.planned(0, EVENTS, RunStep.Kind.TABLE, Optional.empty())));
        ledger.begin(
                run("r2", 1, "succeeded"), List.of(RunStep.planned(0, USERS, RunStep.Kind.TABLE, Optional.empty())));
        ledger.begin(run("r3", 2, "running"), List.of());

        assertThat(names(ledger.history(9, Set.of()))).containsExactly("r3", "r2", "r1");
        assertThat(names(ledger.history(2, Set.of()))).containsExactly("r3", "r2");
        assertThat(names(ledger.history(9, Set.of(EVENTS)))).containsExactly("r1");
        assertThat(new DuckDbLedger(warehouse, "other").history(9, Set.of())).isEmpty();
    }

    @Test
    void a_ledger_of_the_second_layout_is_read_and_then_migrated() {
        ledger.prepare();
        ledger.record(run("old", 0, "succeeded"));
        written("DROP TABLE _smelt.run_steps");
        written("DROP TABLE _smelt.run_failures");
        written("UPDATE _smelt.meta SET version = 2");

        assertThat(ledger.history(9, Set.of()))
                .containsExactly(new PastRun(run("old", 0, "succeeded"), List.of(), List.of()));
        assertThat(ledger.history(9, Set.of(EVENTS))).isEmpty();
        ledger.prepare();
        ledger.begin(
                run("new", 1, "running"), List.of(RunStep.planned(0, EVENTS, RunStep.Kind.TABLE, Optional.empty())));

        assertThat(names(ledger.history(9, Set.of()))).containsExactly("new", "old");
        assertThat(warehouse.query("SELECT version FROM _smelt.meta", 1).get(0).number(0))
                .isEqualTo(3);
    }

    private static RunRecord run(String id, int minute, String outcome) {
        boolean over = !outcome.equals("running");
        Instant started = NOON.plusSeconds(60L * minute);
        return new RunRecord(
                id,
                "run",
                "select=all auto",
                NOON,
                started,
                over ? Optional.of(started.plusSeconds(5)) : Optional.empty(),
                outcome);
    }

    private static List<String> names(List<PastRun> runs) {
        return runs.stream().map(past -> past.run().runId()).toList();
    }

    private void done(String runId, LedgerChange change) {
        try (Transaction transaction = warehouse.begin()) {
            ledger.apply(transaction, List.of(change), runId);
            transaction.commit();
        }
    }

    private void written(String statement) {
        try (Transaction transaction = warehouse.begin()) {
            transaction.execute(statement);
            transaction.commit();
        }
    }
}
