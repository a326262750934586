package dev.smelt.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.model.TableName;
import dev.smelt.plan.Step;
import dev.smelt.run.PartitionCounts;
import dev.smelt.run.RunEvent;
import dev.smelt.run.RunSummary;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunTextTest {
    private static final Address SESSIONS = new Address("silver.sessions");
    private static final Instant START = Instant.parse("2026-05-01T12:00:00Z");

    @Test
    void aChunkSaysHowMuchIsLeft() {
        assertThat(RunText.line(chunk(3, 9, 12_345, 12_000)))
                .contains("silver.sessions chunk 3/9 [2026-04-01, 2026-04-10): 12,345 rows in, 12,000 out, 1.2 s;"
                        + " 6 left, about 7 s");
    }

    @Test
    void theLastChunkSaysNothingOfWhatIsLeft() {
        assertThat(RunText.line(chunk(9, 9, 1, 0)))
                .contains("silver.sessions chunk 9/9 [2026-04-01, 2026-04-10): 1 row in, 0 out, 1.2 s");
    }

    @Test
    void everyOtherEventHasItsLine() {
        TableName table = new TableName("main", "silver_sessions");
        assertThat(RunText.line(new RunEvent.MaterializeFinished(
                        SESSIONS, table, Step.How.TABLE, 1_000, 0, Duration.ofMillis(250))))
                .contains("silver.sessions table main.silver_sessions made: 1,000 rows, 0.3 s");
        assertThat(RunText.line(
                        new RunEvent.MaterializeFinished(SESSIONS, table, Step.How.VIEW, 0, 0, Duration.ofMillis(250))))
                .contains("silver.sessions view main.silver_sessions made, 0.3 s");
        assertThat(RunText.line(new RunEvent.Migrated(SESSIONS, table, 1, Duration.ZERO)))
                .contains("silver.sessions columns changed: 1 statement, 0.0 s");
        assertThat(RunText.line(new RunEvent.LeftOut(SESSIONS, "d", 1)))
                .contains("silver.sessions: 1 row without d left out");
        assertThat(RunText.line(new RunEvent.StepSkipped(SESSIONS, new Address("silver.events"))))
                .contains("silver.sessions skipped, because silver.events failed");
        assertThat(RunText.line(new RunEvent.Retried(SESSIONS, 1, 4, true, "Conflict on tuple deletion!")))
                .contains("silver.sessions: another transaction was in the way (Conflict on tuple deletion!), attempt 2"
                        + " of 4");
        assertThat(RunText.line(new RunEvent.PlanStarted(List.of(new RunEvent.PlannedModel(SESSIONS, 10, 9)))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 0.0 s", "1249, 1.2 s", "9949, 9.9 s", "9950, 10 s", "59600, 1 min 00 s", "7800000, 2 h 10 min"})
    void durationsAreAsExactAsTheyAreShort(long millis, String text) {
        assertThat(RunText.duration(Duration.ofMillis(millis))).isEqualTo(text);
    }

    @Test
    void theSummaryHasALineForTheWholeAndOnePerModel() {
        assertThat(RunText.summary(summary())).isEqualTo("""
                Failed in 12 s: 1 done, 1 failed, 1 skipped
                  bronze.raw_events: 1,000 rows in, 1 left out, 2.0 s
                  silver.sessions: FAILED; 1/3 chunks, 2 of 9 partitions rewritten, 20 rows in, 18 out, 1.0 s
                  gold.daily: skipped""");
    }

    @Test
    void theDocumentHasEveryNumber() {
        assertThat(RunJson.of(summary())).isEqualTo("""
                {
                  "run" : "r1",
                  "goal" : "run",
                  "request" : "run 2026-04-01..2026-04-10",
                  "asOf" : "2026-05-01T00:00:00Z",
                  "started" : "2026-05-01T12:00:00Z",
                  "finished" : "2026-05-01T12:00:12Z",
                  "elapsedMillis" : 12000,
                  "outcome" : "failed",
                  "models" : [
                    {
                      "model" : "bronze.raw_events",
                      "state" : "done",
                      "chunksDone" : 0,
                      "chunks" : 0,
                      "rowsDeleted" : 0,
                      "rowsInserted" : 1000,
                      "rowsLeftOut" : 1,
                      "elapsedMillis" : 2000,
                      "windows" : [ ]
                    },
                    {
                      "model" : "silver.sessions",
                      "state" : "failed",
                      "chunksDone" : 1,
                      "chunks" : 3,
                      "rowsDeleted" : 18,
                      "rowsInserted" : 20,
                      "rowsLeftOut" : 0,
                      "elapsedMillis" : 1000,
                      "windows" : [
                        {
                          "start" : "2026-04-01",
                          "end" : "2026-04-04",
                          "rowsDeleted" : 18,
                          "rowsInserted" : 20,
                          "elapsedMillis" : 1000
                        }
                      ],
                      "partitions" : {
                        "announced" : 9,
                        "recomputed" : 3,
                        "rewritten" : 2,
                        "unchanged" : 7
                      }
                    },
                    {
                      "model" : "gold.daily",
                      "state" : "skipped",
                      "chunksDone" : 0,
                      "chunks" : 0,
                      "rowsDeleted" : 0,
                      "rowsInserted" : 0,
                      "rowsLeftOut" : 0,
                      "elapsedMillis" : 0,
                      "windows" : [ ]
                    }
                  ],
                  "failures" : [
                    {
                      "code" : "SMELT-L101",
                      "message" : "It failed.",
                      "cure" : "Mend it.",
                      "model" : "silver.sessions",
                      "kind" : "project",
                      "statement" : "INSERT"
                    }
                  ],
                  "warnings" : [ ]
                }
                """);
    }

    @Test
    void aRunWithNothingToDoSaysSo() {
        RunSummary nothing = new RunSummary(
                "r1", "run", "run", START, START, START, List.of(), List.of(), List.of(), Optional.empty());

        assertThat(RunText.summary(nothing)).isEqualTo("Nothing to do.");
    }

    private static RunEvent chunk(int number, int count, long inserted, long deleted) {
        return new RunEvent.ChunkFinished(
                SESSIONS,
                number,
                count,
                new Interval(
                        Granularity.DAY.parse("2026-04-01").orElseThrow(),
                        Granularity.DAY.parse("2026-04-10").orElseThrow()),
                Granularity.DAY,
                deleted,
                inserted,
                Duration.ofMillis(1_240),
                Duration.ofMillis(7_400));
    }

    private static RunSummary summary() {
        return new RunSummary(
                "r1",
                "run",
                "run 2026-04-01..2026-04-10",
                Instant.parse("2026-05-01T00:00:00Z"),
                START,
                START.plusSeconds(12),
                List.of(
                        model("bronze.raw_events", RunSummary.State.DONE, 0, 0, 0, 1_000, 1, 2),
                        new RunSummary.ModelSummary(
                                SESSIONS,
                                RunSummary.State.FAILED,
                                1,
                                3,
                                18,
                                20,
                                0,
                                Duration.ofSeconds(1),
                                List.of(new RunSummary.ChunkSummary(
                                        new Interval(
                                                Granularity.DAY
                                                        .parse("2026-04-01")
                                                        .orElseThrow(),
                                                Granularity.DAY
                                                        .parse("2026-04-04")
                                                        .orElseThrow()),
                                        Granularity.DAY,
                                        18,
                                        20,
                                        Duration.ofSeconds(1))),
                                Optional.of(new PartitionCounts(9, 3, 2))),
                        model("gold.daily", RunSummary.State.SKIPPED, 0, 0, 0, 0, 0, 0)),
                List.of(new RunSummary.Failure(
                        SESSIONS,
                        SmeltException.Kind.PROJECT,
                        Diagnostic.error("SMELT-L101", "It failed.", "Mend it."),
                        Optional.of("INSERT"))),
                List.of(),
                Optional.empty());
    }

    private static RunSummary.ModelSummary model(
            String model,
            RunSummary.State state,
            int chunksDone,
            int chunks,
            long deleted,
            long inserted,
            long leftOut,
            long seconds) {
        return new RunSummary.ModelSummary(
                new Address(model), state, chunksDone, chunks, deleted, inserted, leftOut, Duration.ofSeconds(seconds));
    }
}
