package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.model.Binder;
import dev.smelt.plan.PlanRequest;
import dev.smelt.warehouse.duckdb.DuckDbBinder;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What planning and running cost, in questions and statements, which unlike seconds are the same on every machine. */
class CountsTest {
    private static final Instant AS_OF = Instant.parse("2026-07-01T00:00:00Z");
    private static final BuildRequest.Ask BACKBUILD = new BuildRequest.Backbuild("2026-05-04", "2026-05-08");

    @TempDir
    Path directory;

    /** One question gives the tree, one the columns; a table is declared for each model and each source. */
    @Test
    void everyModelIsReadOnceAndBoundOnce() {
        areas(directory, 4);
        SortedMap<String, Integer> asked = questions();
        assertThat(asked)
                .containsEntry("locatedTree", 24)
                .containsEntry("describe", 24)
                .containsEntry("declare", 28)
                .doesNotContainKey("syntaxTree");
    }

    /** Fifteen read the warehouse and the ledger whole, however many models there are; three look at each source. */
    @Test
    void planningAsksTheWarehouseNoMoreForMoreModels() throws SQLException, IOException {
        List<Integer> asked = new ArrayList<>();
        for (int count : List.of(1, 4)) {
            UserProject project = areas(directory.resolve("of" + count), count);
            try (QueryLog log = QueryLog.of(project.database())) {
                project.run(BACKBUILD);
                log.take();
                project.run(new BuildRequest.SinceUpstream(List.of()));
                asked.add(log.take().size());
            }
        }
        assertThat(asked).containsExactly(15 + 3, 15 + 4 * 3);
    }

    /** Three days more are three chunks more of the model and of the one above it, twenty-three statements a day. */
    @Test
    void everyChunkSendsTheSameNumberOfStatements() throws SQLException, IOException {
        UserProject project = areas(directory, 1);
        try (QueryLog log = QueryLog.of(project.database())) {
            project.run(BACKBUILD);
            log.take();
            project.backbuild("a0.pairs", "2026-05-04", "2026-05-05", 1);
            int one = log.take().size();
            project.backbuild("a0.pairs", "2026-05-04", "2026-05-08", 1);
            int four = log.take().size();
            assertThat(List.of(one, four)).containsExactly(88, 88 + 3 * 23);
        }
    }

    /** How often planning a backbuild asks the engine's reading of SQL, by the name of the question. */
    private SortedMap<String, Integer> questions() {
        SortedMap<String, Integer> asked = new ConcurrentSkipListMap<>();
        try (DuckDbBinder real = DuckDbBinder.open(ZoneOffset.UTC, Map.of())) {
            Binder counting = (Binder) Proxy.newProxyInstance(
                    Binder.class.getClassLoader(), new Class<?>[] {Binder.class}, (proxy, method, arguments) -> {
                        asked.merge(method.getName(), 1, Integer::sum);
                        try {
                            return method.invoke(real, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
            SmeltSettings settings = new SmeltSettings(
                    directory,
                    "dev",
                    Optional.empty(),
                    Map.of(),
                    AS_OF,
                    Clock.fixed(AS_OF, ZoneOffset.UTC),
                    "test",
                    Duration.ZERO);
            try (Smelt smelt = new Smelt(settings, new Engine(settings, counting))) {
                assertThat(smelt.plan(new BuildRequest(Selectors.ALL, BACKBUILD, PlanRequest.Options.DEFAULT))
                                .steps())
                        .isNotEmpty();
            }
        }
        return asked;
    }

    /** Areas of six models over a source each: a copy, a join, a frame, a sum, a table and a view. */
    private static UserProject areas(Path directory, int count) {
        directory.toFile().mkdirs();
        UserProject project = UserProject.in(directory);
        for (int area = 0; area < count; area++) {
            String a = "a" + area;
            project.source("taps" + area, "id INTEGER, user_id INTEGER, v INTEGER, d DATE", "d")
                    .sql("INSERT INTO raw.taps" + area
                            + " SELECT i, i % 3, i, DATE '2026-05-04' + CAST(i % 4 AS INTEGER) FROM range(40) t(i)")
                    .daily(a + ".taps", "d", "SELECT id, user_id, v, d FROM smelt.sources.raw.taps" + area)
                    .daily(a + ".pairs", "d", """
                            SELECT t.id, u.v AS earlier, t.d
                            FROM smelt.%s.taps AS t
                            LEFT JOIN smelt.%s.taps AS u ON u.user_id = t.user_id AND u.d = t.d - INTERVAL '1 day'
                            """.formatted(a, a))
                    .daily(
                            a + ".sums",
                            "d",
                            "SELECT d, user_id, SUM(v) AS v FROM smelt." + a + ".taps GROUP BY d, user_id")
                    .daily(a + ".trailing", "d", """
                            SELECT d, user_id, SUM(v) OVER (
                                PARTITION BY user_id ORDER BY d RANGE BETWEEN INTERVAL '2 days' PRECEDING AND CURRENT ROW
                            ) AS v
                            FROM smelt.%s.sums
                            """.formatted(a))
                    .write(
                            "models/" + a + "/users.sql",
                            "---\nmaterialization: table\n---\nSELECT user_id, COUNT(*) AS n FROM smelt." + a
                                    + ".taps GROUP BY user_id\n")
                    .write(
                            "models/" + a + "/seen.sql",
                            "---\nmaterialization: view\n---\nSELECT s.d, s.v, u.n FROM smelt." + a
                                    + ".trailing AS s LEFT JOIN smelt." + a + ".users AS u ON u.user_id = s.user_id\n");
        }
        return project;
    }
}
