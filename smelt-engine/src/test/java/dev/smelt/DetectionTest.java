package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.plan.Plan;
import dev.smelt.plan.PlanRequest;
import dev.smelt.plan.Step;
import dev.smelt.report.PlanText;
import dev.smelt.run.PartitionCounts;
import dev.smelt.run.RunSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What landed without a word is found: the model is built, the source changes, and a run finds what to repair. */
class DetectionTest {
    private static final String FULL = "SELECT d, SUM(amount)::BIGINT AS total, MIN(region) AS region FROM raw.orders"
            + " LEFT JOIN raw.store USING (id) GROUP BY d ORDER BY d";

    @TempDir
    private Path project;

    @BeforeEach
    void aBuiltModel() throws Exception {
        write("smelt.yml", """
                name: shop
                version: 1
                targets:
                  dev: {type: duckdb, database: shop.duckdb, schema: main}
                """);
        source("");
        write("models/sources/store.yml", """
                name: raw.store
                columns:
                  - {name: id, type: INTEGER}
                  - {name: region, type: VARCHAR}
                """);
        write("models/daily.sql", model("SUM(o.amount)::BIGINT"));
        sql(
                "CREATE SCHEMA raw",
                "CREATE TABLE raw.orders (d DATE, id INTEGER, amount INTEGER, landed TIMESTAMP)",
                "CREATE TABLE raw.store (id INTEGER, region VARCHAR)",
                "INSERT INTO raw.store VALUES (1, 'N'), (2, 'S')",
                "INSERT INTO raw.orders VALUES ('2026-05-01', 1, 10, '2026-05-01'), ('2026-05-02', 2, 5, '2026-05-02'),"
                        + " ('2026-05-03', 1, 3, '2026-05-03'), ('2026-05-03', 2, 4, '2026-05-03'),"
                        + " ('2026-05-04', 2, 1, '2026-05-04')");
        run(new BuildRequest.Auto(false));
    }

    @Test
    void nothing_landed_is_nothing_to_do() throws Exception {
        assertThat(writes(plan(new BuildRequest.Auto(false)))).isEmpty();
        assertThat(run(new BuildRequest.Auto(false)).models()).isEmpty();
    }

    @Test
    void a_straggler_is_found() throws Exception {
        repairs("INSERT INTO raw.orders VALUES ('2026-05-02', 1, 7, '2026-05-09')", "[2026-05-02, 2026-05-03)");
    }

    @Test
    void a_correction_is_found() throws Exception {
        repairs("UPDATE raw.orders SET amount = 50 WHERE d = '2026-05-02'", "[2026-05-02, 2026-05-03)");
    }

    @Test
    void a_deletion_is_found() throws Exception {
        repairs("DELETE FROM raw.orders WHERE d = '2026-05-03' AND id = 1", "[2026-05-03, 2026-05-04)");
    }

    @Test
    void a_partition_that_lost_all_its_rows_is_found() throws Exception {
        repairs("DELETE FROM raw.orders WHERE d = '2026-05-04'", "[2026-05-04, 2026-05-05)");
    }

    @Test
    void a_moved_row_landed_where_it_left_and_where_it_went() throws Exception {
        repairs(
                "UPDATE raw.orders SET d = '2026-05-01' WHERE d = '2026-05-03' AND id = 1",
                "[2026-05-01, 2026-05-02)",
                "[2026-05-03, 2026-05-04)");
    }

    @Test
    void rows_that_are_swapped_between_partitions_are_found() throws Exception {
        repairs(
                "UPDATE raw.orders SET amount = CASE d WHEN '2026-05-01' THEN 5 ELSE 10 END WHERE d <= '2026-05-02'",
                "[2026-05-01, 2026-05-03)");
    }

    @Test
    void a_row_given_twice_is_found_though_its_hashes_cancel_out() throws Exception {
        repairs(
                "INSERT INTO raw.orders SELECT unnest([d, d]), id, amount, landed FROM raw.orders WHERE d = '2026-05-02'",
                "[2026-05-02, 2026-05-03)");
    }

    @Test
    void a_new_partition_is_missing_and_the_old_ones_stay() throws Exception {
        repairs("INSERT INTO raw.orders VALUES ('2026-05-05', 1, 7, '2026-05-05')", "[2026-05-05, 2026-05-06)");
    }

    /** Case C25. */
    @Test
    void a_changed_lookup_restates_every_built_partition() throws Exception {
        repairs("UPDATE raw.store SET region = 'E' WHERE id = 2", "[2026-05-01, 2026-05-05)");
    }

    @Test
    void a_changed_lookup_that_is_read_as_built_restates_nothing() throws Exception {
        write("smelt.yml", """
                name: shop
                version: 1
                targets:
                  dev: {type: duckdb, database: shop.duckdb, schema: main}
                lookups: {sources.store: as_built}
                """);
        sql("UPDATE raw.store SET region = 'E' WHERE id = 2");

        assertThat(writes(plan(new BuildRequest.Auto(false)))).isEmpty();
    }

    @Test
    void an_append_only_source_is_looked_at_by_counts_and_arrival() throws Exception {
        source("append_only: true\narrival_column: landed");
        run(new BuildRequest.Auto(false));
        assertThat(writes(plan(new BuildRequest.Auto(false)))).isEmpty();

        // commits late: it arrived before the last row that was seen
        repairs("INSERT INTO raw.orders VALUES ('2026-05-02', 1, 7, '2026-05-01')", "[2026-05-02, 2026-05-03)");
    }

    @Test
    void rows_without_a_partition_and_purged_partitions_make_nothing_stale() throws Exception {
        sql("INSERT INTO raw.orders VALUES (NULL, 1, 7, '2026-05-05')");
        assertThat(writes(plan(new BuildRequest.Auto(false)))).isEmpty();

        sql("DELETE FROM raw.orders WHERE d = '2026-05-01'");
        assertThat(writes(plan(new BuildRequest.Auto(false)))).isEmpty();
    }

    @Test
    void since_upstream_finds_what_landed_by_itself() throws Exception {
        sql("UPDATE raw.orders SET amount = 50 WHERE d = '2026-05-02'");
        BuildRequest.Ask found = new BuildRequest.SinceUpstream(List.of());

        assertThat(PlanText.of(plan(found))).startsWith("""
                Dirty set (--since-upstream):
                  daily <- sources.orders: [2026-05-02, 2026-05-03)
                  RUN daily: [2026-05-02, 2026-05-03)
                """);
        run(found);

        assertThat(rows("SELECT * FROM main.daily ORDER BY d")).isEqualTo(rows(FULL));
        assertThat(writes(plan(found))).isEmpty();
    }

    /** Whoever tells it once more, a retried job say, has it looked at and compared, and nothing is written. */
    @Test
    void what_landed_may_be_told_twice() throws Exception {
        sql("UPDATE raw.orders SET amount = 50 WHERE d = '2026-05-02'");
        BuildRequest.Ask told = UserProject.landed("sources.orders", "2026-05-02", "2026-05-03");
        run(told);
        List<String> once = rows("SELECT * FROM main.daily ORDER BY d");

        RunSummary again = run(told);

        assertThat(again.outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);
        assertThat(again.models())
                .singleElement()
                .satisfies(daily -> assertThat(daily.partitions()).contains(new PartitionCounts(1, 1, 0)));
        assertThat(rows("SELECT * FROM main.daily ORDER BY d")).isEqualTo(once).isEqualTo(rows(FULL));
        assertThat(writes(plan(new BuildRequest.Auto(false)))).isEmpty();
    }

    /** The partition that is repaired has the new column's values; the others have none until they are filled. */
    @Test
    void a_column_is_added_while_late_data_lands() throws Exception {
        sql("INSERT INTO raw.orders VALUES ('2026-05-02', 1, 7, '2026-05-09')");
        write("models/daily.sql", model("MAX(o.amount) AS largest, SUM(o.amount)::BIGINT"));

        assertThat(writes(plan(new BuildRequest.Auto(false)))).containsExactly("[2026-05-02, 2026-05-03)");
        run(new BuildRequest.Auto(false));
        assertThat(rows("SELECT d, total, largest FROM main.daily ORDER BY d"))
                .containsExactly(
                        "[2026-05-01, 10, null]",
                        "[2026-05-02, 12, 7]",
                        "[2026-05-03, 7, null]",
                        "[2026-05-04, 1, null]");
        assertThat(writes(plan(new BuildRequest.Auto(false)))).isEmpty();

        run(new BuildRequest.Backbuild("2026-05-01", "2026-05-05"));
        assertThat(rows("SELECT d, largest FROM main.daily ORDER BY d"))
                .isEqualTo(rows("SELECT d, MAX(amount) FROM raw.orders GROUP BY d ORDER BY d"));
    }

    @Test
    void another_goal_that_sees_a_change_marks_what_it_does_not_repair() throws Exception {
        sql("UPDATE raw.orders SET amount = 50 WHERE d = '2026-05-02'");
        run(new BuildRequest.Backbuild("2026-05-04", "2026-05-05"));

        assertThat(writes(plan(new BuildRequest.Auto(false)))).containsExactly("[2026-05-02, 2026-05-03)");
        run(new BuildRequest.Auto(false));
        assertThat(rows("SELECT * FROM main.daily ORDER BY d")).isEqualTo(rows(FULL));
    }

    @Test
    void what_a_failed_run_saw_is_not_forgotten() throws Exception {
        sql("INSERT INTO raw.orders VALUES ('2026-05-02', 1, 2147483647, '2026-05-09')");
        write("models/daily.sql", model("CAST(CAST(SUM(o.amount) AS INTEGER) AS BIGINT)"));
        assertThat(run(new BuildRequest.Auto(false)).outcome()).isEqualTo(RunSummary.Outcome.FAILED);

        write("models/daily.sql", model("SUM(o.amount)::BIGINT"));
        assertThat(writes(plan(new BuildRequest.Auto(false)))).contains("[2026-05-02, 2026-05-03)");
        run(new BuildRequest.Auto(false));
        assertThat(rows("SELECT * FROM main.daily ORDER BY d")).isEqualTo(rows(FULL));
    }

    @Test
    void a_ledger_that_never_saw_the_sources_trusts_nothing_that_is_built() throws Exception {
        sql(
                "DROP TABLE _smelt.run_failures",
                "DROP TABLE _smelt.run_steps",
                "DROP TABLE _smelt.seen",
                "ALTER TABLE _smelt.definitions DROP COLUMN written",
                "UPDATE _smelt.meta SET version = 1");

        assertThat(writes(plan(new BuildRequest.Auto(false)))).containsExactly("[2026-05-01, 2026-05-05)");
        run(new BuildRequest.Auto(false));

        assertThat(rows("SELECT version FROM _smelt.meta")).containsExactly("[3]");
        assertThat(writes(plan(new BuildRequest.Auto(false)))).isEmpty();
    }

    /** After the change, auto writes exactly these windows, the table is as a full build gives it, and all is done. */
    private void repairs(String change, String... windows) throws Exception {
        sql(change);

        assertThat(writes(plan(new BuildRequest.Auto(false)))).containsExactly(windows);
        assertThat(run(new BuildRequest.Auto(false)).outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);

        assertThat(rows("SELECT * FROM main.daily ORDER BY d")).isEqualTo(rows(FULL));
        assertThat(writes(plan(new BuildRequest.Auto(false)))).isEmpty();
    }

    private void source(String more) throws Exception {
        write("models/sources/orders.yml", """
                name: raw.orders
                columns:
                  - {name: d, type: DATE}
                  - {name: id, type: INTEGER}
                  - {name: amount, type: INTEGER}
                  - {name: landed, type: TIMESTAMP}
                timeseries: {partition_column: d, granularity: day}
                """ + more + "\n");
    }

    private static String model(String total) {
        return """
                ---
                materialization: table
                refresh: incremental
                timeseries: {partition_column: d, granularity: day}
                ---
                SELECT o.d, %s AS total, MIN(s.region) AS region
                FROM smelt.sources.orders o LEFT JOIN smelt.sources.store s ON o.id = s.id
                GROUP BY o.d
                """.formatted(total);
    }

    private static List<String> writes(Plan plan) {
        return plan.steps().stream()
                .filter(Step.Chunk.class::isInstance)
                .map(Step.Chunk.class::cast)
                .map(chunk -> chunk.granularity().format(chunk.window()))
                .toList();
    }

    private RunSummary run(BuildRequest.Ask ask) {
        try (Smelt smelt = smelt()) {
            return smelt.run(request(ask), event -> {});
        }
    }

    private Plan plan(BuildRequest.Ask ask) {
        try (Smelt smelt = smelt()) {
            return smelt.plan(request(ask));
        }
    }

    private static BuildRequest request(BuildRequest.Ask ask) {
        return new BuildRequest(Selectors.ALL, ask, PlanRequest.Options.DEFAULT);
    }

    private Smelt smelt() {
        Instant asOf = Instant.parse("2026-06-01T00:00:00Z");
        return Smelt.open(new SmeltSettings(
                project.toAbsolutePath(),
                "dev",
                Optional.empty(),
                Map.of(),
                asOf,
                Clock.fixed(asOf, ZoneOffset.UTC),
                "test",
                Duration.ZERO));
    }

    private Connection connect() throws Exception {
        return DriverManager.getConnection("jdbc:duckdb:" + project.resolve("shop.duckdb"));
    }

    private void sql(String... statements) throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private List<String> rows(String query) throws Exception {
        List<String> rows = new ArrayList<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            while (result.next()) {
                List<String> cells = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    cells.add(result.getString(i));
                }
                rows.add(cells.toString());
            }
        }
        return rows;
    }

    private void write(String file, String text) throws Exception {
        Path path = project.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
