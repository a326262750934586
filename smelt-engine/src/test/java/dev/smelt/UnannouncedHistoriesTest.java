package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.diagnostics.SmeltException;
import dev.smelt.plan.PlanRequest;
import dev.smelt.run.RunEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rows land, are corrected, move, lose their day and go, and nobody tells; meanwhile runs of all kinds are stopped, die and
 * are resumed, under a clock that sometimes goes back. One undisturbed {@code run} then makes every table equal to its full
 * rebuild.
 *
 * <p>{@code -Dsmelt.histories.seed=N -Dsmelt.histories.count=1} lives one history again.
 */
class UnannouncedHistoriesTest {
    private static final long FIRST = Long.getLong("smelt.histories.seed", 1);
    private static final int COUNT = Integer.getInteger("smelt.histories.count", 2);
    private static final int DAYS = 12;
    private static final String FIRST_DAY = "2026-04-24";
    private static final BuildRequest.Auto AUTO = new BuildRequest.Auto(false);

    @TempDir
    private Path directory;

    /** A death that no code of ours sees coming. */
    private static final class Death extends Error {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void every_table_equals_its_full_rebuild_in_the_end() throws IOException {
        for (long seed = FIRST; seed < FIRST + COUNT; seed++) {
            live(seed);
        }
    }

    private void live(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed * 7919);
        Path where = Files.createDirectory(directory.resolve("history" + seed));
        UserProject project = shop(where.resolve("project"));
        List<String> story = new ArrayList<>();
        int steps = 4 + random.nextInt(6);
        for (int i = 0; i < steps; i++) {
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                story.add(change(project, random));
            }
            project.at("2026-05-" + (random.nextInt(5) == 0 ? "03" : "20") + "T00:00:00Z");
            story.add(perform(project, random));
        }
        project.at("2026-05-20T00:00:00Z");
        assertThat(project.run(AUTO).failures()).isEmpty();

        assertThat(FullRebuild.differences(project, where.resolve("rebuilt")))
                .as("history %d:\n%s", seed, String.join("\n", story))
                .isEmpty();
        assertThat(project.rows(
                        "SELECT model, starts_at, stale_reason FROM _smelt.partitions WHERE stale_reason IS NOT NULL"))
                .as("history %d:\n%s", seed, String.join("\n", story))
                .isEmpty();
        assertThat(project.plan(AUTO).steps())
                .as("history %d", seed)
                .allMatch(step -> step.reason().contains("every run"));
    }

    private static UserProject shop(Path where) throws IOException {
        Files.createDirectory(where);
        return UserProject.in(where)
                .source("orders", "d DATE, id INTEGER, store INTEGER, amount INTEGER", "d")
                .source("pay", "d DATE, id INTEGER, amount INTEGER", "d")
                .source("store", "id INTEGER, region VARCHAR", "")
                .sql(
                        "INSERT INTO raw.orders SELECT DATE '" + FIRST_DAY
                                + "' + CAST(i % 12 AS INTEGER), i, i % 3, 1 + i % 7" + " FROM range(40) AS t(i)",
                        "INSERT INTO raw.pay SELECT d + CAST(id % 2 AS INTEGER), id, amount FROM raw.orders",
                        "INSERT INTO raw.store VALUES (0, 'N'), (1, 'S'), (2, 'N')")
                .write(
                        "models/base.sql",
                        "---\nmaterialization: table\ntimeseries: {partition_column: d, granularity: day}\n---\n"
                                + "SELECT d, id, store, amount FROM smelt.sources.raw.orders WHERE amount > 0\n")
                .write("models/total.sql", "---\nmaterialization: table\n---\nSELECT SUM(n) AS n FROM smelt.per_day\n")
                .write(
                        "models/seen.sql",
                        "---\nmaterialization: view\ntimeseries: {partition_column: d, granularity: day}\n---\n"
                                + "SELECT d, id, amount FROM smelt.sources.raw.orders\n")
                .daily("per_day", "d", "SELECT d, COUNT(*) AS n, SUM(amount) AS s FROM smelt.base GROUP BY d")
                .daily(
                        "trend",
                        "d",
                        "SELECT d, SUM(n) OVER (ORDER BY d RANGE BETWEEN INTERVAL 2 DAYS PRECEDING AND INTERVAL 1 DAY"
                                + " FOLLOWING) AS n FROM smelt.per_day")
                .daily("paid", "d", """
                        SELECT o.d, o.id, p.amount AS paid, s.region
                        FROM smelt.seen AS o
                        LEFT JOIN smelt.sources.raw.pay AS p ON p.id = o.id
                            AND p.d BETWEEN o.d - INTERVAL '1 day' AND o.d + INTERVAL '1 day'
                        LEFT JOIN smelt.sources.raw.store AS s ON s.id = o.id % 4""")
                .incremental(
                        "monthly",
                        "timeseries: {partition_column: m, granularity: month}",
                        "SELECT CAST(date_trunc('month', d) AS DATE) AS m, SUM(s) AS s FROM smelt.per_day GROUP BY 1")
                .daily("level", "d", """
                        SELECT t.d, LEAST(9, t.n + COALESCE(y.n, 0)) AS n
                        FROM smelt.per_day AS t LEFT JOIN smelt.level AS y ON y.d = t.d - INTERVAL '1 day'""")
                .daily("slow", "d", """
                        SELECT t.d, LEAST(12, t.n + COALESCE((SELECT SUM(y.n) FROM smelt.slow AS y
                            WHERE y.d >= t.d - INTERVAL '2 days' AND y.d < t.d), 0)) AS n
                        FROM smelt.level AS t""");
    }

    /** The oldest and the newest order stay, so that no day counts as purged. */
    private static String change(UserProject project, SplittableRandom random) {
        String table = random.nextInt(3) == 0 ? "pay" : "orders";
        String day = "DATE '" + FIRST_DAY + "' + " + random.nextInt(DAYS);
        String other = "DATE '" + FIRST_DAY + "' + " + random.nextInt(DAYS + 3);
        int id = random.nextInt(50);
        String kept = " AND id <> 0 AND id <> 11";
        String statement = switch (random.nextInt(9)) {
            case 0 ->
                table.equals("pay")
                        ? "INSERT INTO raw.pay VALUES (" + other + ", " + id + ", 5)"
                        : "INSERT INTO raw.orders VALUES (" + other + ", " + id + ", 1, " + random.nextInt(3) + ")";
            case 1 -> "UPDATE raw." + table + " SET amount = " + random.nextInt(9) + " WHERE id = " + id + kept;
            case 2 -> "DELETE FROM raw." + table + " WHERE id = " + id + kept;
            case 3 -> "DELETE FROM raw." + table + " WHERE d = " + day + kept;
            case 4 -> "UPDATE raw." + table + " SET d = " + other + " WHERE id = " + id + kept;
            case 5 -> "UPDATE raw." + table + " SET d = NULL WHERE id = " + id + kept;
            case 6 -> "UPDATE raw." + table + " SET d = " + other + " WHERE d IS NULL" + kept;
            case 7 -> "UPDATE raw.store SET region = 'R" + random.nextInt(3) + "' WHERE id = " + random.nextInt(3);
            default ->
                "INSERT INTO raw." + table + " SELECT * FROM raw." + table + " WHERE d = " + day + " AND id % 2 = 0";
        };
        project.sql(statement);
        return statement;
    }

    private static String perform(UserProject project, SplittableRandom random) {
        String model =
                new String[] {"per_day", "trend", "paid", "level", "slow", "total", "monthly"}[random.nextInt(7)];
        Selectors some = random.nextInt(3) == 0
                ? Selectors.of((random.nextBoolean() ? "+" : "") + model + (random.nextBoolean() ? "+" : ""))
                : Selectors.ALL;
        int start = random.nextInt(DAYS);
        String from = java.time.LocalDate.parse(FIRST_DAY).plusDays(start).toString();
        String to = java.time.LocalDate.parse(FIRST_DAY)
                .plusDays(start + 1 + random.nextInt(5))
                .toString();
        BuildRequest.Ask ask = switch (random.nextInt(8)) {
            case 0, 1 -> new BuildRequest.SinceUpstream(List.of());
            case 2 -> UserProject.landed("sources.raw.orders", from, to);
            case 3 -> new BuildRequest.Window(from, to);
            case 4 -> new BuildRequest.Backbuild(from, to);
            case 5 -> new BuildRequest.Resume();
            default -> AUTO;
        };
        if (ask instanceof BuildRequest.Resume) {
            some = Selectors.ALL;
        }
        if (ask instanceof BuildRequest.Backbuild) {
            some = Selectors.of("trend");
        }
        Optional<Integer> chunk = random.nextBoolean() ? Optional.of(1 + random.nextInt(4)) : Optional.empty();
        int end = random.nextInt(3) == 0 ? Integer.MAX_VALUE : 1 + random.nextInt(40);
        boolean dies = random.nextBoolean();
        int[] heard = {0};
        Smelt smelt = project.smelt();
        String said = ask + " of " + some.select() + " chunk " + chunk.orElse(0);
        try {
            return said + ": "
                    + smelt.run(
                                    new BuildRequest(some, ask, new PlanRequest.Options(chunk, false, false, false)),
                                    event -> {
                                        if (++heard[0] == end && !(event instanceof RunEvent.RunFinished)) {
                                            if (dies) {
                                                throw new Death();
                                            }
                                            smelt.stop();
                                        }
                                    })
                            .outcome();
        } catch (SmeltException refused) {
            return said + " was refused: " + refused.getMessage();
        } catch (Death death) {
            return said + " died at event " + end;
        }
    }
}
