package dev.smelt.plan;

import static dev.smelt.plan.Pipeline.reach;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.ledger.LedgerChange;
import dev.smelt.time.IntervalSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTest {
    /** The table of the design: what a run over one day writes. */
    @Test
    void aWindowWritesTheInverseOfTheDriversAttribution() {
        Plan plan = Plans.run(enriched(), "2026-04-10", "2026-04-11");

        assertThat(Plans.writes(plan))
                .containsExactly(
                        "silver.events_parsed [2026-04-10, 2026-04-11)",
                        "silver.sessions [2026-04-09, 2026-04-11)",
                        "silver.events_enriched [2026-04-10, 2026-04-11)");
    }

    @Test
    void aWindowRewritesTheBuiltPartitionsThatReadIt() {
        Pipeline pipeline = enriched()
                .built("silver.events_parsed", "2026-04-01", "2026-04-20")
                .built("silver.sessions", "2026-04-01", "2026-04-20")
                .built("silver.events_enriched", "2026-04-01", "2026-04-13");

        Plan plan = Plans.run(pipeline, "2026-04-10", "2026-04-11");

        assertThat(Plans.writes(plan))
                .containsExactly(
                        "silver.events_parsed [2026-04-10, 2026-04-14)",
                        "silver.sessions [2026-04-09, 2026-04-16)",
                        "silver.events_enriched [2026-04-08, 2026-04-13)");
        assertThat(plan.closing()).isEmpty();
    }

    @Test
    void whatLandedIsMarkedBeforeAnythingRuns() {
        Pipeline pipeline = enriched().built("silver.sessions", "2026-04-01", "2026-04-20");

        Plan plan = Plans.run(pipeline, "2026-04-10", "2026-04-11");

        Step first = plan.steps().get(0);
        assertThat(first).isInstanceOf(Step.Migrate.class);
        assertThat(((Step.Migrate) first).statements()).isEmpty();
        assertThat(Plans.marks(first)).containsExactly("silver.sessions [2026-04-09, 2026-04-16)");
    }

    @Test
    void modelsThatWereNotSelectedAreMarkedAndNamed() {
        Pipeline pipeline = enriched()
                .built("silver.events_parsed", "2026-04-10", "2026-04-11")
                .built("silver.sessions", "2026-04-01", "2026-04-20");

        Plan plan = Planner.plan(
                pipeline.world(),
                new PlanRequest.RunWindow(
                        Plans.models("silver.events_parsed"), "2026-04-10", "2026-04-11", PlanRequest.Options.DEFAULT));

        assertThat(Plans.writes(plan)).containsExactly("silver.events_parsed [2026-04-10, 2026-04-11)");
        assertThat(plan.closing().get(0).message()).contains("silver.sessions [2026-04-09, 2026-04-16)");
    }

    /** Case C05. */
    @Test
    void autoFillsHoles() {
        Pipeline pipeline = plain().rows("sources.raw.s", "2026-05-01", "2026-05-02", "2026-05-04", "2026-05-05")
                .asOf("2026-05-06T01:00")
                .built("m", "2026-05-01", "2026-05-03")
                .built("m", "2026-05-04", "2026-05-06");

        assertThat(Plans.writes(Plans.auto(pipeline))).containsExactly("m [2026-05-03, 2026-05-04)");
    }

    /** Case C05. */
    @Test
    void autoHasNothingToDoWhereAllIsBuilt() {
        Pipeline pipeline = plain().rowsBetween("sources.raw.s", "2026-05-01", "2026-05-06")
                .asOf("2026-05-06T01:00")
                .built("m", "2026-05-01", "2026-05-06");

        Plan plan = Plans.auto(pipeline);

        assertThat(plan.steps()).isEmpty();
        assertThat(Plans.codes(plan.notices())).containsExactly("SMELT-P004");
    }

    /** Case C05. */
    @Test
    void autoCatchesUpAfterAFailedRun() {
        Pipeline pipeline = plain().rowsBetween("sources.raw.s", "2026-05-01", "2026-05-09")
                .asOf("2026-05-09T01:00")
                .built("m", "2026-05-01", "2026-05-06");

        assertThat(Plans.writes(Plans.auto(pipeline))).containsExactly("m [2026-05-06, 2026-05-09)");
    }

    /** Case C04. */
    @Test
    void anUnfinishedDayIsNotDone() {
        Pipeline pipeline = plain().rows("sources.raw.s", "2026-05-03").asOf("2026-05-03T12:00");

        Plan plan = Plans.auto(pipeline);

        assertThat(Plans.writes(plan)).containsExactly("m [2026-05-03, 2026-05-04)");
        assertThat(built(plan).get(0).complete()).isEqualTo(IntervalSet.none());
    }

    /** Case C04. */
    @Test
    void anOpenDayIsWrittenAgainOnceItHasPassed() {
        Pipeline pipeline =
                plain().rows("sources.raw.s", "2026-05-03").open("m", "2026-05-03", "2026-05-04", "2026-05-03");

        assertThat(Plans.writes(Plans.auto(pipeline.asOf("2026-05-03T18:00")))).isEmpty();
        Plan nextDay = Plans.auto(pipeline.asOf("2026-05-04T12:00"));
        assertThat(Plans.writes(nextDay)).containsExactly("m [2026-05-03, 2026-05-04)");
        assertThat(built(nextDay).get(0).complete().hull()).isEqualTo(Pipeline.days("2026-05-03", "2026-05-04"));
    }

    @Test
    void aPartitionIsCompleteOnlyWhenAllItReadsHasPassed() {
        Pipeline pipeline = new Pipeline()
                .source("sources.raw.s", "raw.s")
                .rowsBetween("sources.raw.s", "2026-05-01", "2026-05-04")
                .model("m")
                .drivenBy("sources.raw.s", 0, 1)
                .end();

        Plan plan = Plans.auto(pipeline);

        assertThat(Plans.writes(plan)).containsExactly("m [2026-05-01, 2026-05-04)");
        assertThat(built(plan).get(0).complete().hull()).isEqualTo(Pipeline.days("2026-05-01", "2026-05-03"));
    }

    @Test
    void autoRepairsWhatIsStaleAndWhatReadsIt() {
        Pipeline pipeline = new Pipeline()
                .source("sources.raw.s", "raw.s")
                .rowsBetween("sources.raw.s", "2026-05-01", "2026-05-10")
                .model("a")
                .drivenBy("sources.raw.s", 0, 0)
                .end()
                .model("b")
                .drivenBy("a", 1, 0)
                .end()
                .built("a", "2026-05-01", "2026-05-05")
                .stale("a", "2026-05-05", "2026-05-06")
                .built("a", "2026-05-06", "2026-05-10")
                .built("b", "2026-05-01", "2026-05-10");

        assertThat(Plans.writes(Plans.auto(pipeline)))
                .containsExactly("a [2026-05-05, 2026-05-06)", "b [2026-05-05, 2026-05-07)");
    }

    @Test
    void firstBuildTakesTheGranulesThatHaveRowsAndListsOutliers() {
        Pipeline pipeline = plain().rows("sources.raw.s", "1970-01-01", "2026-05-01", "2026-05-02");

        Plan plan = Plans.auto(pipeline);

        assertThat(Plans.writes(plan)).containsExactly("m [2026-05-01, 2026-05-03)");
        assertThat(plan.notices().get(0).message()).contains("[1970-01-01, 1970-01-02)");
    }

    @Test
    void firstBuildGoesUpTheGraphByWhatWillBeThere() {
        Pipeline pipeline = enriched().rowsBetween("sources.raw.events", "2026-04-10", "2026-04-12");

        assertThat(Plans.writes(Plans.auto(pipeline)))
                .containsExactly(
                        "silver.events_parsed [2026-04-10, 2026-04-12)",
                        "silver.sessions [2026-04-09, 2026-04-12)",
                        "silver.events_enriched [2026-04-10, 2026-04-12)");
    }

    @Test
    void autoLeavesHistoryThatTheInputsNoLongerHold() {
        Pipeline pipeline = plain().rowsBetween("sources.raw.s", "2026-05-03", "2026-05-05")
                .stale("m", "2026-05-01", "2026-05-04")
                .built("m", "2026-05-04", "2026-05-05");

        Plan plan = Plans.auto(pipeline);

        assertThat(Plans.writes(plan)).containsExactly("m [2026-05-03, 2026-05-04)");
        assertThat(Plans.codes(plan.closing())).containsExactly("SMELT-P019");
    }

    @Test
    void aFullRefreshBetweenIncrementalModelsRunsInItsPlace() {
        Pipeline pipeline = new Pipeline()
                .source("sources.raw.s", "raw.s")
                .rows("sources.raw.s", "2026-05-01")
                .model("a")
                .drivenBy("sources.raw.s", 0, 0)
                .end()
                .model("dim")
                .unclocked()
                .looksUp("a")
                .end()
                .model("b")
                .drivenBy("a", 0, 0)
                .looksUp("dim")
                .end();

        assertThat(Plans.steps(Plans.auto(pipeline)))
                .containsExactly(
                        "EMPTY_TABLE_IF_MISSING a",
                        "CHUNK a [2026-05-01, 2026-05-02)",
                        "TABLE dim",
                        "EMPTY_TABLE_IF_MISSING b",
                        "CHUNK b [2026-05-01, 2026-05-02)");
    }

    @Test
    void aChangedLookupMarksWhatARunBuiltFromIt() {
        Pipeline pipeline = new Pipeline()
                .source("sources.raw.s", "raw.s")
                .model("dim")
                .unclocked()
                .looksUp("sources.raw.s")
                .end()
                .model("m")
                .drivenBy("sources.raw.s", 0, 0)
                .looksUp("dim")
                .end()
                .built("m", "2026-05-01", "2026-05-04");

        Plan plan = Plans.run(pipeline, "2026-05-03", "2026-05-04");

        assertThat(Plans.writes(plan)).containsExactly("m [2026-05-03, 2026-05-04)");
        assertThat(plan.closing().get(0).message()).contains("m [2026-05-01, 2026-05-03)");
        assertThat(Plans.run(pipeline.asBuilt("dim"), "2026-05-03", "2026-05-04")
                        .closing())
                .isEmpty();
    }

    @Test
    void fullRefreshRebuildsExactlyWhatIsRecorded() {
        Pipeline pipeline = plain().rowsBetween("sources.raw.s", "2026-05-01", "2026-05-04");
        World world = pipeline.world();

        Plan plan =
                Planner.plan(world, new PlanRequest.RunAuto(world.facts().keySet(), true, PlanRequest.Options.DEFAULT));

        Step.Materialize table = (Step.Materialize) plan.steps().get(0);
        assertThat(table.how()).isEqualTo(Step.How.TABLE);
        assertThat(table.select()).endsWith(") _smelt_typed WHERE d >= '2026-05-01' AND d < '2026-05-04'");
        assertThat(table.ledger())
                .filteredOn(LedgerChange.Built.class::isInstance)
                .map(change -> ((LedgerChange.Built) change).window())
                .containsExactly(Pipeline.days("2026-05-01", "2026-05-04"));
    }

    @Test
    void aWindowThatEndsBeforeItStartsIsRefused() {
        assertThatThrownBy(() -> Plans.run(plain(), "2026-05-04", "2026-05-01")).hasMessageContaining("SMELT-P002");
    }

    private static List<LedgerChange.Built> built(Plan plan) {
        return Plans.chunks(plan)
                .flatMap(chunk -> chunk.ledger().stream())
                .filter(LedgerChange.Built.class::isInstance)
                .map(LedgerChange.Built.class::cast)
                .toList();
    }

    private static Pipeline plain() {
        return new Pipeline()
                .source("sources.raw.s", "raw.s")
                .model("m")
                .drivenBy("sources.raw.s", 0, 0)
                .end();
    }

    private static Pipeline enriched() {
        return new Pipeline()
                .source("sources.raw.events", "raw.events")
                .model("silver.events_parsed")
                .drivenBy("sources.raw.events", 3, 0)
                .end()
                .model("silver.sessions")
                .reads("silver.events_parsed", reach(0, 1), reach(2, 1), true)
                .end()
                .model("silver.events_enriched")
                .drivenBy("silver.events_parsed", 0, 0)
                .joins("silver.sessions", 1, 1)
                .end();
    }
}
