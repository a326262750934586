package dev.smelt.bench;

import dev.smelt.BuildRequest;
import dev.smelt.model.Address;
import dev.smelt.plan.Plan;
import dev.smelt.plan.PlanRequest.Landed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** A landed day taken in by what people do today and by smelt: rows read and written, time, and whether it came out right. */
final class AlternativesBenchmark {
    private static final int DAYS = 600;
    private static final List<String> TABLES = List.of("events", "daily", "trailing", "monthly");

    private final DailyHistory history;
    private final Path database;
    private final Path landed;
    private final Path right;

    private AlternativesBenchmark(DailyHistory history) {
        this.history = history;
        this.database = history.calls().database();
        this.landed = database.resolveSibling("landed.duckdb");
        this.right = database.resolveSibling("right.duckdb");
    }

    static List<Results> measure(Settings settings) throws Exception {
        DailyHistory history = DailyHistory.built(settings.directory().resolve("alternatives"), DAYS);
        history.land();
        return List.of(new AlternativesBenchmark(history).compared(settings.rounds()));
    }

    private Results compared(int rounds) throws Exception {
        copy(database, landed);
        LocalDate last = history.lastDay();
        Alternative rebuild =
                new Alternative("rebuild of everything", Bare.transactions(plan(new BuildRequest.Auto(true))));
        BuildRequest.Ask ask = new BuildRequest.SinceUpstream(List.of(new Landed(
                new Address("sources.raw.events"),
                last.toString(),
                last.plusDays(1).toString(),
                Landed.Clock.ARRIVAL)));
        Alternative smelt = new Alternative("smelt", Bare.transactions(plan(ask)));
        List<Alternative> alternatives =
                List.of(rebuild, Alternative.trailing(30, last), Alternative.fixedLookbacks(last), smelt);
        sent(rebuild);
        copy(database, right);
        Map<String, Work> works = new LinkedHashMap<>();
        Map<String, String> correct = new LinkedHashMap<>();
        Rounds measured = new Rounds(rounds);
        for (Alternative each : alternatives) {
            works.put(each.name(), profiled(each));
            correct.put(each.name(), isRight() ? "yes" : "no");
            measured.with(each.name(), each.equals(smelt) ? run(ask) : () -> sent(each));
        }
        Map<String, Sample> samples = measured.measure();
        Results results = new Results(
                "A landed day among " + DAYS + " days of 1,000 events",
                "what is done",
                "rows read",
                "rows written",
                "seconds",
                "right");
        alternatives.forEach(each -> results.row(
                each.name(),
                works.get(each.name()).read(),
                works.get(each.name()).written(),
                samples.get(each.name()),
                correct.get(each.name())));
        return results;
    }

    private Plan plan(BuildRequest.Ask ask) {
        return history.calls().plan(ask);
    }

    private Callable<Double> run(BuildRequest.Ask ask) {
        return () -> {
            copy(landed, database);
            long start = System.nanoTime();
            history.calls().run(ask);
            return (System.nanoTime() - start) / 1e9;
        };
    }

    private double sent(Alternative alternative) throws SQLException, IOException {
        copy(landed, database);
        try (Bare bare = Bare.open(database)) {
            return bare.send(alternative.transactions());
        }
    }

    private Work profiled(Alternative alternative) throws SQLException, IOException {
        copy(landed, database);
        try (Bare bare = Bare.open(database)) {
            return Profiled.send(bare, alternative.transactions(), database.resolveSibling("profile.json"));
        }
    }

    private boolean isRight() throws SQLException {
        List<String> counts = new ArrayList<>();
        for (String table : TABLES) {
            String one = "SELECT * FROM main." + table;
            String other = "SELECT * FROM complete.main." + table;
            counts.add("(SELECT COUNT(*) FROM (" + one + " EXCEPT ALL " + other + "))");
            counts.add("(SELECT COUNT(*) FROM (" + other + " EXCEPT ALL " + one + "))");
        }
        try (Bare bare = Bare.open(database)) {
            bare.execute("ATTACH '" + right + "' AS complete (READ_ONLY)");
            return bare.number("SELECT " + String.join(" + ", counts)) == 0;
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
}
