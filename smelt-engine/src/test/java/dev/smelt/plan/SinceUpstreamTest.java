package dev.smelt.plan;

import static dev.smelt.plan.Pipeline.at;
import static dev.smelt.plan.Pipeline.reach;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.report.DirtySetText;
import java.util.List;
import org.junit.jupiter.api.Test;

class SinceUpstreamTest {
    /** Case C07. */
    @Test
    void aLookBackDirtiesForward() {
        assertThat(dirty(single(2, 0), "2026-05-01", "2026-05-02")).contains("RUN m: [2026-05-01, 2026-05-04)");
    }

    /** Case C08. */
    @Test
    void aLookAheadDirtiesBackward() {
        assertThat(dirty(single(0, 1), "2026-05-04", "2026-05-05")).contains("RUN m: [2026-05-03, 2026-05-05)");
    }

    /** Case C12. */
    @Test
    void everyInputHasItsOwnInverse() {
        Pipeline pipeline = new Pipeline()
                .source("sources.o", "raw.o")
                .source("sources.pay", "raw.pay")
                .source("sources.ship", "raw.ship")
                .model("m")
                .drivenBy("sources.o", 0, 0)
                .joins("sources.pay", 1, 1)
                .joins("sources.ship", 0, 2)
                .end();

        assertThat(text(Plans.since(pipeline, "sources.pay", "2026-05-12", "2026-05-13")))
                .contains("RUN m: [2026-05-11, 2026-05-14)");
        assertThat(text(Plans.since(pipeline, "sources.ship", "2026-05-12", "2026-05-13")))
                .contains("RUN m: [2026-05-10, 2026-05-13)");
        assertThat(text(Plans.since(pipeline, "sources.o", "2026-05-12", "2026-05-13")))
                .contains("RUN m: [2026-05-12, 2026-05-13)");
    }

    @Test
    void onlyTheBuiltPartIsRewritten() {
        Pipeline pipeline = single(2, 0).built("m", "2026-05-02", "2026-05-03");

        Plan plan = Plans.since(pipeline, "sources.raw.s", "2026-05-01", "2026-05-02");

        assertThat(text(plan)).contains("RUN m: [2026-05-01, 2026-05-04)");
        assertThat(Plans.writes(plan)).containsExactly("m [2026-05-02, 2026-05-03)");
    }

    /** Case C14. */
    @Test
    void aSelfReferenceIsDirtyToTheLastBuilt() {
        Pipeline pipeline = balance();

        assertThat(text(Plans.since(pipeline, "bal", "2026-05-01", "2026-05-02")))
                .isEqualTo("""
                        Dirty set (--since-upstream):
                          bal <- bal: [2026-05-02, 2026-05-04)
                          RUN bal: [2026-05-02, 2026-05-04)
                        """);
        Plan deposits = Plans.since(pipeline, "sources.deposits", "2026-05-01", "2026-05-02");
        assertThat(text(deposits)).contains("RUN bal: [2026-05-01, 2026-05-04)");
        assertThat(Plans.writes(deposits))
                .containsExactly(
                        "bal [2026-05-01, 2026-05-02)", "bal [2026-05-02, 2026-05-03)", "bal [2026-05-03, 2026-05-04)");
    }

    /** Case C25. */
    @Test
    void aLandedLookupDirtiesEveryBuiltPartition() {
        Pipeline pipeline = facts().built("m", "2026-05-01", "2026-05-04");

        Plan plan = Plans.since(pipeline, "sources.store", "", "");

        assertThat(text(plan)).contains("m <- sources.store: [2026-05-01, 2026-05-04)");
        assertThat(Plans.writes(plan)).containsExactly("m [2026-05-01, 2026-05-04)");
        assertThat(Plans.writes(Plans.since(pipeline.asBuilt("sources.store"), "sources.store", "", "")))
                .isEmpty();
    }

    /** Case C25. */
    @Test
    void aWindowOfALookupIsRefused() {
        assertThatThrownBy(() -> Plans.since(facts(), "sources.store", "2026-05-01", "2026-05-02"))
                .hasMessageContaining("sources.store declares no timeseries")
                .hasMessageContaining("-Dsmelt.landed=all");
    }

    @Test
    void anUnknownOriginIsRefused() {
        assertThatThrownBy(() -> Plans.since(facts(), "sources.stor", "2026-05-01", "2026-05-02"))
                .hasMessageContaining("Did you mean 'sources.store'?");
    }

    @Test
    void theOriginIsNotRunAgainAndFullRefreshModelsOnTheWayAre() {
        Pipeline pipeline = new Pipeline()
                .source("sources.raw.s", "raw.s")
                .model("a")
                .drivenBy("sources.raw.s", 0, 0)
                .end()
                .model("f")
                .full()
                .drivenBy("a", 1, 0)
                .end()
                .model("b")
                .drivenBy("f", 1, 0)
                .end()
                .built("a", "2026-05-01", "2026-05-10")
                .builtWhole("f")
                .built("b", "2026-05-01", "2026-05-10");

        Plan plan = Plans.since(pipeline, "a", "2026-05-03", "2026-05-04");

        assertThat(text(plan))
                .contains("f <- a: [2026-05-03, 2026-05-05)")
                .contains("b <- f: [2026-05-03, 2026-05-06)");
        assertThat(Plans.steps(plan))
                .containsExactly(
                        "MIGRATE b", "TABLE f", "EMPTY_TABLE_IF_MISSING b", "CHUNK b [2026-05-03, 2026-05-06)");
    }

    @Test
    void twoLandedWindowsStayApart() {
        Pipeline pipeline = single(0, 0);
        World world = pipeline.world();

        Plan plan = Planner.plan(
                world,
                new PlanRequest.SinceUpstream(
                        world.facts().keySet(),
                        List.of(
                                new PlanRequest.Landed(at("sources.raw.s"), "2026-05-01", "2026-05-02"),
                                new PlanRequest.Landed(at("sources.raw.s"), "2026-05-07", "2026-05-08")),
                        PlanRequest.Options.DEFAULT));

        assertThat(text(plan)).contains("RUN m: [2026-05-01, 2026-05-02)").contains("RUN m: [2026-05-07, 2026-05-08)");
    }

    private static String dirty(Pipeline pipeline, String start, String end) {
        return text(Plans.since(pipeline, "sources.raw.s", start, end));
    }

    private static String text(Plan plan) {
        return DirtySetText.of(plan.dirtySet().orElseThrow());
    }

    private static Pipeline single(int before, int after) {
        return new Pipeline()
                .source("sources.raw.s", "raw.s")
                .model("m")
                .drivenBy("sources.raw.s", before, after)
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

    private static Pipeline balance() {
        return new Pipeline()
                .source("sources.deposits", "raw.deposits")
                .model("bal")
                .drivenBy("sources.deposits", 0, 0)
                .reads("bal", reach(1, -1), reach(1, -1), false)
                .end()
                .built("bal", "2026-05-01", "2026-05-04");
    }
}
