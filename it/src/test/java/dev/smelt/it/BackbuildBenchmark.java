package dev.smelt.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.BuildRequest;
import dev.smelt.Selectors;
import dev.smelt.Smelt;
import dev.smelt.SmeltSettings;
import dev.smelt.plan.Plan;
import dev.smelt.plan.PlanRequest;
import dev.smelt.plan.Step;
import dev.smelt.run.RunListener;
import dev.smelt.run.RunSummary;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What smelt costs beside DuckDB: a backbuild of all 60 days of the page's {@code silver.events_parsed}, executed by smelt
 * and sent bare, in turns, on one warehouse. Not part of any build, since it measures time; {@code docs/benchmarks.md}
 * says how to run it.
 */
class BackbuildBenchmark {

    private static final int ROUNDS = 7;
    private static final Path PROJECT = Path.of("src/it/page/src/main/smelt").toAbsolutePath();
    private static final BuildRequest BACKBUILD = new BuildRequest(
            Selectors.of("silver.events_parsed"),
            new BuildRequest.Backbuild("2026-03-19", "2026-05-18"),
            PlanRequest.Options.DEFAULT);

    @TempDir
    Path directory;

    @Test
    void measure() throws SQLException {
        String events = System.getProperty("EVENTS", "1000000");
        SmeltSettings settings = new SmeltSettings(
                PROJECT,
                "dev",
                Optional.of(directory.resolve("warehouse.duckdb")),
                Map.of("EVENTS", events),
                Clock.systemUTC().instant(),
                Clock.systemUTC(),
                "benchmark",
                Duration.ZERO);
        Plan plan;
        try (Smelt smelt = Smelt.open(settings)) {
            smelt.seed(Selectors.ALL, silent());
            finished(smelt.run(
                    new BuildRequest(Selectors.ALL, new BuildRequest.Auto(false), PlanRequest.Options.DEFAULT),
                    silent()));
            plan = smelt.plan(BACKBUILD);
        }
        List<Double> executed = new ArrayList<>();
        List<Double> called = new ArrayList<>();
        List<Double> bare = new ArrayList<>();
        for (int round = 0; round <= ROUNDS; round++) {
            long start = System.nanoTime();
            RunSummary summary;
            try (Smelt smelt = Smelt.open(settings)) {
                summary = finished(smelt.run(BACKBUILD, silent()));
            }
            double whole = (System.nanoTime() - start) / 1e9;
            double sent = send(plan);
            // The first round warms the JVM.
            if (round > 0) {
                executed.add(
                        Duration.between(summary.started(), summary.finished()).toMillis() / 1e3);
                called.add(whole);
                bare.add(sent);
            }
        }
        report(events, "bare statements", bare, bare);
        report(events, "executed by smelt", executed, bare);
        report(events, "smelt with reading, planning and opening", called, bare);
    }

    /** The plan's statements as anyone would send them, in the same transactions. */
    private double send(Plan plan) throws SQLException {
        try (Tables tables = Tables.open(directory.toFile(), "warehouse.duckdb")) {
            tables.execute("SET TimeZone = 'UTC'");
            long start = System.nanoTime();
            for (Step step : plan.steps()) {
                if (step instanceof Step.Materialize table && table.how() == Step.How.TABLE) {
                    tables.execute("BEGIN");
                    tables.execute("CREATE OR REPLACE TABLE " + table.table().sql() + " AS " + table.select());
                    tables.execute("COMMIT");
                } else if (step instanceof Step.Chunk chunk) {
                    tables.execute("BEGIN");
                    tables.execute(chunk.delete());
                    tables.execute(chunk.insert());
                    tables.execute("COMMIT");
                }
            }
            return (System.nanoTime() - start) / 1e9;
        }
    }

    private static RunSummary finished(RunSummary summary) {
        assertThat(summary.failures()).isEmpty();
        return summary;
    }

    private static RunListener silent() {
        return event -> {};
    }

    private static void report(String events, String what, List<Double> seconds, List<Double> reference) {
        System.out.println(String.format(
                Locale.ROOT,
                "%s events, %-42s median %.2f s, %.2f to %.2f s, %.2f times bare",
                events,
                what + ":",
                median(seconds),
                seconds.stream().min(Double::compare).orElseThrow(),
                seconds.stream().max(Double::compare).orElseThrow(),
                median(seconds) / median(reference)));
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }
}
