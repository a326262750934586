package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.plan.PlanRequest;
import dev.smelt.plan.PlanRequest.OnLogicChange;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What random histories broke once, each as the smallest project that did. */
class FoundByHistoriesTest {
    @TempDir
    Path directory;

    private static PlanRequest.Options on(OnLogicChange logic) {
        return new PlanRequest.Options(Optional.empty(), false, true, false, logic);
    }

    private static List<String> stale(UserProject project) {
        return project.rows(
                "SELECT model, stale_reason FROM _smelt.partitions" + " WHERE stale_reason IS NOT NULL ORDER BY ALL");
    }

    /** The partitions of m2 were stale because of m0, and m1 between them is made whole. */
    @Test
    void logicRepairedBehindATableMadeWholeLeavesNothingStale() {
        UserProject project = UserProject.in(directory)
                .source("r", "d DATE, k INTEGER", "d")
                .sql("INSERT INTO raw.r VALUES ('2026-05-02', 1)")
                .incremental(
                        "m0",
                        "timeseries: {partition_column: d, granularity: month}",
                        "SELECT d, k FROM smelt.sources.raw.r")
                .write(
                        "models/m1.sql",
                        "---\nmaterialization: table\nrefresh: full\ntimeseries: {partition_column: d, granularity: day}\n---\n"
                                + "SELECT d, k FROM smelt.m0\n")
                .daily("m2", "d", "SELECT d, k FROM smelt.m1");
        project.run(on(OnLogicChange.WARN));
        project.incremental(
                "m0",
                "timeseries: {partition_column: d, granularity: month}",
                "SELECT d, k + 1 AS k FROM smelt.sources.raw.r");
        project.run(on(OnLogicChange.WARN));

        project.run(on(OnLogicChange.BACKBUILD));

        assertThat(stale(project)).isEmpty();
    }
}
