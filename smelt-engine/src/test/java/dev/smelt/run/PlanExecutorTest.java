package dev.smelt.run;

import static dev.smelt.run.HandMadePlan.chunk;
import static dev.smelt.run.HandMadePlan.context;
import static dev.smelt.run.HandMadePlan.dailyChunks;
import static dev.smelt.run.HandMadePlan.emptyTable;
import static dev.smelt.run.HandMadePlan.may;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.diagnostics.SmeltException;
import dev.smelt.ledger.RunRecord;
import dev.smelt.model.Address;
import dev.smelt.model.TableName;
import dev.smelt.plan.Plan;
import dev.smelt.plan.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanExecutorTest {
    private static final Function<Address, Set<Address>> READS_NOTHING = model -> Set.of();
    private static final String CAST = "SELECT d, CAST(txt AS INTEGER) AS v FROM raw.s";

    @TempDir
    Path directory;

    private final List<RunEvent> events = new ArrayList<>();

    /** Case C03. */
    @Test
    void aChunkThatFailsKeepsTheEarlierOnesAndTheOldRowsAndTheSamePlanThenFinishes() {
        try (OpenWarehouse open = open()) {
            open.sql(
                    "CREATE SCHEMA raw",
                    "CREATE TABLE raw.s AS FROM (VALUES (DATE '2026-05-01', '10'), (DATE '2026-05-02', 'oops'),"
                            + " (DATE '2026-05-03', '30')) t(d, txt)",
                    "CREATE TABLE m AS FROM (VALUES (DATE '2026-05-01', 1), (DATE '2026-05-02', 2)) t(d, v)");
            List<Step> steps = new ArrayList<>(List.of(emptyTable("m", CAST)));
            steps.addAll(dailyChunks("m", CAST, 1, 4));
            Plan plan = HandMadePlan.of(steps);

            RunSummary failed = run(open, plan);

            assertThat(failed.outcome()).isEqualTo(RunSummary.Outcome.FAILED);
            assertThat(failed.failures()).singleElement().satisfies(failure -> {
                assertThat(failure.kind()).isEqualTo(SmeltException.Kind.PROJECT);
                assertThat(failure.diagnostic().code()).isEqualTo("SMELT-L101");
                assertThat(failure.diagnostic().message())
                        .startsWith("m chunk 2/3 [2026-05-02, 2026-05-03) failed: ")
                        .contains("oops")
                        .endsWith("It was rolled back: 1 of 3 chunks is committed, 2 remain.");
                assertThat(failure.diagnostic().cure()).contains("give the same command again: it finishes the job");
                assertThat(failure.statement())
                        .hasValueSatisfying(sql -> assertThat(sql).startsWith("INSERT"));
            });
            assertThat(open.rows("SELECT * FROM m ORDER BY d")).containsExactly("2026-05-01|10", "2026-05-02|2");
            assertThat(HandMadePlan.built(open, "m")).containsExactly("[2026-05-01, 2026-05-02)");
            assertThat(lastRun(open).outcome()).startsWith("failed: m chunk 2/3");

            open.sql("UPDATE raw.s SET txt = '20' WHERE txt = 'oops'");
            RunSummary finished = run(open, plan);

            assertThat(finished.outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);
            assertThat(open.rows("SELECT * FROM m ORDER BY d"))
                    .containsExactly("2026-05-01|10", "2026-05-02|20", "2026-05-03|30");
            assertThat(HandMadePlan.built(open, "m")).containsExactly("[2026-05-01, 2026-05-04)");
            assertThat(lastRun(open).outcome()).isEqualTo("succeeded");
        }
    }

    /** Case C06. */
    @Test
    void anEmptyResultReplacesWhatWasThere() {
        try (OpenWarehouse open = open()) {
            open.sql(
                    "CREATE TABLE s AS FROM (VALUES (DATE '2026-05-02', 'b'), (DATE '2026-05-04', 'd')) t(d, k)",
                    "CREATE TABLE m AS FROM (VALUES (DATE '2026-05-02', 'b'), (DATE '2026-05-03', 'x'),"
                            + " (DATE '2026-05-03', 'y')) t(d, k)");
            List<Step> steps = new ArrayList<>(List.of(emptyTable("m", "SELECT d, k FROM s")));
            steps.addAll(dailyChunks("m", "SELECT d, k FROM s", 3, 4));

            RunSummary summary = run(open, HandMadePlan.of(steps));

            assertThat(open.rows("SELECT * FROM m")).containsExactly("2026-05-02|b");
            assertThat(HandMadePlan.built(open, "m")).containsExactly("[2026-05-03, 2026-05-04)");
            assertThat(summary.models()).singleElement().satisfies(model -> {
                assertThat(model.deleted()).isEqualTo(2);
                assertThat(model.inserted()).isZero();
                assertThat(model.chunksDone()).isEqualTo(1);
            });
        }
    }

    @Test
    void aModelThatReadsAFailedOneIsSkippedAndOthersAreBuilt() {
        try (OpenWarehouse open = open()) {
            open.sql("CREATE TABLE s AS SELECT DATE '2026-05-01' AS d, 'oops' AS txt");
            String broken = "SELECT d, CAST(txt AS INTEGER) AS v FROM s";
            Plan plan = HandMadePlan.of(
                    full("a", broken), full("b", "SELECT d FROM a"), full("x", broken), full("c", "SELECT d FROM s"));
            // b reads a only through a view that has no step of its own
            Function<Address, Set<Address>> reads = model -> switch (model.path()) {
                case "b" -> Set.of(new Address("view"), new Address("b"));
                case "view" -> Set.of(new Address("a"));
                default -> Set.of(new Address("sources.s"));
            };

            RunSummary summary =
                    new PlanExecutor(reads).execute(plan, open.warehouse, open.ledger, context("r1"), events::add);

            assertThat(summary.models())
                    .extracting(model -> model.model() + " " + model.state())
                    .containsExactly("a FAILED", "b SKIPPED", "x FAILED", "c DONE");
            assertThat(summary.failures())
                    .extracting(failure -> failure.model().path())
                    .containsExactly("a", "x");
            assertThat(summary.exception()).hasValueSatisfying(exception -> {
                assertThat(exception.kind()).isEqualTo(SmeltException.Kind.PROJECT);
                assertThat(exception.diagnostics()).hasSize(2);
            });
            assertThat(events).contains(new RunEvent.StepSkipped(new Address("b"), new Address("a")));
            assertThat(open.rows("SELECT d FROM c")).containsExactly("2026-05-01");
        }
    }

    @Test
    void anEmptyPlanWritesNothing() throws IOException {
        Path file = directory.resolve("w.duckdb");
        try (OpenWarehouse open = OpenWarehouse.open(file)) {
            open.sql("CREATE TABLE t AS SELECT 1 AS a");
        }
        byte[] before = Files.readAllBytes(file);

        try (OpenWarehouse open = OpenWarehouse.open(file)) {
            RunSummary nothing = run(open, Plan.nothing());
            RunSummary shown = run(
                    open,
                    HandMadePlan.of(
                            HandMadePlan.materialize("v", "SELECT nonsense", Step.How.SHOWN_ONLY, List.of()),
                            new Step.CountLeftOut(new Address("v"), "SELECT 1", "d", "asked for")));

            assertThat(nothing.outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);
            assertThat(shown.models()).isEmpty();
            assertThat(events).allMatch(RunEvent.RunFinished.class::isInstance).hasSize(2);
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void aCheckThatFindsARowFailsItsChunkBeforeTheDelete() {
        try (OpenWarehouse open = open()) {
            open.sql("CREATE TABLE m AS SELECT DATE '2026-05-01' AS d, 'old' AS k");
            Step.Check check = new Step.Check(
                    "SMELT-K042",
                    "SELECT 'd = ' || d FROM m",
                    "A row's event time lies outside its partition:",
                    "Mend the row.");

            RunSummary summary = run(
                    open,
                    HandMadePlan.of(
                            chunk("m", "SELECT DATE '2026-05-01' AS d, 'new' AS k", 1, 1, may(1, 2), List.of(check))));

            assertThat(summary.failures())
                    .singleElement()
                    .satisfies(failure -> assertThat(failure.diagnostic().render())
                            .isEqualTo(
                                    "m chunk 1/1 [2026-05-01, 2026-05-02) failed: A row's event time lies outside its"
                                            + " partition: d = 2026-05-01. It was rolled back: 0 of 1 chunks are committed, 1 remains."
                                            + " Mend the row. [SMELT-K042]"));
            assertThat(open.rows("SELECT k FROM m")).containsExactly("old");
        }
    }

    @Test
    void aConflictIsTriedAgainOnceTheOtherTransactionIsGone() {
        try (OpenWarehouse open = open()) {
            open.sql("CREATE TABLE m AS SELECT DATE '2026-05-01' AS d, 'old' AS k");
            OtherWriter other = OtherWriter.deletingAll(directory.resolve("w.duckdb"), "m");
            RunListener givesWay = event -> {
                events.add(event);
                if (event instanceof RunEvent.Retried retried && retried.attempt() == 2) {
                    other.close();
                }
            };

            RunSummary summary = new PlanExecutor(READS_NOTHING)
                    .execute(newRow(), open.warehouse, open.ledger, context("r1"), givesWay);

            assertThat(summary.outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);
            assertThat(events).filteredOn(RunEvent.Retried.class::isInstance).hasSize(2);
            assertThat(open.rows("SELECT k FROM m")).containsExactly("new");
        }
    }

    @Test
    void aConflictThatStaysFailsAfterFourAttempts() {
        try (OpenWarehouse open = open()) {
            open.sql("CREATE TABLE m AS SELECT DATE '2026-05-01' AS d, 'old' AS k");
            try (OtherWriter other = OtherWriter.deletingAll(directory.resolve("w.duckdb"), "m")) {
                assertThat(other.isAtWork()).isTrue();

                RunSummary summary = run(open, newRow());

                assertThat(summary.failures()).singleElement().satisfies(failure -> {
                    assertThat(failure.kind()).isEqualTo(SmeltException.Kind.TOOL);
                    assertThat(failure.diagnostic().code()).isEqualTo("SMELT-L102");
                    assertThat(failure.diagnostic().cure()).startsWith("It was tried 4 times;");
                });
                assertThat(events)
                        .filteredOn(RunEvent.Retried.class::isInstance)
                        .hasSize(3);
            }
            assertThat(open.rows("SELECT k FROM m")).containsExactly("old");
        }
    }

    @Test
    void anInterruptStopsBetweenStepsAndSaysHowToResume() {
        try (OpenWarehouse open = open()) {
            open.sql("CREATE TABLE m (d DATE)");
            AtomicBoolean stop = new AtomicBoolean();
            RunContext context =
                    new RunContext("r1", "run", "run by hand", HandMadePlan.NOW, Clock.systemUTC(), stop::get);
            RunListener stopsAfterTheFirst = event -> {
                events.add(event);
                stop.compareAndSet(false, event instanceof RunEvent.ChunkFinished);
            };

            RunSummary summary = new PlanExecutor(READS_NOTHING)
                    .execute(
                            HandMadePlan.of(dailyChunks(
                                    "m", "SELECT DATE '2026-05-01' + i::INTEGER AS d FROM range(9) t(i)", 1, 4)),
                            open.warehouse,
                            open.ledger,
                            context,
                            stopsAfterTheFirst);

            assertThat(summary.outcome()).isEqualTo(RunSummary.Outcome.STOPPED);
            assertThat(summary.stopped())
                    .hasValueSatisfying(stopped -> assertThat(stopped.render())
                            .isEqualTo(
                                    "Stopped before m chunk 2/3 [2026-05-02, 2026-05-03), as asked: 2 steps are left,"
                                            + " everything before is committed. Resume with: mvn smelt:run -Dsmelt.resume"
                                            + " [SMELT-L105]"));
            assertThat(open.rows("SELECT d FROM m")).containsExactly("2026-05-01");
            assertThat(lastRun(open).outcome()).startsWith("stopped: Stopped before m chunk 2/3");
        }
    }

    @Test
    void anInterruptOfTheThreadStopsToo() {
        try (OpenWarehouse open = open()) {
            open.sql("CREATE TABLE m (d DATE)");
            RunListener interrupts = event -> {
                if (event instanceof RunEvent.ChunkFinished) {
                    Thread.currentThread().interrupt();
                }
            };

            RunSummary summary = new PlanExecutor(READS_NOTHING)
                    .execute(
                            HandMadePlan.of(dailyChunks("m", "SELECT DATE '2026-05-01' AS d", 1, 4)),
                            open.warehouse,
                            open.ledger,
                            context("r1"),
                            interrupts);

            assertThat(Thread.interrupted())
                    .as("the interrupt is kept for the caller")
                    .isTrue();
            assertThat(summary.outcome()).isEqualTo(RunSummary.Outcome.STOPPED);
            assertThat(open.rows("SELECT d FROM m")).containsExactly("2026-05-01");
        }
    }

    @Test
    void aMigrationIsAllOrNothingAndKeepsIndexes() {
        try (OpenWarehouse open = open()) {
            open.sql("CREATE TABLE m AS SELECT DATE '2026-05-01' AS d, 1 AS v", "CREATE INDEX by_d ON m(d)");
            Address model = new Address("m");
            TableName table = HandMadePlan.table("m");
            Step widen = new Step.Migrate(
                    model, table, List.of("ALTER TABLE main.m ALTER COLUMN v TYPE BIGINT"), List.of(), "schema");
            Step breaks = new Step.Migrate(
                    model,
                    table,
                    List.of("ALTER TABLE main.m ADD COLUMN w INTEGER", "UPDATE main.m SET w = CAST('x' AS INTEGER)"),
                    List.of(),
                    "schema");

            RunSummary summary = run(open, HandMadePlan.of(widen, breaks));

            assertThat(summary.failures())
                    .singleElement()
                    .satisfies(failure -> assertThat(failure.diagnostic().message())
                            .startsWith("m (changing the columns of main.m) failed: ")
                            .endsWith("It was rolled back: the table is as it was."));
            assertThat(open.rows(
                            "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'm'"))
                    .containsExactly("d|DATE", "v|BIGINT");
            assertThat(open.rows("SELECT index_name FROM duckdb_indexes()")).containsExactly("by_d");
        }
    }

    @Test
    void anExceptionOfTheListenerEndsTheRunAndIsRecorded() {
        try (OpenWarehouse open = open()) {
            open.sql("CREATE TABLE m (d DATE)");
            RunListener breaks = event -> {
                if (event instanceof RunEvent.ChunkFinished) {
                    throw new IllegalStateException("no more paper");
                }
            };

            assertThatThrownBy(() -> new PlanExecutor(READS_NOTHING)
                            .execute(
                                    HandMadePlan.of(dailyChunks("m", "SELECT DATE '2026-05-01' AS d", 1, 3)),
                                    open.warehouse,
                                    open.ledger,
                                    context("r1"),
                                    breaks))
                    .isInstanceOf(IllegalStateException.class);

            assertThat(lastRun(open).outcome()).isEqualTo("failed: no more paper");
            assertThat(open.rows("SELECT d FROM m")).containsExactly("2026-05-01");
        }
    }

    /** The engine is gone from one moment to the next; its file holds what was committed. */
    @Test
    void aConnectionThatIsLostFailsTheRunAndTheSamePlanThenFinishes() {
        Plan plan = HandMadePlan.of(
                dailyChunks("m", "SELECT d, 1 AS v FROM (VALUES (DATE '2026-05-01'), (DATE '2026-05-02')) t(d)", 1, 3));
        try (OpenWarehouse open = open()) {
            open.sql("CREATE TABLE m (d DATE, v INTEGER)");
            RunListener loses = event -> {
                events.add(event);
                if (event instanceof RunEvent.ChunkFinished) {
                    open.warehouse.close();
                }
            };

            RunSummary summary =
                    new PlanExecutor(READS_NOTHING).execute(plan, open.warehouse, open.ledger, context("r1"), loses);

            assertThat(summary.failures()).singleElement().satisfies(failure -> {
                assertThat(failure.kind()).isEqualTo(SmeltException.Kind.TOOL);
                assertThat(failure.diagnostic().code()).isEqualTo("SMELT-L103");
                assertThat(failure.diagnostic().message())
                        .startsWith("m chunk 2/2 [2026-05-02, 2026-05-03) failed: ")
                        .endsWith("1 of 2 chunks is committed, 1 remains.");
            });
        }
        try (OpenWarehouse open = open()) {
            assertThat(open.rows("SELECT d FROM m")).containsExactly("2026-05-01");
            assertThat(lastRun(open).outcome()).isEqualTo("running");

            assertThat(run(open, plan).outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);
            assertThat(open.rows("SELECT d FROM m ORDER BY d")).containsExactly("2026-05-01", "2026-05-02");
        }
    }

    private OpenWarehouse open() {
        return OpenWarehouse.open(directory.resolve("w.duckdb"));
    }

    private RunSummary run(OpenWarehouse open, Plan plan) {
        return new PlanExecutor(READS_NOTHING)
                .execute(plan, open.warehouse, open.ledger, context("r" + events.size()), events::add);
    }

    private static Step full(String model, String select) {
        return new Step.Materialize(
                new Address(model),
                HandMadePlan.table(model),
                select,
                Step.How.TABLE,
                Optional.empty(),
                List.of(),
                "asked for");
    }

    private static Plan newRow() {
        return HandMadePlan.of(chunk("m", "SELECT DATE '2026-05-01' AS d, 'new' AS k", 1, 1, may(1, 2), List.of()));
    }

    private static RunRecord lastRun(OpenWarehouse open) {
        return open.ledger.runs(1).get(0);
    }
}
