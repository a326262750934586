package dev.smelt;

import dev.smelt.plan.PlanRequest;
import dev.smelt.run.RunEvent;
import dev.smelt.run.RunListener;
import dev.smelt.run.RunSummary;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A command on a small project in some state, short enough to be killed many times. */
enum TortureScenario {
    /** Everything is built for the first time. */
    AUTO {
        @Override
        void prepare(UserProject project) {
            // nothing is built yet
        }
    },
    /** Half is built; a range that overlaps it is rebuilt in chunks of three days. */
    BACKBUILD {
        @Override
        void prepare(UserProject project) {
            project.backbuild("per_day", "2026-05-01", "2026-05-11", 4);
        }

        @Override
        BuildRequest request() {
            return new BuildRequest(
                    Selectors.of("per_day"),
                    new BuildRequest.Backbuild("2026-05-05", "2026-05-23"),
                    new PlanRequest.Options(Optional.of(3), false, false, false));
        }
    },
    /** A model has a new column that may not be NULL: its table is rebuilt aside. */
    REBUILD {
        @Override
        void prepare(UserProject project) {
            build(project);
            project.daily("rolling", "d", ROLLING.replace("id, ", "id, id + 1 AS next, "));
        }
    },
    /** Late rows landed in five days. */
    SINCE_UPSTREAM {
        @Override
        void prepare(UserProject project) {
            build(project);
            project.sql("UPDATE raw.events SET v = v + 1 WHERE d >= '2026-05-09' AND d < '2026-05-14' AND id % 7 = 0");
        }

        @Override
        BuildRequest request() {
            return new BuildRequest(
                    Selectors.ALL,
                    UserProject.landed("sources.raw.events", "2026-05-09", "2026-05-14"),
                    PlanRequest.Options.DEFAULT);
        }
    },
    /** A model that reads itself: the correction of an early day moves on until it has faded out. */
    ORDERED {
        @Override
        void prepare(UserProject project) {
            project.daily("level", "d", """
                    SELECT t.d, LEAST(3000, t.n + COALESCE(y.n, 0)) AS n
                    FROM (SELECT d, COUNT(*) AS n FROM smelt.sources.raw.events GROUP BY d) AS t
                    LEFT JOIN smelt.level AS y ON y.d = t.d - INTERVAL '1 day'""");
            build(project);
            project.sql("DELETE FROM raw.events WHERE d = '2026-05-02' AND id % 8 = 0");
        }
    },
    /** A column became wider, and late rows landed. */
    MIGRATE {
        @Override
        void prepare(UserProject project) {
            build(project);
            project.sql(
                            "ALTER TABLE raw.events ALTER id TYPE BIGINT",
                            "DELETE FROM raw.events WHERE d = '2026-05-20' AND id % 9 = 0",
                            "INSERT INTO raw.events SELECT DATE '2026-05-04', 5000000000 + i, 7 FROM range(50) AS t(i)")
                    .source("events", "d DATE NOT NULL, id BIGINT NOT NULL, v INTEGER", "d");
        }
    },
    /** A backbuild that was stopped is resumed. */
    RESUME {
        @Override
        void prepare(UserProject project) {
            Smelt smelt = project.smelt();
            AtomicInteger chunks = new AtomicInteger();
            smelt.run(BACKBUILD.request(), event -> {
                if (event instanceof RunEvent.ChunkFinished && chunks.incrementAndGet() == 4) {
                    smelt.stop();
                }
            });
        }

        @Override
        BuildRequest request() {
            return new BuildRequest(Selectors.ALL, new BuildRequest.Resume(), PlanRequest.Options.DEFAULT);
        }
    },
    /** Two seeds are loaded again after their files changed. */
    SEED {
        @Override
        void prepare(UserProject project) {
            project.write("models/colours.csv", csv(2_000, "red")).write("models/shapes.csv", csv(3_000, "round"));
            run(project, event -> {});
            project.write("models/colours.csv", csv(4_000, "green")).write("models/shapes.csv", csv(5_000, "flat"));
        }

        @Override
        RunSummary run(UserProject project, RunListener listener) {
            return project.smelt().seed(Selectors.ALL, listener);
        }
    };

    private static final String ROLLING = "SELECT d, id, SUM(v) OVER (PARTITION BY id ORDER BY d RANGE BETWEEN"
            + " INTERVAL 2 DAYS PRECEDING AND CURRENT ROW) AS w FROM smelt.base";

    /** The project in the state before the command. */
    UserProject make(Path directory) {
        UserProject project = UserProject.in(directory)
                .at("2026-06-01T00:00:00Z")
                .source("events", "d DATE NOT NULL, id INTEGER NOT NULL, v INTEGER", "d")
                .sql(
                        "INSERT INTO raw.events SELECT DATE '2026-05-01' + CAST(i % 24 AS INTEGER), CAST(i // 24 AS INTEGER),"
                                + " CAST(hash(i) % 1000 AS INTEGER) FROM range(24 * 800) t(i)")
                .write(
                        "models/base.sql",
                        "---\nmaterialization: table\ntimeseries: {partition_column: d, granularity: day}\n---\n"
                                + "SELECT d, id, v FROM smelt.sources.raw.events\n")
                .daily("rolling", "d", ROLLING)
                .daily("per_day", "d", "SELECT d, COUNT(*) AS n, SUM(w) AS s FROM smelt.rolling GROUP BY d")
                .write(
                        "models/last_day.sql",
                        "---\nmaterialization: view\n---\nSELECT MAX(d) AS d FROM smelt.per_day\n");
        prepare(project);
        return project;
    }

    abstract void prepare(UserProject project);

    BuildRequest request() {
        return new BuildRequest(Selectors.ALL, new BuildRequest.Auto(false), PlanRequest.Options.DEFAULT);
    }

    /** The command; the same one again completes the job. */
    RunSummary run(UserProject project, RunListener listener) {
        return project.smelt().run(request(), listener);
    }

    private static void build(UserProject project) {
        project.run(new BuildRequest.Auto(false));
    }

    private static String csv(int rows, String word) {
        StringBuilder csv = new StringBuilder("d,word\n");
        for (int i = 0; i < rows; i++) {
            csv.append("2026-05-0")
                    .append(1 + i % 9)
                    .append(',')
                    .append(word)
                    .append(i)
                    .append('\n');
        }
        return csv.toString();
    }
}
