package dev.smelt.plan;

import static dev.smelt.plan.Pipeline.reach;
import static dev.smelt.plan.Pipeline.upTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.diagnostics.SmeltException;
import dev.smelt.time.Granularity;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BackbuildTest {
    /** Case C02. */
    @Test
    void chunksTileTheRangeAndTheLastIsShort() {
        Pipeline pipeline = taps();

        Plan plan = Plans.backbuild(pipeline, "m", "2026-05-01", "2026-05-08", Plans.chunked(3));

        assertThat(Plans.writes(plan))
                .containsExactly(
                        "m [2026-05-01, 2026-05-04)", "m [2026-05-04, 2026-05-07)", "m [2026-05-07, 2026-05-08)");
    }

    @Test
    void anEmptyRangeIsNothingToDo() {
        Plan plan = Plans.backbuild(taps(), "m", "2026-05-01", "2026-05-01");

        assertThat(plan.steps()).isEmpty();
        assertThat(Plans.codes(plan.notices())).containsExactly("SMELT-P004");
    }

    @Test
    void aRangeThatEndsBeforeItStartsIsRefused() {
        assertThatThrownBy(() -> Plans.backbuild(taps(), "m", "2026-05-02", "2026-05-01"))
                .isInstanceOf(SmeltException.class)
                .hasMessageContaining("after its end")
                .hasMessageContaining("SMELT-P002");
    }

    @Test
    void whatIsNoDateIsRefused() {
        assertThatThrownBy(() -> Plans.backbuild(taps(), "m", "yesterday", "2026-05-01"))
                .hasMessageContaining("'yesterday'")
                .hasMessageContaining("SMELT-P001");
    }

    /** Case C01: the clamp is half-open, so midnight belongs to the later day. */
    @Test
    void theEndIsExclusive() {
        Pipeline pipeline = new Pipeline()
                .source("sources.raw.taps", "raw.taps", "ts", Granularity.DAY, "id INTEGER, ts TIMESTAMP")
                .model("m")
                .clock("ts", Granularity.DAY)
                .columns("id INTEGER, ts TIMESTAMP")
                .sql("SELECT id, ts FROM raw.taps")
                .drivenBy("sources.raw.taps", 0, 0)
                .end();

        Plan plan = Plans.backbuild(pipeline, "m", "2026-05-02", "2026-05-04", Plans.chunked(1));

        Step.Chunk first = Plans.chunks(plan).findFirst().orElseThrow();
        assertThat(first.delete()).isEqualTo("DELETE FROM main.m WHERE ts >= '2026-05-02' AND ts < '2026-05-03'");
        assertThat(first.insert())
                .isEqualTo("INSERT INTO main.m SELECT * FROM (\nSELECT id, ts FROM (SELECT * FROM raw.taps WHERE ts >="
                        + " '2026-05-02' AND ts < '2026-05-03')\n\n) AS _smelt_output_clamp WHERE ts >= '2026-05-02'"
                        + " AND ts < '2026-05-03'");
    }

    /** Case C24. */
    @Test
    void aPartOfAMonthIsRefusedAndTheWholeMonthsAreNamed() {
        Pipeline pipeline = new Pipeline()
                .source("sources.raw.s", "raw.s")
                .model("monthly")
                .clock("m", Granularity.MONTH)
                .columns("m DATE")
                .drivenBy("sources.raw.s", 0, 0)
                .end();

        assertThatThrownBy(() -> Plans.backbuild(pipeline, "monthly", "2026-01-15", "2026-03-01"))
                .hasMessageContaining("[2026-01-01, 2026-03-01)")
                .hasMessageContaining("SMELT-P003");
    }

    /** Case C07. */
    @Test
    void aLookBackWidensTheReadOnly() {
        Pipeline pipeline = new Pipeline()
                .source("sources.raw.s", "raw.s")
                .model("w")
                .drivenBy("sources.raw.s", 2, 0)
                .end();

        Step.Chunk chunk = Plans.chunks(Plans.backbuild(pipeline, "w", "2026-05-04", "2026-05-07"))
                .findFirst()
                .orElseThrow();

        assertThat(Plans.reads(chunk)).containsExactly("sources.raw.s [2026-05-02, 2026-05-07)");
    }

    /** Case C12. */
    @Test
    void everyInputHasAWindowOfItsOwn() {
        Step.Chunk chunk = Plans.chunks(Plans.backbuild(orders(), "m", "2026-05-10", "2026-05-12"))
                .findFirst()
                .orElseThrow();

        assertThat(Plans.reads(chunk))
                .containsExactly(
                        "sources.o [2026-05-10, 2026-05-12)",
                        "sources.pay [2026-05-09, 2026-05-13)",
                        "sources.ship [2026-05-10, 2026-05-14)");
        assertThat(chunk.insert())
                .contains("(SELECT * FROM raw.pay WHERE d >= '2026-05-09' AND d < '2026-05-13')")
                .contains("(SELECT * FROM raw.ship WHERE d >= '2026-05-10' AND d < '2026-05-14')");
    }

    @Test
    void incrementalUpstreamsGetTheWindowsThatAreRead() {
        Plan plan = Plans.backbuild(sessions(), "silver.sessions", "2026-04-10", "2026-04-11");

        assertThat(Plans.writes(plan))
                .containsExactly(
                        "silver.events_parsed [2026-04-08, 2026-04-12)", "silver.sessions [2026-04-10, 2026-04-11)");
        assertThat(plan.steps()).allSatisfy(step -> assertThat(step.reason()).isNotBlank());
    }

    @Test
    void builtPartitionsThatItDirtiesAreMarkedAndNamed() {
        Pipeline pipeline = sessions()
                .built("silver.events_parsed", "2026-04-01", "2026-04-20")
                .built("silver.sessions", "2026-04-01", "2026-04-20");

        Plan plan = Plans.backbuild(pipeline, "silver.events_parsed", "2026-04-10", "2026-04-11");

        assertThat(plan.steps().stream().map(Plans::marks).flatMap(List::stream))
                .containsExactly("silver.sessions [2026-04-09, 2026-04-13)");
        assertThat(plan.closing()).hasSize(1);
        assertThat(plan.closing().get(0).render())
                .contains("silver.sessions [2026-04-09, 2026-04-13)")
                .contains("mvn smelt:run -Dsmelt.auto");
    }

    @Test
    void whatTheSamePlanRewritesIsNotNamedInTheEnd() {
        Pipeline pipeline = sessions()
                .built("silver.events_parsed", "2026-04-01", "2026-04-20")
                .built("silver.sessions", "2026-04-10", "2026-04-11");

        Plan plan = Plans.backbuild(pipeline, "silver.sessions", "2026-04-10", "2026-04-11");

        assertThat(plan.closing()).isEmpty();
        assertThat(Plans.writes(plan)).contains("silver.sessions [2026-04-10, 2026-04-11)");
    }

    @Test
    void aFullRefreshModelIsRebuiltWholeWithANotice() {
        Pipeline pipeline = new Pipeline()
                .source("sources.raw.s", "raw.s")
                .model("f")
                .full()
                .drivenBy("sources.raw.s", 0, 0)
                .end();

        Plan plan = Plans.backbuild(pipeline, "f", "2026-05-01", "2026-05-02");

        assertThat(Plans.steps(plan)).containsExactly("TABLE f");
        assertThat(Plans.codes(plan.notices())).containsExactly("SMELT-P005");
    }

    /** Case C25. */
    @Test
    void aLookupIsReadInFullAndSaysSo() {
        Pipeline pipeline = facts();

        Plan plan = Plans.backbuild(pipeline, "m", "2026-05-01", "2026-05-02");

        Step.Chunk chunk = Plans.chunks(plan).findFirst().orElseThrow();
        assertThat(chunk.insert()).contains("JOIN dim.store\n").doesNotContain("FROM dim.store");
        assertThat(Plans.reads(chunk)).contains("sources.store [-infinity, infinity)");
        assertThat(plan.notices())
                .anySatisfy(notice -> assertThat(notice.message()).contains("m reads sources.store in full"));
    }

    @Test
    void nothingBeforeTheDeclaredStartIsBuilt() {
        Pipeline pipeline = new Pipeline()
                .source("sources.raw.s", "raw.s")
                .model("m")
                .start("2026-05-03")
                .drivenBy("sources.raw.s", 0, 0)
                .end();

        Plan plan = Plans.backbuild(pipeline, "m", "2026-05-01", "2026-05-05");

        assertThat(Plans.writes(plan)).containsExactly("m [2026-05-03, 2026-05-05)");
        assertThat(Plans.codes(plan.notices())).containsExactly("SMELT-P006");
    }

    @Test
    void aReadWithoutALowerBoundGoesOnePartitionAtATime() {
        Pipeline pipeline = new Pipeline()
                .source("sources.raw.s", "raw.s")
                .model("m")
                .reads("sources.raw.s", reach(0, 0), upTo(), true)
                .end();

        Plan plan = Plans.backbuild(pipeline, "m", "2026-05-01", "2026-05-03", Plans.chunked(30));

        assertThat(Plans.writes(plan)).containsExactly("m [2026-05-01, 2026-05-02)", "m [2026-05-02, 2026-05-03)");
        assertThat(Plans.chunks(plan).findFirst().orElseThrow().insert())
                .contains("(SELECT * FROM raw.s WHERE d < '2026-05-02')");
    }

    /** Case C14. */
    @Test
    void aSelfReferenceRunsOldestFirst() {
        Plan plan = Plans.backbuild(balance(), "bal", "2026-05-01", "2026-05-04", Plans.chunked(30));

        assertThat(Plans.writes(plan))
                .containsExactly(
                        "bal [2026-05-01, 2026-05-02)", "bal [2026-05-02, 2026-05-03)", "bal [2026-05-03, 2026-05-04)");
    }

    /** Case C14. */
    @Test
    void aSelfReferenceIsNotLeftWrongBehindTheWindow() {
        Pipeline pipeline = balance().built("bal", "2026-05-01", "2026-05-04");

        assertThatThrownBy(() -> Plans.backbuild(pipeline, "bal", "2026-05-01", "2026-05-02"))
                .hasMessageContaining("[2026-05-02, 2026-05-04) wrong")
                .hasMessageContaining(
                        "mvn smelt:backbuild -Dsmelt.select=bal -Dsmelt.start=2026-05-01" + " -Dsmelt.end=2026-05-04");
    }

    @Test
    void aSelfReferenceDoesNotStartAfterAHole() {
        Pipeline pipeline = balance().built("bal", "2026-05-01", "2026-05-02");

        assertThatThrownBy(() -> Plans.backbuild(pipeline, "bal", "2026-05-03", "2026-05-04"))
                .hasMessageContaining("[2026-05-02, 2026-05-03) is missing or stale")
                .hasMessageContaining("-Dsmelt.start=2026-05-02 -Dsmelt.end=2026-05-04");
    }

    @Test
    void aRefusedModelIsRefusedWithItsReasons() {
        Pipeline pipeline = new Pipeline()
                .source("sources.raw.s", "raw.s")
                .model("m")
                .refused("SMELT-W001")
                .drivenBy("sources.raw.s", 0, 0)
                .end();

        assertThatThrownBy(() -> Plans.backbuild(pipeline, "m", "2026-05-01", "2026-05-02"))
                .hasMessageContaining("SMELT-W001");
    }

    @Test
    void historyThatTheInputsNoLongerHoldIsNotErased() {
        Pipeline pipeline =
                taps().built("m", "2026-05-01", "2026-05-08").rowsBetween("sources.raw.s", "2026-05-04", "2026-05-08");

        assertThatThrownBy(() -> Plans.backbuild(pipeline, "m", "2026-05-01", "2026-05-08"))
                .hasMessageContaining("[2026-05-01, 2026-05-04)")
                .hasMessageContaining("SMELT-P018");
        assertThat(Plans.writes(Plans.backbuild(pipeline, "m", "2026-05-04", "2026-05-08")))
                .hasSize(1);
        assertThat(Plans.writes(Plans.backbuild(
                        pipeline,
                        "m",
                        "2026-05-01",
                        "2026-05-08",
                        new PlanRequest.Options(Optional.empty(), false, true, false))))
                .hasSize(1);
    }

    @Test
    void viewsAreShownAndMissingOnesAreMade() {
        Pipeline pipeline = new Pipeline()
                .source("sources.raw.s", "raw.s")
                .model("v")
                .view()
                .drivenBy("sources.raw.s", 0, 0)
                .end()
                .model("m")
                .drivenBy("v", 0, 0)
                .end();

        assertThat(Plans.steps(Plans.backbuild(pipeline, "m", "2026-05-01", "2026-05-02")))
                .containsExactly("VIEW v", "EMPTY_TABLE_IF_MISSING m", "CHUNK m [2026-05-01, 2026-05-02)");
        assertThat(Plans.steps(Plans.backbuild(pipeline.builtWhole("v"), "m", "2026-05-01", "2026-05-02")))
                .containsExactly("SHOWN_ONLY v", "EMPTY_TABLE_IF_MISSING m", "CHUNK m [2026-05-01, 2026-05-02)");
    }

    private static Pipeline taps() {
        return new Pipeline()
                .source("sources.raw.s", "raw.s")
                .model("m")
                .drivenBy("sources.raw.s", 0, 0)
                .end();
    }

    private static Pipeline orders() {
        return new Pipeline()
                .source("sources.o", "raw.o")
                .source("sources.pay", "raw.pay")
                .source("sources.ship", "raw.ship")
                .model("m")
                .drivenBy("sources.o", 0, 0)
                .joins("sources.pay", 1, 1)
                .joins("sources.ship", 0, 2)
                .end();
    }

    private static Pipeline facts() {
        return new Pipeline()
                .source("sources.raw.s", "raw.s")
                .lookup("sources.store", "dim.store")
                .model("m")
                .drivenBy("sources.raw.s", 0, 0)
                .looksUp("sources.store")
                .end();
    }

    private static Pipeline sessions() {
        return new Pipeline()
                .source("sources.raw.s", "raw.s")
                .model("silver.events_parsed")
                .drivenBy("sources.raw.s", 0, 0)
                .end()
                .model("silver.sessions")
                .reads("silver.events_parsed", reach(0, 1), reach(2, 1), true)
                .end();
    }

    private static Pipeline balance() {
        return new Pipeline()
                .source("sources.deposits", "raw.deposits")
                .rows("sources.deposits", "2026-05-01", "2026-05-02", "2026-05-03")
                .model("bal")
                .drivenBy("sources.deposits", 0, 0)
                .reads("bal", reach(1, -1), reach(1, -1), false)
                .end();
    }
}
