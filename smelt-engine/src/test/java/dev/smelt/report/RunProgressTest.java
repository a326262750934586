package dev.smelt.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.model.TableName;
import dev.smelt.plan.Step;
import dev.smelt.run.RunEvent;
import dev.smelt.run.RunSummary;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a terminal shows of a run while it goes on, and what it leaves behind. */
class RunProgressTest {
    private static final Address EVENTS = new Address("silver.events_parsed");
    private static final Address DAILY = new Address("gold.daily");
    private static final Instant START = Instant.parse("2026-05-01T12:00:00Z");

    /** Two models: five chunks and the making of their table, then one table. */
    private final RunEvent plan = new RunEvent.PlanStarted(
            List.of(new RunEvent.PlannedModel(EVENTS, 6, 5), new RunEvent.PlannedModel(DAILY, 1, 0)));

    private RunProgress progress = RunProgress.begun(START);

    @Test
    void beforeThePlanItIsPlanning() {
        assertThat(line(2_300, 100)).isEqualTo("Planning | 2.3 s");
    }

    @Test
    void aWideTerminalShowsEverything() {
        twoChunksDone();

        assertThat(line(27_000, 140))
                .isEqualTo("[===>    ] silver.events_parsed chunk 3/5 [2026-04-21, 2026-05-01) | model 1/2"
                        + " | 2,469,134 rows | 27 s, about 34 s left");
    }

    @Test
    void aNarrowerOneLosesWhatMattersLeast() {
        twoChunksDone();

        assertThat(line(27_000, 96))
                .isEqualTo("[===>    ] silver.events_parsed chunk 3/5 | model 1/2"
                        + " | 2,469,134 rows | 27 s, about 34 s left");
        assertThat(line(27_000, 85))
                .isEqualTo("silver.events_parsed chunk 3/5 | model 1/2 | 2,469,134 rows | 27 s, about 34 s left");
        assertThat(line(27_000, 80))
                .isEqualTo("silver.events_parsed chunk 3/5 | 2,469,134 rows | 27 s, about 34 s left");
        assertThat(line(27_000, 60)).isEqualTo("silver.events_parsed chunk 3/5 | 27 s, about 34 s left");
        assertThat(line(27_000, 50)).isEqualTo("silver.events_parsed chunk 3/5, about 34 s left");
        assertThat(line(27_000, 40)).isEqualTo("..nts_parsed chunk 3/5, about 34 s left");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 10, 20, 39, 40, 41, 79, 80, 81, 120, 200})
    void noTerminalHasToWrapIt(int width) {
        twoChunksDone();

        assertThat(line(27_000, width)).hasSizeLessThan(Math.max(width, 1));
    }

    /** Three chunks and one table are left; a chunk took 10 s, and the table is taken for one, knowing nothing better. */
    @Test
    void whatIsLeftIsReckonedFromWhatWasDoneAndGoesDownMeanwhile() {
        twoChunksDone();

        assertThat(progress.remaining(at(21_000))).contains(Duration.ofMillis(40_000));
        assertThat(progress.remaining(at(26_000))).contains(Duration.ofMillis(35_000));
        assertThat(progress.remaining(at(99_000)))
                .as("a chunk that takes longer than those before it counts as about to end")
                .contains(Duration.ofMillis(30_000));
    }

    @Test
    void nothingIsReckonedFromNothing() {
        happens(plan, 0);
        happens(new RunEvent.StepStarted(chunk(1)), 0);

        assertThat(progress.remaining(at(5_000))).isEmpty();
        assertThat(line(5_000, 120))
                .isEqualTo("[>       ] silver.events_parsed chunk 1/5 [2026-04-01, 2026-04-11) | model 1/2"
                        + " | 0 rows | 5.0 s");
    }

    @Test
    void whatIsLeftAsItIsTakesNoTime() {
        twoChunksDone();
        happens(new RunEvent.StepsLeft(EVENTS, 3, 3, IntervalSet.none(), Optional.empty()), 21_000);

        assertThat(progress.remaining(at(21_000))).contains(Duration.ofSeconds(10));
        assertThat(progress.position()).isEqualTo(1);
    }

    @Test
    void seedsAndChecksAreTold() {
        Address seed = new Address("events");
        happens(new RunEvent.PlanStarted(List.of(new RunEvent.PlannedModel(seed, 1, 0))), 0);
        happens(new RunEvent.SeedStarted(seed), 0);
        assertThat(line(1_000, 80)).isEqualTo("[>       ] events seed | seed 1/1 | 0 rows | 1.0 s");

        happens(new RunEvent.SeedFinished(seed, new TableName("raw", "events"), 1_000, Duration.ofSeconds(2)), 2_000);
        assertThat(line(2_000, 80)).isEqualTo("[========] events seed | seed 1/1 | 1,000 rows | 2.0 s, about 1 s left");
    }

    @Test
    void whatFailedIsNotWaitedFor() {
        twoChunksDone();
        happens(
                new RunEvent.StepFailed(new RunSummary.Failure(
                        EVENTS,
                        SmeltException.Kind.PROJECT,
                        Diagnostic.error("SMELT-L101", "It failed.", "Mend it."),
                        Optional.empty())),
                22_000);
        happens(new RunEvent.StepSkipped(DAILY, EVENTS), 22_000);

        assertThat(progress.remaining(at(22_000))).contains(Duration.ZERO);
        assertThat(progress.share()).isEqualTo(1.0);
    }

    @Test
    void theChunksOfAModelLeaveOneLine() {
        FoldedChunks three =
                FoldedChunks.NONE.plus(finished(1)).plus(finished(2)).plus(finished(3));

        assertThat(three.isComplete()).isFalse();
        assertThat(three.line())
                .contains("silver.events_parsed chunks 1 to 3 of 5 [2026-04-01, 2026-05-01): 3,703,701 rows in, 3 out,"
                        + " 30 s");
        assertThat(three.plus(finished(4)).plus(finished(5)).line())
                .contains("silver.events_parsed 5 chunks [2026-04-01, 2026-05-21): 6,172,835 rows in, 5 out, 50 s");
        assertThat(FoldedChunks.NONE.plus(finished(1)).line()).isEqualTo(RunText.line(finished(1)));
        assertThat(FoldedChunks.NONE.line()).isEmpty();
    }

    private void twoChunksDone() {
        happens(plan, 0);
        happens(
                new RunEvent.MaterializeFinished(
                        EVENTS,
                        new TableName("main", "silver_events_parsed"),
                        Step.How.EMPTY_TABLE_IF_MISSING,
                        0,
                        0,
                        Duration.ofMillis(50)),
                50);
        happens(finished(1), 10_000);
        happens(finished(2), 20_000);
        happens(new RunEvent.StepStarted(chunk(3)), 21_000);
    }

    private void happens(RunEvent event, long millis) {
        progress = progress.after(event, at(millis));
    }

    private String line(long millis, int width) {
        return ProgressLine.of(progress, at(millis), width).text();
    }

    private static Instant at(long millis) {
        return START.plusMillis(millis);
    }

    private static Interval window(int number) {
        LocalDate start = LocalDate.parse("2026-04-01").plusDays(10L * (number - 1));
        return new Interval(
                Granularity.DAY.parse(start.toString()).orElseThrow(),
                Granularity.DAY.parse(start.plusDays(10).toString()).orElseThrow());
    }

    private static Step.Chunk chunk(int number) {
        return new Step.Chunk(
                EVENTS,
                new TableName("main", "silver_events_parsed"),
                number,
                5,
                window(number),
                Granularity.DAY,
                "DELETE",
                "INSERT",
                List.of(),
                List.of(),
                List.of(),
                "asked for");
    }

    private static RunEvent.ChunkFinished finished(int number) {
        return new RunEvent.ChunkFinished(
                EVENTS,
                number,
                5,
                window(number),
                Granularity.DAY,
                1,
                1_234_567,
                Duration.ofSeconds(10),
                Duration.ofSeconds(10L * (5 - number)));
    }
}
