package dev.smelt.bench;

import dev.smelt.BuildRequest;
import dev.smelt.model.Address;
import dev.smelt.plan.PlanRequest.Landed;
import dev.smelt.run.RunSummary;
import java.io.IOException;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** The work for one landed day, planning and ledger included, beside histories of different lengths: it should not grow. */
final class LateUpdateBenchmark {
    private static final List<Integer> DAYS = List.of(60, 600, 3650);
    private static final Address SOURCE = new Address("sources.raw.events");

    private LateUpdateBenchmark() {}

    static List<Results> measure(Settings settings) throws Exception {
        Results results = new Results(
                "A landed day, by the length of the history",
                "days of history",
                "told by landed, s",
                "times the shortest",
                "told by arrival, s",
                "times the shortest",
                "found by comparing, s",
                "rows deleted and inserted");
        Rounds rounds = new Rounds(settings.rounds());
        long[] rows = new long[DAYS.size()];
        for (int i = 0; i < DAYS.size(); i++) {
            int days = DAYS.get(i);
            int at = i;
            DailyHistory history = DailyHistory.built(settings.directory().resolve("days-" + days), days);
            rounds.with("landed " + days, landed(history, partitions(history), summary -> rows[at] = rows(summary)));
            rounds.with("arrival " + days, landed(history, arrival(history), summary -> {}));
            rounds.with("found " + days, landed(history, new BuildRequest.SinceUpstream(List.of()), summary -> {}));
        }
        Map<String, Sample> samples = rounds.measure();
        Sample shortest = samples.get("landed " + DAYS.get(0));
        Sample shortestArrival = samples.get("arrival " + DAYS.get(0));
        for (int i = 0; i < DAYS.size(); i++) {
            Sample landed = samples.get("landed " + DAYS.get(i));
            Sample arrival = samples.get("arrival " + DAYS.get(i));
            results.row(
                    DAYS.get(i),
                    landed,
                    landed.times(shortest),
                    arrival,
                    arrival.times(shortestArrival),
                    samples.get("found " + DAYS.get(i)),
                    rows[i]);
        }
        return List.of(results);
    }

    /** What is heard of a run. */
    private interface Hears {
        void of(RunSummary summary);
    }

    private static Callable<Double> landed(DailyHistory history, BuildRequest.Ask ask, Hears hears) {
        return () -> {
            land(history);
            long start = System.nanoTime();
            RunSummary summary = history.calls().run(ask);
            double seconds = (System.nanoTime() - start) / 1e9;
            hears.of(summary);
            return seconds;
        };
    }

    private static void land(DailyHistory history) throws SQLException, IOException {
        history.land();
    }

    private static BuildRequest.Ask partitions(DailyHistory history) {
        LocalDate last = history.lastDay();
        return new BuildRequest.SinceUpstream(List.of(new Landed(
                SOURCE, last.minusDays(3).toString(), last.plusDays(1).toString())));
    }

    private static BuildRequest.Ask arrival(DailyHistory history) {
        LocalDate last = history.lastDay();
        return new BuildRequest.SinceUpstream(
                List.of(new Landed(SOURCE, last.toString(), last.plusDays(1).toString(), Landed.Clock.ARRIVAL)));
    }

    private static long rows(RunSummary summary) {
        return summary.models().stream()
                .mapToLong(model -> model.deleted() + model.inserted())
                .sum();
    }
}
