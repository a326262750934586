package dev.smelt;

import static dev.smelt.UserProject.landed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.diagnostics.SmeltException;
import dev.smelt.plan.DirtySet;
import dev.smelt.plan.Plan;
import dev.smelt.plan.Step;
import dev.smelt.report.DiffText;
import dev.smelt.report.RunText;
import dev.smelt.run.RunEvent;
import dev.smelt.run.RunSummary;
import dev.smelt.schema.Outcome;
import dev.smelt.schema.SchemaDifference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real users' troubles with such tools, as small cases with the right result. */
class CasesTest {
    private static final BuildRequest.Auto AUTO = new BuildRequest.Auto(false);

    @TempDir
    private Path directory;

    private UserProject project() {
        return UserProject.in(directory);
    }

    @Test
    void c01_the_end_is_exclusive_and_midnight_belongs_to_the_later_day() {
        UserProject project = project()
                .source("taps", "id INTEGER, ts TIMESTAMP", "ts")
                .sql("INSERT INTO raw.taps VALUES (1, '2026-05-02 23:59:59.999'), (2, '2026-05-03 00:00:00'),"
                        + " (3, '2026-05-03 12:00:00'), (4, '2026-05-04 00:00:00')")
                .daily("taps", "ts", "SELECT id, ts FROM smelt.sources.raw.taps");

        project.backbuild("taps", "2026-05-02", "2026-05-04", 1);

        assertThat(project.rows("SELECT id FROM main.taps ORDER BY id")).containsExactly("1", "2", "3");
        assertThat(project.chunks("taps", "2026-05-02", "2026-05-04", 1))
                .containsExactly("[2026-05-02, 2026-05-03)", "[2026-05-03, 2026-05-04)");
    }

    @Test
    void c02_chunks_tile_the_range() {
        UserProject project = project()
                .source("s", "d DATE, v INTEGER", "d")
                .sql("INSERT INTO raw.s SELECT DATE '2026-05-01' + CAST(i AS INTEGER), i FROM range(7) AS t(i)")
                .daily("m", "d", "SELECT d, v FROM smelt.sources.raw.s");

        assertThat(project.chunks("m", "2026-05-01", "2026-05-08", 3))
                .containsExactly("[2026-05-01, 2026-05-04)", "[2026-05-04, 2026-05-07)", "[2026-05-07, 2026-05-08)");
        project.backbuild("m", "2026-05-01", "2026-05-08", 3);
        project.backbuild("m", "2026-05-01", "2026-05-08", 3);

        assertThat(project.rows("SELECT count(*) FROM main.m")).containsExactly("7");
        assertThat(project.plan(new BuildRequest.Backbuild("2026-05-01", "2026-05-01"))
                        .steps())
                .isEmpty();
        assertThatThrownBy(() -> project.plan(new BuildRequest.Backbuild("2026-05-02", "2026-05-01")))
                .isInstanceOf(SmeltException.class);
    }

    @Test
    void c03_a_chunk_that_fails_leaves_its_old_rows_and_the_same_command_finishes() {
        UserProject project = project()
                .source("s", "d DATE, txt VARCHAR", "d")
                .sql("INSERT INTO raw.s VALUES ('2026-05-01', '1'), ('2026-05-02', '2')")
                .daily("m", "d", "SELECT d, CAST(txt AS INTEGER) AS v FROM smelt.sources.raw.s");
        project.backbuild("m", "2026-05-01", "2026-05-03", 1);
        project.sql(
                "DELETE FROM raw.s",
                "INSERT INTO raw.s VALUES ('2026-05-01', '10'), ('2026-05-02', 'oops'), ('2026-05-03', '30')");

        RunSummary failed = project.backbuild("m", "2026-05-01", "2026-05-04", 1);

        assertThat(failed.failures())
                .singleElement()
                .satisfies(failure ->
                        assertThat(failure.toString()).contains("chunk 2/3", "[2026-05-02, 2026-05-03)", "oops"));
        assertThat(project.rows("SELECT d, v FROM main.m ORDER BY d")).containsExactly("2026-05-01 10", "2026-05-02 2");
        project.sql("UPDATE raw.s SET txt = '20' WHERE txt = 'oops'");
        project.backbuild("m", "2026-05-01", "2026-05-04", 1);
        assertThat(project.rows("SELECT v FROM main.m ORDER BY d")).containsExactly("10", "20", "30");
    }

    @Test
    void c04_an_unfinished_day_is_not_done() {
        UserProject project = project()
                .at("2026-05-03T12:00:00Z")
                .source("e", "id INTEGER, ts TIMESTAMP", "ts")
                .sql("INSERT INTO raw.e VALUES (1, '2026-05-03 09:00:00')")
                .daily("m", "ts", "SELECT id, ts FROM smelt.sources.raw.e");
        project.run(AUTO);
        project.sql("INSERT INTO raw.e VALUES (2, '2026-05-03 18:00:00')").at("2026-05-04T12:00:00Z");

        project.run(AUTO);

        assertThat(project.rows("SELECT id FROM main.m ORDER BY id")).containsExactly("1", "2");
    }

    @Test
    void c05_holes_are_filled_and_not_only_the_end() {
        UserProject project = project()
                .at("2026-05-06T01:00:00Z")
                .source("s", "d DATE, v INTEGER", "d")
                .sql("INSERT INTO raw.s SELECT DATE '2026-05-01' + CAST(i AS INTEGER), i FROM range(5) AS t(i)")
                .daily("m", "d", "SELECT d, v FROM smelt.sources.raw.s");
        project.backbuild("m", "2026-05-01", "2026-05-03", 7);
        project.backbuild("m", "2026-05-04", "2026-05-06", 7);

        assertThat(project.plan(AUTO).steps().stream()
                        .filter(Step.Chunk.class::isInstance)
                        .map(Step.Chunk.class::cast)
                        .map(chunk -> chunk.granularity().format(chunk.window())))
                .containsExactly("[2026-05-03, 2026-05-04)");
        project.run(AUTO);
        assertThat(project.plan(AUTO).steps()).isEmpty();
    }

    @Test
    void c05_a_day_whose_run_failed_is_caught_up_with_days_later() {
        UserProject project = project()
                .at("2026-05-06T01:00:00Z")
                .source("s", "d DATE, txt VARCHAR", "d")
                .sql("INSERT INTO raw.s SELECT DATE '2026-05-01' + CAST(i AS INTEGER), i FROM range(5) AS t(i)")
                .daily("m", "d", "SELECT d, CAST(txt AS INTEGER) AS v FROM smelt.sources.raw.s");
        project.run(AUTO);
        project.at("2026-05-07T01:00:00Z").sql("INSERT INTO raw.s VALUES ('2026-05-06', 'oops')");
        assertThat(project.run(AUTO).outcome()).isEqualTo(RunSummary.Outcome.FAILED);

        project.at("2026-05-09T01:00:00Z")
                .sql(
                        "UPDATE raw.s SET txt = '5' WHERE txt = 'oops'",
                        "INSERT INTO raw.s VALUES ('2026-05-07', '6'), ('2026-05-08', '7')");

        assertThat(project.plan(AUTO).steps().stream()
                        .filter(Step.Chunk.class::isInstance)
                        .map(Step.Chunk.class::cast)
                        .map(chunk -> chunk.granularity().format(chunk.window())))
                .containsExactly("[2026-05-06, 2026-05-09)");
    }

    @Test
    void c06_an_empty_result_replaces_what_was_there() {
        UserProject project = project()
                .source("s", "d DATE, v VARCHAR", "d")
                .sql("INSERT INTO raw.s VALUES ('2026-05-02', 'a'), ('2026-05-03', 'x'), ('2026-05-03', 'y'),"
                        + " ('2026-05-04', 'b')")
                .daily("m", "d", "SELECT d, v FROM smelt.sources.raw.s");
        project.run(AUTO);
        project.sql("DELETE FROM raw.s WHERE d = '2026-05-03'");

        project.backbuild("m", "2026-05-03", "2026-05-04", 1);

        assertThat(project.rows("SELECT d, v FROM main.m ORDER BY d")).containsExactly("2026-05-02 a", "2026-05-04 b");
        assertThat(project.plan(AUTO).steps()).isEmpty();
    }

    @Test
    void c07_and_c08_frames_look_back_and_ahead() {
        UserProject project = project()
                .source("s", "d DATE, amt INTEGER", "d")
                .sql(
                        "INSERT INTO raw.s VALUES ('2026-05-01', 10), ('2026-05-03', 20), ('2026-05-04', 5), ('2026-05-06', 1)")
                .daily(
                        "back",
                        "d",
                        "SELECT d, SUM(amt) OVER (ORDER BY d RANGE BETWEEN INTERVAL 2 DAYS PRECEDING AND"
                                + " CURRENT ROW) AS w FROM smelt.sources.raw.s")
                .daily(
                        "ahead",
                        "d",
                        "SELECT d, SUM(amt) OVER (ORDER BY d RANGE BETWEEN CURRENT ROW AND INTERVAL 1 DAY"
                                + " FOLLOWING) AS w FROM smelt.sources.raw.s");

        project.backbuild("back", "2026-05-04", "2026-05-07", 1);
        project.backbuild("ahead", "2026-05-01", "2026-05-04", 1);

        assertThat(project.rows("SELECT d, w FROM main.back ORDER BY d"))
                .containsExactly("2026-05-04 25", "2026-05-06 6");
        assertThat(project.rows("SELECT d, w FROM main.ahead ORDER BY d"))
                .containsExactly("2026-05-01 10", "2026-05-03 25");
        assertThat(dirty(project.plan(landed("sources.raw.s", "2026-05-04", "2026-05-05"))))
                .contains("ahead [2026-05-03, 2026-05-05)", "back [2026-05-04, 2026-05-07)");
    }

    @Test
    void c09_and_c10_what_counts_rows_has_no_window() {
        UserProject project = project()
                .source("p", "sku VARCHAR, d DATE, price INTEGER", "d")
                .daily(
                        "lagged",
                        "d",
                        "SELECT sku, d, price - LAG(price) OVER (PARTITION BY sku ORDER BY d) AS chg"
                                + " FROM smelt.sources.raw.p")
                .daily(
                        "rows",
                        "d",
                        "SELECT d, SUM(price) OVER (ORDER BY d ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)"
                                + " AS w FROM smelt.sources.raw.p");

        assertThatThrownBy(() -> project.plan(AUTO))
                .isInstanceOf(SmeltException.class)
                .hasMessageContaining("lagged: LAG() has partition keys (sku)")
                .hasMessageContaining("rows: SUM() has no partition keys")
                .hasMessageContaining("ROWS counts rows, not time");
    }

    @Test
    void c11_the_first_copy_lies_in_the_earlier_chunk() {
        UserProject project = project()
                .source("b", "id INTEGER, d DATE, arr TIMESTAMP", "d")
                .sql(
                        "INSERT INTO raw.b VALUES (3, '2026-05-03', '2026-05-03 22:00:00'), (3, '2026-05-04', '2026-05-04 01:00:00')")
                .incremental(
                        "m",
                        "timeseries: {partition_column: d, granularity: day}\nsafety_overrides: {allow_window_functions: true}",
                        "SELECT id, d, arr FROM smelt.sources.raw.b WHERE d BETWEEN CAST(arr AS DATE) - INTERVAL '3 days'"
                                + " AND CAST(arr AS DATE) QUALIFY ROW_NUMBER() OVER (PARTITION BY id ORDER BY arr) = 1");

        project.backbuild("m", "2026-05-04", "2026-05-06", 1);

        assertThat(project.rows("SELECT * FROM main.m")).isEmpty();
    }

    @Test
    void c12_a_window_per_input() {
        UserProject project = project()
                .source("o", "id INTEGER, d DATE", "d")
                .source("pay", "id INTEGER, d DATE, amt INTEGER", "d")
                .source("ship", "id INTEGER, d DATE", "d")
                .sql(
                        "INSERT INTO raw.o VALUES (1, '2026-05-10'), (2, '2026-05-11')",
                        "INSERT INTO raw.pay VALUES (1, '2026-05-09', 5), (2, '2026-05-12', 8)",
                        "INSERT INTO raw.ship VALUES (1, '2026-05-12'), (2, '2026-05-13')")
                .daily("m", "d", """
                        SELECT o.id, o.d, pay.amt, ship.d AS shipped
                        FROM smelt.sources.raw.o AS o
                        LEFT JOIN smelt.sources.raw.pay AS pay ON pay.id = o.id
                            AND pay.d BETWEEN o.d - INTERVAL '1 day' AND o.d + INTERVAL '1 day'
                        LEFT JOIN smelt.sources.raw.ship AS ship ON ship.id = o.id
                            AND ship.d BETWEEN o.d AND o.d + INTERVAL '2 days'""");

        project.backbuild("m", "2026-05-10", "2026-05-12", 1);

        assertThat(project.rows("SELECT id, amt, shipped FROM main.m ORDER BY id"))
                .containsExactly("1 5 2026-05-12", "2 8 2026-05-13");
        assertThat(dirty(project.plan(landed("sources.raw.pay", "2026-05-12", "2026-05-13"))))
                .containsExactly("m [2026-05-11, 2026-05-14)");
    }

    @Test
    void c14_a_self_reference_runs_oldest_first_and_refuses_a_stale_tail() {
        UserProject project = project()
                .source("dep", "d DATE, amt INTEGER", "d")
                .sql("INSERT INTO raw.dep VALUES ('2026-05-01', 10), ('2026-05-02', 5), ('2026-05-03', -3)")
                .daily("bal", "d", """
                        SELECT t.d, t.amt + COALESCE(y.bal, 0) AS bal
                        FROM (SELECT d, SUM(amt) AS amt FROM smelt.sources.raw.dep GROUP BY d) AS t
                        LEFT JOIN smelt.bal AS y ON y.d = t.d - INTERVAL '1 day'""");

        assertThat(project.run(new BuildRequest.Backbuild("2026-05-01", "2026-05-04"))
                        .failures())
                .isEmpty();

        assertThat(project.rows("SELECT bal FROM main.bal ORDER BY d")).containsExactly("10", "15", "12");
        project.sql("UPDATE raw.dep SET amt = 20 WHERE d = '2026-05-01'");
        assertThatThrownBy(() -> project.plan(new BuildRequest.Backbuild("2026-05-01", "2026-05-02")))
                .isInstanceOf(SmeltException.class)
                .hasMessageContaining("-Dsmelt.end=2026-05-04");
        assertThat(dirty(project.plan(landed("bal", "2026-05-01", "2026-05-02"))))
                .containsExactly("bal [2026-05-02, 2026-05-04)");
        assertThat(dirty(project.plan(landed("sources.raw.dep", "2026-05-01", "2026-05-02"))))
                .containsExactly("bal [2026-05-01, 2026-05-04)");
        project.run(landed("sources.raw.dep", "2026-05-01", "2026-05-02"));
        assertThat(project.rows("SELECT bal FROM main.bal ORDER BY d")).containsExactly("20", "25", "22");
    }

    @Test
    void c15_add_a_column_run_and_fill() {
        UserProject project = project()
                .source("s", "d DATE, v INTEGER", "d")
                .sql("INSERT INTO raw.s VALUES ('2026-05-01', 1), ('2026-05-02', 2)")
                .daily("m", "d", "SELECT d, v FROM smelt.sources.raw.s");
        project.run(AUTO);
        project.daily("m", "d", "SELECT d, v, CASE WHEN v > 0 THEN TRUE END AS flag FROM smelt.sources.raw.s")
                .sql("INSERT INTO raw.s VALUES ('2026-05-03', 3)");

        assertThat(outcomes(project)).containsExactly("m SAFE");
        List<String> migrations = new ArrayList<>();
        project.run(AUTO, event -> {
            if (event instanceof RunEvent.StepStarted started && started.step() instanceof Step.Migrate migrate) {
                migrations.addAll(migrate.statements());
            }
        });

        assertThat(migrations).containsExactly("ALTER TABLE main.m ADD COLUMN flag BOOLEAN");
        assertThat(project.rows("SELECT v, flag FROM main.m ORDER BY v")).containsExactly("1 null", "2 null", "3 true");
        project.run(new BuildRequest.Backbuild("2026-05-01", "2026-05-03"));
        assertThat(project.rows("SELECT v, flag FROM main.m ORDER BY v")).containsExactly("1 true", "2 true", "3 true");
        assertThat(outcomes(project)).isEmpty();
    }

    @Test
    void c20_a_star_pulls_a_column_through() {
        UserProject project = project()
                .source("s", "d DATE, v INTEGER, w INTEGER, ok BOOLEAN", "d")
                .sql("INSERT INTO raw.s VALUES ('2026-05-01', 1, 7, true)")
                .daily("b", "d", "SELECT d, v, ok FROM smelt.sources.raw.s")
                .daily("s", "d", "SELECT * FROM smelt.b WHERE ok");
        project.run(AUTO);
        project.daily("b", "d", "SELECT d, v, ok, w FROM smelt.sources.raw.s");

        assertThat(DiffText.render(project.smelt().diff(Selectors.ALL)))
                .contains("ALTER TABLE main.b ADD COLUMN w INTEGER", "ALTER TABLE main.s ADD COLUMN w INTEGER")
                .contains("Summary: 2 changed, 0 new, 0 removed, 0 unchanged");
        project.run(new BuildRequest.Backbuild("2026-05-01", "2026-05-02"));
        assertThat(project.rows("SELECT w FROM main.s")).containsExactly("7");
    }

    @Test
    void c25_an_input_without_a_time_column_is_read_in_full_and_dirties_everything() {
        UserProject project = project()
                .source("f", "d DATE, store INTEGER, amt INTEGER", "d")
                .source("store", "id INTEGER, region VARCHAR", "")
                .sql(
                        "INSERT INTO raw.f VALUES ('2026-05-01', 4, 1), ('2026-05-02', 4, 2)",
                        "INSERT INTO raw.store VALUES (4, 'N')")
                .daily(
                        "m",
                        "d",
                        "SELECT f.d, s.region, f.amt FROM smelt.sources.raw.f AS f"
                                + " LEFT JOIN smelt.sources.raw.store AS s ON s.id = f.store");
        Plan first = project.plan(AUTO);
        project.run(AUTO);
        project.sql("UPDATE raw.store SET region = 'S'");

        assertThat(first.notices())
                .anySatisfy(notice -> assertThat(notice.message()).contains("m reads sources.raw.store in full"));
        assertThat(dirty(project.plan(landed("sources.raw.store", "", ""))))
                .containsExactly("m [2026-05-01, 2026-05-03)");
        project.run(landed("sources.raw.store", "", ""));
        assertThat(project.rows("SELECT DISTINCT region FROM main.m")).containsExactly("S");
    }

    @Test
    void c26_rows_without_a_partition_are_left_out_and_counted() {
        UserProject project = project()
                .source("s", "id INTEGER, d DATE", "d")
                .sql("INSERT INTO raw.s VALUES (1, '2026-05-01'), (2, NULL), (3, '2026-05-02')")
                .daily("m", "d", "SELECT id, d FROM smelt.sources.raw.s")
                .write(
                        "models/full.sql",
                        "---\nmaterialization: table\ntimeseries: {partition_column: d, granularity: day}\n---\n"
                                + "SELECT id, d FROM smelt.sources.raw.s\n");
        for (int repeat = 0; repeat < 3; repeat++) {
            List<String> said = new ArrayList<>();
            project.run(
                    new BuildRequest.Backbuild("2026-05-01", "2026-05-03"),
                    event -> RunText.line(event).ifPresent(said::add));

            assertThat(said)
                    .filteredOn(line -> line.contains("1 row without d"))
                    .hasSize(2);
            assertThat(project.rows("SELECT id FROM main.m ORDER BY id")).containsExactly("1", "3");
            assertThat(project.rows("SELECT id FROM main.\"full\" ORDER BY id")).containsExactly("1", "3");
        }
    }

    @Test
    void c24_part_of_a_month_is_refused_with_the_range_to_use() {
        UserProject project = project()
                .source("s", "d DATE, amt INTEGER", "d")
                .incremental(
                        "m",
                        "timeseries: {partition_column: month_start, granularity: month}",
                        "SELECT CAST(date_trunc('month', d) AS DATE) AS month_start, SUM(amt) AS amt"
                                + " FROM smelt.sources.raw.s GROUP BY 1");

        assertThatThrownBy(() -> project.plan(new BuildRequest.Backbuild("2026-01-15", "2026-03-01")))
                .isInstanceOf(SmeltException.class)
                .hasMessageContaining("2026-01-01")
                .hasMessageContaining("2026-03-01");
    }

    @Test
    void a_retention_gap_is_not_filled_with_nothing() {
        UserProject project = project()
                .source("s", "d DATE, v INTEGER", "d")
                .sql("INSERT INTO raw.s VALUES ('2026-05-01', 1), ('2026-05-02', 2), ('2026-05-03', 3)")
                .daily("m", "d", "SELECT d, v FROM smelt.sources.raw.s");
        project.run(AUTO);
        project.sql("DELETE FROM raw.s WHERE d < '2026-05-03'");

        assertThatThrownBy(() -> project.run(new BuildRequest.Backbuild("2026-05-01", "2026-05-04")))
                .isInstanceOf(SmeltException.class)
                .hasMessageContaining("[2026-05-01, 2026-05-03)")
                .hasMessageContaining("allowFullRefresh");
        assertThat(project.rows("SELECT count(*) FROM main.m")).containsExactly("3");
    }

    private static List<String> dirty(Plan plan) {
        return plan.dirtySet().map(DirtySet::runs).orElseThrow().stream()
                .map(run -> run.model() + " " + run.granularity().format(run.window()))
                .toList();
    }

    private static List<String> outcomes(UserProject project) {
        return project.smelt().diff(Selectors.ALL).stream()
                .filter(difference -> difference.state() == SchemaDifference.State.CHANGED)
                .filter(difference -> difference.outcome() != Outcome.NONE)
                .map(difference -> difference.model() + " " + difference.outcome())
                .toList();
    }
}
