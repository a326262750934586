package dev.smelt;

import static dev.smelt.UserProject.landed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.plan.Step;
import dev.smelt.report.PlanText;
import dev.smelt.report.RunText;
import dev.smelt.run.PartitionCounts;
import dev.smelt.run.RunEvent;
import dev.smelt.run.RunSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What was announced is an upper bound; what is rewritten is what came out otherwise. */
class CutoffTest {
    private static final BuildRequest.Auto AUTO = new BuildRequest.Auto(false);
    private static final String STALE = "SELECT count(*) FROM _smelt.partitions WHERE stale_reason IS NOT NULL";

    @TempDir
    private Path directory;

    /** Orders of six days; days with their number of large orders; their sum over three days. */
    private UserProject shop(Path where) {
        return UserProject.in(where)
                .source("orders", "d DATE, id INTEGER, amount INTEGER", "d")
                .sql("INSERT INTO raw.orders SELECT DATE '2026-05-01' + CAST(i AS INTEGER), i, 100 * (i + 1)"
                        + " FROM range(6) AS t(i)")
                .daily(
                        "large",
                        "d",
                        "SELECT d, COUNT(*) AS n FROM smelt.sources.raw.orders WHERE amount >= 100 GROUP BY d")
                .daily(
                        "trend",
                        "d",
                        "SELECT d, SUM(n) OVER (ORDER BY d RANGE BETWEEN INTERVAL 2 DAYS PRECEDING AND CURRENT ROW) AS n"
                                + " FROM smelt.large");
    }

    @Test
    void partitions_that_come_out_equal_are_not_rewritten_and_dirty_nothing() {
        UserProject project = shop(directory);
        project.run(AUTO);
        project.sql("INSERT INTO raw.orders VALUES ('2026-05-02', 9, 5)");

        List<String> told = new ArrayList<>();
        RunSummary summary = project.run(AUTO, event -> RunText.line(event).ifPresent(told::add));

        assertThat(counts(summary, "large")).contains(new PartitionCounts(1, 1, 0));
        assertThat(counts(summary, "trend")).contains(new PartitionCounts(3, 0, 0));
        assertThat(told)
                .anyMatch(line -> line.startsWith(
                        "large chunk 1/1 [2026-05-02, 2026-05-03): 0 rows in, 0 out, 0 of 1 partition changed"))
                .contains("trend [2026-05-02, 2026-05-05) left as it is: nothing that it reads came out changed");
        assertThat(project.rows(STALE)).containsExactly("0");
        assertThat(project.plan(AUTO).steps()).isEmpty();
    }

    @Test
    void what_is_below_is_narrowed_to_what_came_out_changed() {
        UserProject project = shop(directory);
        project.run(AUTO);
        project.sql("INSERT INTO raw.orders VALUES ('2026-05-01', 9, 5), ('2026-05-02', 9, 5), ('2026-05-03', 9, 500)");

        RunSummary summary = project.run(AUTO);

        assertThat(counts(summary, "large")).contains(new PartitionCounts(3, 3, 1));
        assertThat(counts(summary, "trend")).contains(new PartitionCounts(5, 3, 3));
        assertThat(project.rows("FROM main.trend ORDER BY d"))
                .containsExactly(
                        "2026-05-01 1", "2026-05-02 2", "2026-05-03 4", "2026-05-04 4", "2026-05-05 4", "2026-05-06 3");
        assertThat(project.rows(STALE)).containsExactly("0");
        assertThat(RunText.summary(summary))
                .contains("trend: 1/1 chunk, 3 of 5 partitions rewritten, 3 rows in, 3 out");
    }

    @Test
    void since_upstream_announces_the_upper_bound_and_does_what_is_needed() {
        UserProject project = shop(directory);
        project.run(AUTO);
        project.sql("INSERT INTO raw.orders VALUES ('2026-05-02', 9, 5)");
        BuildRequest.Ask ask = landed("sources.raw.orders", "2026-05-02", "2026-05-03");

        String dry = PlanText.of(project.plan(ask));
        List<String> executed = new ArrayList<>();
        RunSummary summary = project.run(ask, event -> {
            if (event instanceof RunEvent.StepStarted started && started.step() instanceof Step.Chunk chunk) {
                executed.addAll(chunk.statements());
            }
        });

        assertThat(dry)
                .startsWith("""
                        Dirty set (--since-upstream):
                          large <- sources.raw.orders: [2026-05-02, 2026-05-03)
                          trend <- large: [2026-05-02, 2026-05-05)
                          RUN large: [2026-05-02, 2026-05-03)
                          RUN trend: [2026-05-02, 2026-05-05)
                        """)
                .contains("-- chunk 1/1 of large: [2026-05-02, 2026-05-03), of which only partitions that come out"
                        + " otherwise are rewritten")
                .contains(executed);
        assertThat(executed).isNotEmpty();
        assertThat(counts(summary, "trend")).contains(new PartitionCounts(3, 0, 0));
    }

    /** A run over a window and a backbuild write what they were asked for. */
    @Test
    void what_was_asked_for_by_its_window_is_rewritten() {
        UserProject project = shop(directory);
        project.run(AUTO);

        RunSummary backbuild = project.run(new BuildRequest.Backbuild("2026-05-02", "2026-05-04"), "large");
        RunSummary window = project.run(new BuildRequest.Window("2026-05-02", "2026-05-03"));

        assertThat(counts(backbuild, "large")).isEmpty();
        assertThat(backbuild.models().get(0).deleted()).isEqualTo(2);
        assertThat(window.models())
                .allSatisfy(model -> assertThat(model.deleted()).isPositive());
    }

    /** Of each pair the engine takes the two for equal, or their hashes are; they are not the same rows. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INTEGER     | (1), (1), (2)          | (3), (3), (2)           | true",
                "INTEGER     | (1), (NULL)            | (1), (1)                | true",
                "INTEGER     | (1), (NULL), (NULL)    | (NULL), (1), (NULL)     | false",
                "INTEGER     | (1), (NULL), (NULL)    | (NULL), (1)             | true",
                "INTEGER[][] | ([[1], [2]])           | ([[1, 2]])              | true",
                "INTEGER[][] | ([[1], [2]]), (NULL)   | (NULL), ([[1], [2]])    | false",
                "DOUBLE      | (0.0)                  | (CAST('-0.0' AS DOUBLE)) | true",
                "INTERVAL    | (INTERVAL '30 days')   | (INTERVAL '1 month')    | true",
                "STRUCT(a INTEGER,b VARCHAR) | ({'a': 1, 'b': NULL}) | ({'a': NULL, 'b': '1'}) | true",
                "MAP(VARCHAR,INTEGER) | (MAP {'a': 1}), (MAP {'b': 2}) | (MAP {'b': 2}), (MAP {'a': 1}) | false"
            })
    void rows_are_compared_as_a_multiset(String type, String before, String after, boolean changes) {
        UserProject project = UserProject.in(directory)
                .source("s", "d DATE, v " + type, "d")
                .daily("m", "d", "SELECT d, v FROM smelt.sources.raw.s");
        String insert = "INSERT INTO raw.s SELECT DATE '2026-05-01', v FROM (VALUES %s) AS t(v)";
        project.sql(insert.formatted(before));
        project.run(AUTO);
        project.sql("DELETE FROM raw.s", insert.formatted(after));

        RunSummary summary = project.run(landed("sources.raw.s", "2026-05-01", "2026-05-02"));

        assertThat(counts(summary, "m")).contains(new PartitionCounts(1, 1, changes ? 1 : 0));
        assertThat(project.rows("SELECT CAST(v AS VARCHAR) FROM main.m ORDER BY 1"))
                .isEqualTo(project.rows("SELECT CAST(v AS VARCHAR) FROM raw.s ORDER BY 1"));
    }

    @Test
    void a_partition_that_became_empty_changed_and_one_that_stayed_empty_did_not() {
        UserProject project = shop(directory);
        project.run(AUTO);
        project.sql("DELETE FROM raw.orders WHERE d = '2026-05-02'");
        assertThat(counts(project.run(AUTO), "large")).contains(new PartitionCounts(1, 1, 1));

        project.sql("INSERT INTO raw.orders VALUES ('2026-05-02', 1, 5)");

        assertThat(counts(project.run(AUTO), "large")).contains(new PartitionCounts(1, 1, 0));
        assertThat(project.rows("SELECT n FROM main.trend WHERE d = '2026-05-03'"))
                .containsExactly("2");
    }

    @Test
    void of_a_model_that_is_rebuilt_whole_only_partitions_that_came_out_otherwise_count() {
        UserProject project = shop(directory)
                .write(
                        "models/large.sql",
                        "---\nmaterialization: table\ntimeseries: {partition_column: d, granularity: day}\n---\n"
                                + "SELECT d, COUNT(*) AS n FROM smelt.sources.raw.orders WHERE amount >= 100 GROUP BY d\n");
        project.run(AUTO);
        project.sql("INSERT INTO raw.orders VALUES ('2026-05-01', 9, 5), ('2026-05-04', 9, 500)");

        RunSummary summary = project.run(AUTO);

        assertThat(counts(summary, "trend")).contains(new PartitionCounts(6, 3, 3));
        assertThat(project.rows(STALE)).containsExactly("0");
        assertThat(project.rows("SELECT n FROM main.trend ORDER BY d")).containsExactly("1", "2", "3", "4", "4", "4");
    }

    /** A table without a clock is one partition; one that is rebuilt and comes out equal dirties nothing. */
    @Test
    void a_lookup_that_is_rebuilt_and_comes_out_equal_restates_nothing() {
        UserProject project = shop(directory)
                .source("rate", "currency VARCHAR, rate INTEGER", "")
                .sql("INSERT INTO raw.rate VALUES ('EUR', 2), ('USD', 3)")
                .write(
                        "models/euro.sql",
                        "---\nmaterialization: table\n---\nSELECT rate FROM smelt.sources.raw.rate WHERE currency = 'EUR'\n")
                .daily(
                        "paid",
                        "d",
                        "SELECT o.d, o.amount * e.rate AS paid FROM smelt.sources.raw.orders AS o CROSS JOIN smelt.euro AS e");
        project.run(AUTO);
        project.sql("UPDATE raw.rate SET rate = 4 WHERE currency = 'USD'");

        RunSummary same = project.run(AUTO);
        project.sql("UPDATE raw.rate SET rate = 4 WHERE currency = 'EUR'");
        RunSummary other = project.run(AUTO);

        assertThat(counts(same, "paid")).contains(new PartitionCounts(6, 0, 0));
        assertThat(counts(other, "paid")).contains(new PartitionCounts(6, 6, 6));
        assertThat(project.rows("SELECT paid FROM main.paid ORDER BY d LIMIT 1"))
                .containsExactly("400");
    }

    /** What is rebuilt whole is left too where what landed did not change what it reads. */
    @Test
    void a_whole_table_below_partitions_that_come_out_equal_is_left() {
        UserProject project = shop(directory)
                .write("models/total.sql", "---\nmaterialization: table\n---\nSELECT SUM(n) AS n FROM smelt.large\n");
        project.run(AUTO);
        project.sql("INSERT INTO raw.orders VALUES ('2026-05-02', 9, 5)");

        List<String> told = new ArrayList<>();
        project.run(
                landed("sources.raw.orders", "2026-05-02", "2026-05-03"),
                event -> RunText.line(event).ifPresent(told::add));

        assertThat(told).contains("total left as it is: nothing that it reads came out changed");
        assertThat(project.rows(STALE)).containsExactly("0");
    }

    @Test
    void what_a_view_between_them_passes_on_is_seen() {
        UserProject project = shop(directory)
                .write(
                        "models/seen.sql",
                        "---\nmaterialization: view\ntimeseries: {partition_column: d, granularity: day}\n---\n"
                                + "SELECT d, n FROM smelt.large\n")
                .daily("copy", "d", "SELECT d, n FROM smelt.seen");
        project.run(AUTO);
        project.sql("INSERT INTO raw.orders VALUES ('2026-05-01', 9, 5), ('2026-05-02', 9, 500)");

        RunSummary summary = project.run(AUTO);

        assertThat(counts(summary, "copy")).contains(new PartitionCounts(2, 1, 1));
        assertThat(project.rows("SELECT n FROM main.copy ORDER BY d LIMIT 2")).containsExactly("1", "2");
        assertThat(project.rows(STALE)).containsExactly("0");
    }

    /** What was stale before is computed anew whatever comes out above it: its mark says more than this run knows. */
    @Test
    void a_partition_that_was_stale_before_is_not_left() {
        UserProject project = shop(directory);
        project.run(AUTO);
        project.sql("INSERT INTO raw.orders VALUES ('2026-05-03', 9, 500)");
        project.run(AUTO, "large");
        assertThat(project.rows(STALE)).containsExactly("3");
        project.sql("INSERT INTO raw.orders VALUES ('2026-05-03', 9, 5)");

        RunSummary summary = project.run(AUTO);

        assertThat(counts(summary, "large")).contains(new PartitionCounts(1, 1, 0));
        assertThat(counts(summary, "trend")).contains(new PartitionCounts(3, 3, 3));
        assertThat(project.rows("SELECT n FROM main.trend ORDER BY d")).containsExactly("1", "2", "4", "4", "4", "3");
    }

    /** The balance of a day is capped, so that a change of an early day fades out. */
    private UserProject balance(int cap) {
        return UserProject.in(directory)
                .source("dep", "d DATE, amt INTEGER", "d")
                .sql("INSERT INTO raw.dep SELECT DATE '2026-05-01' + CAST(i AS INTEGER), 10 FROM range(40) AS t(i)")
                .daily("bal", "d", """
                        SELECT t.d, LEAST(<cap>, t.amt + COALESCE(y.bal, 0)) AS bal
                        FROM (SELECT d, SUM(amt) AS amt FROM smelt.sources.raw.dep GROUP BY d) AS t
                        LEFT JOIN smelt.bal AS y ON y.d = t.d - INTERVAL '1 day'""".replace("<cap>", Integer.toString(cap)));
    }

    @Test
    void a_model_that_reads_itself_stops_once_it_comes_out_as_it_was() {
        UserProject project = balance(50);
        project.run(AUTO);
        project.sql("UPDATE raw.dep SET amt = 15 WHERE d = '2026-05-02'");

        List<String> told = new ArrayList<>();
        RunSummary summary = project.run(AUTO, event -> RunText.line(event).ifPresent(told::add));

        assertThat(counts(summary, "bal")).contains(new PartitionCounts(39, 4, 3));
        assertThat(told).contains("bal [2026-05-06, 2026-06-10) left as it is: nothing that it reads came out changed");
        assertThat(project.rows("SELECT bal FROM main.bal ORDER BY d LIMIT 6"))
                .containsExactly("10", "25", "35", "45", "50", "50");
        assertThat(project.rows(STALE)).containsExactly("0");
    }

    @Test
    void a_model_that_reads_itself_goes_on_as_long_as_it_changes() {
        UserProject project = balance(100_000);
        project.run(AUTO);
        project.sql("UPDATE raw.dep SET amt = 15 WHERE d = '2026-05-02'");

        assertThat(counts(project.run(AUTO), "bal")).contains(new PartitionCounts(39, 39, 39));
        assertThat(project.rows("SELECT max(bal) FROM main.bal")).containsExactly("405");
    }

    /** Two changes with calm days between them: it starts again where the second one is. */
    @Test
    void a_model_that_reads_itself_starts_again_at_the_next_change() {
        UserProject project = balance(50);
        project.run(AUTO);
        project.sql(
                "UPDATE raw.dep SET amt = 15 WHERE d = '2026-05-02'",
                "UPDATE raw.dep SET amt = -30 WHERE d =" + " '2026-05-20'");

        assertThat(counts(project.run(AUTO), "bal")).contains(new PartitionCounts(39, 8, 6));
        assertThat(project.rows("SELECT bal FROM main.bal WHERE d >= '2026-05-19' ORDER BY d LIMIT 6"))
                .containsExactly("50", "20", "30", "40", "50", "50");
        assertThat(project.rows(STALE)).containsExactly("0");
    }

    /** However far a run came when it died, the next one makes everything true. */
    @Test
    void a_run_that_dies_after_any_step_is_finished_by_the_next() throws Exception {
        Path built = Files.createDirectory(directory.resolve("built"));
        shop(built).run(AUTO);
        int events = 0;
        boolean died = true;
        for (int at = 1; died; at++) {
            UserProject project = shop(Files.createDirectory(directory.resolve("died" + at)));
            Files.copy(
                    built.resolve("warehouse.duckdb"),
                    project.database(),
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            project.sql(
                    "INSERT INTO raw.orders VALUES ('2026-05-01', 9, 5), ('2026-05-03', 9, 500), ('2026-05-05', 9, 5)");
            died = dies(project, at);
            if (died) {
                events++;
                project.run(AUTO);
            }
            assertThat(project.rows("SELECT n FROM main.trend ORDER BY d"))
                    .containsExactly("1", "2", "4", "4", "4", "3");
            assertThat(project.rows(STALE)).containsExactly("0");
            assertThat(project.rows(
                            "SELECT table_name FROM duckdb_tables() WHERE table_name LIKE '\\_smelt%' ESCAPE '\\'"))
                    .isEmpty();
        }
        assertThat(events).isGreaterThan(5);
    }

    /** Whether the run died at the event of this number, counted from 1. */
    private static boolean dies(UserProject project, int at) {
        int[] heard = {0};
        try {
            project.run(AUTO, event -> {
                heard[0]++;
                if (heard[0] == at) {
                    throw new IllegalStateException("killed");
                }
            });
            return false;
        } catch (IllegalStateException killed) {
            return true;
        }
    }

    private static Optional<PartitionCounts> counts(RunSummary summary, String model) {
        assertThat(summary.failures()).isEmpty();
        return summary.models().stream()
                .filter(each -> each.model().path().equals(model))
                .findFirst()
                .orElseThrow()
                .partitions();
    }
}
