package dev.smelt.bench;

import dev.smelt.BuildRequest;
import dev.smelt.model.Address;
import dev.smelt.plan.PlanRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What smelt costs beside DuckDB: a backbuild of all days of the page's project, and a late update of one day, executed by
 * smelt and sent bare in the same transactions, in turns on one warehouse.
 */
final class ExecutionBenchmark {
    private static final BuildRequest.Ask BACKBUILD = new BuildRequest.Backbuild("2026-03-19", "2026-05-18");
    private static final BuildRequest.Ask LATE = new BuildRequest.SinceUpstream(
            List.of(new PlanRequest.Landed(new Address("bronze.raw_events"), "2026-04-13", "2026-04-14")));

    private ExecutionBenchmark() {}

    static List<Results> measure(Settings settings) throws Exception {
        Path database = settings.directory().resolve("execution.duckdb");
        Calls page = page(settings, database);
        Results results = new Results(
                "Execution beside the bare statements, " + settings.events() + " events",
                "request",
                "bare, s",
                "executed by smelt, s",
                "times bare",
                "whole call, s",
                "times bare");
        results.row(row("backbuild of 60 days", page, BACKBUILD, settings.rounds()));
        results.row(row("sinceUpstream of one day", page, LATE, settings.rounds()));
        return List.of(results);
    }

    /** The page's project, seeded and built. */
    static Calls page(Settings settings, Path database) {
        Calls page = new Calls(
                settings.page(),
                database,
                Map.of("EVENTS", String.valueOf(settings.events())),
                Instant.parse("2026-05-18T00:00:00Z"));
        page.seed();
        page.run(new BuildRequest.Auto(false));
        return page;
    }

    private static Object[] row(String name, Calls page, BuildRequest.Ask ask, int rounds) throws Exception {
        List<List<String>> statements = Bare.transactions(page.plan(ask));
        double[] executed = new double[1];
        Map<String, Sample> samples = new Rounds(rounds)
                .with("call", Rounds.seconds(() -> {
                    executed[0] = page.run(ask).elapsed().toMillis() / 1e3;
                    return null;
                }))
                .with("executed", () -> executed[0])
                .with("bare", () -> send(page, statements))
                .measure();
        Sample bare = samples.get("bare");
        return new Object[] {
            name,
            bare,
            samples.get("executed"),
            samples.get("executed").times(bare),
            samples.get("call"),
            samples.get("call").times(bare)
        };
    }

    private static double send(Calls page, List<List<String>> statements) throws SQLException, IOException {
        try (Bare bare = Bare.open(page.database())) {
            return bare.send(statements);
        }
    }
}
