package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.plan.PlanRequest;
import dev.smelt.plan.PlanRequest.OnLogicChange;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What random histories broke once, each as the smallest project that did. */
class FoundByHistoriesTest {
    private static final String MADE_WHOLE =
            "---\nmaterialization: table\nrefresh: full\ntimeseries: {partition_column: d, granularity: day}\n---\n";

    @TempDir
    Path directory;

    private static PlanRequest.Options on(OnLogicChange logic) {
        return new PlanRequest.Options(Optional.empty(), false, true, false, logic);
    }

    private static List<String> stale(UserProject project) {
        return project.rows(
                "SELECT model, stale_reason FROM _smelt.partitions WHERE stale_reason IS NOT NULL ORDER BY ALL");
    }

    /** The partitions of m2 were stale because of m0, and m1 between them is made whole. */
    @Test
    void logicRepairedBehindATableMadeWholeLeavesNothingStale() {
        UserProject project = UserProject.in(directory)
                .source("r", "d DATE, k INTEGER", "d")
                .sql("INSERT INTO raw.r VALUES ('2026-05-02', 1)")
                .incremental(
                        "m0",
                        "timeseries: {partition_column: d, granularity: month}",
                        "SELECT d, k FROM smelt.sources.raw.r")
                .write("models/m1.sql", MADE_WHOLE + "SELECT d, k FROM smelt.m0\n")
                .daily("m2", "d", "SELECT d, k FROM smelt.m1");
        project.run(on(OnLogicChange.WARN));
        project.incremental(
                "m0",
                "timeseries: {partition_column: d, granularity: month}",
                "SELECT d, k + 1 AS k FROM smelt.sources.raw.r");
        project.run(on(OnLogicChange.WARN));

        project.run(on(OnLogicChange.BACKBUILD));

        assertThat(stale(project)).isEmpty();
    }

    /** The rows of a table that is made whole are gone because of what landed, and not because a source was purged. */
    @Test
    void whatATableMadeWholeNoLongerGivesIsGoneBelowItToo() {
        UserProject project = UserProject.in(directory)
                .source("r", "d DATE, k INTEGER", "d")
                .source("blocked", "d DATE, k INTEGER", "d")
                .sql("INSERT INTO raw.r VALUES ('2026-05-02', 1)")
                .write(
                        "models/m0.sql",
                        MADE_WHOLE + "SELECT r.d, r.k FROM smelt.sources.raw.r AS r WHERE r.k NOT IN"
                                + " (SELECT b.k FROM smelt.sources.raw.blocked AS b WHERE b.d = r.d)\n")
                .daily("m1", "d", "SELECT d, k FROM smelt.m0");
        project.run(on(OnLogicChange.WARN));
        assertThat(project.rows("SELECT k FROM main.m1")).containsExactly("1");
        project.sql("INSERT INTO raw.blocked VALUES ('2026-05-02', 1)");

        project.run(on(OnLogicChange.WARN));

        assertThat(project.rows("SELECT k FROM main.m1")).isEmpty();
    }

    /** Where the source was purged, what was built from it stays, through a table that is made whole, too. */
    @Test
    void whatASourceNoLongerHoldsStaysBelowATableMadeWhole() {
        UserProject project = UserProject.in(directory)
                .source("r", "d DATE, k INTEGER", "d")
                .sql("INSERT INTO raw.r VALUES ('2026-05-02', 1), ('2026-05-03', 2)")
                .write("models/m0.sql", MADE_WHOLE + "SELECT d, k FROM smelt.sources.raw.r\n")
                .daily("m1", "d", "SELECT d, k FROM smelt.m0");
        project.run(new BuildRequest.Auto(false));
        project.sql("DELETE FROM raw.r WHERE d = '2026-05-02'");

        project.run(new BuildRequest.Auto(false));

        assertThat(project.rows("SELECT k FROM main.m1 ORDER BY k")).containsExactly("1", "2");
    }

    /** What lands before the first partition of a model that reads itself is read by those that are built. */
    @Test
    void whatLandsBeforeTheFirstPartitionOfAModelThatReadsItselfIsBuilt() {
        UserProject project = UserProject.in(directory)
                .source("r", "d DATE, v INTEGER", "d")
                .sql("INSERT INTO raw.r VALUES ('2026-05-03', 4)")
                .daily("total", "d", """
                        SELECT t.d, t.v + COALESCE(y.v, 0) AS v
                        FROM (SELECT d, CAST(SUM(v) AS BIGINT) AS v FROM smelt.sources.raw.r GROUP BY d) AS t
                        LEFT JOIN smelt.total AS y ON y.d = t.d - INTERVAL '1 day'""");
        project.run(new BuildRequest.Auto(false));
        project.sql("INSERT INTO raw.r VALUES ('2026-05-02', 3)");

        project.run(new BuildRequest.SinceUpstream(List.of()));

        assertThat(project.rows("SELECT d, v FROM main.total ORDER BY d"))
                .containsExactly("2026-05-02 3", "2026-05-03 7");
        assertThat(stale(project)).isEmpty();
    }

    /** Of the hours of a day a date lies in the first alone. */
    @Test
    void aModelOfHoursWhosePartitionColumnIsADateIsBuilt() {
        UserProject project = UserProject.in(directory)
                .source("r", "d DATE, v INTEGER", "d")
                .sql("INSERT INTO raw.r VALUES ('2026-05-02', 1), ('2026-05-04', 2)")
                .incremental(
                        "m0",
                        "timeseries: {partition_column: d, granularity: hour}",
                        "SELECT d, v FROM smelt.sources.raw.r");
        project.run(new BuildRequest.Auto(false));
        assertThat(project.rows("SELECT v FROM main.m0 ORDER BY v")).containsExactly("1", "2");
        assertThat(project.rows("SELECT starts_at, rows FROM _smelt.partitions WHERE rows > 0 ORDER BY ALL"))
                .containsExactly("2026-05-02 00:00:00.0 1", "2026-05-04 00:00:00.0 1");
        project.sql("UPDATE raw.r SET v = 3 WHERE v = 2");

        project.run(new BuildRequest.SinceUpstream(List.of()));

        assertThat(project.rows("SELECT v FROM main.m0 ORDER BY v")).containsExactly("1", "3");
    }

    /** A rebuild aside changes what was built and what is built now, and all that reads from there is written with it. */
    @Test
    void belowATableRebuiltAsideNothingStaysStale() {
        UserProject project = UserProject.in(directory)
                .source("r", "d DATE, k INTEGER", "d")
                .source("months", "m DATE, k INTEGER", "m")
                .write("models/sources/raw/months.yml", """
                        name: raw.months
                        columns: [{name: m, type: DATE}, {name: k, type: INTEGER}]
                        timeseries: {partition_column: m, granularity: month}
                        """)
                .sql("INSERT INTO raw.r VALUES ('2026-05-28', NULL)", "INSERT INTO raw.months VALUES ('2026-06-01', 0)")
                .write("models/m0.sql", MADE_WHOLE + "SELECT r.d, r.k FROM smelt.sources.raw.r AS r\n")
                .incremental(
                        "m1",
                        "timeseries: {partition_column: d, granularity: week}",
                        "SELECT m.d, m.k FROM smelt.m0 AS m")
                .incremental(
                        "m2",
                        "timeseries: {partition_column: m, granularity: week, week_start: sunday}",
                        "SELECT x.m, COALESCE(q.k, x.k) AS k FROM smelt.sources.raw.months AS x"
                                + " LEFT JOIN smelt.m1 AS q ON q.k = x.k AND q.d = x.m");
        project.run(on(OnLogicChange.WARN));
        project.write("models/m0.sql", MADE_WHOLE + "SELECT r.d, r.k FROM smelt.sources.raw.r AS r WHERE r.k > 0\n");

        project.run(on(OnLogicChange.BACKBUILD));

        assertThat(stale(project)).isEmpty();
    }

    /** The second day of the window reads the last one before it, which the first day does not. */
    @Test
    void aWindowOfAModelThatReadsItselfBeginsAtTheHoleThatAnyOfItsDaysReads() {
        UserProject project = UserProject.in(directory)
                .source("r", "d DATE, v INTEGER", "d")
                .sql("INSERT INTO raw.r VALUES ('2026-05-18', 4), ('2026-05-19', 2), ('2026-05-20', 3)")
                .daily("total", "d", """
                        SELECT t.d, t.v + COALESCE(y.v, 0) AS v
                        FROM (SELECT d, CAST(SUM(v) AS BIGINT) AS v FROM smelt.sources.raw.r GROUP BY d) AS t
                        LEFT JOIN smelt.total AS y ON y.d = t.d - INTERVAL '2 days'""");

        project.run(new BuildRequest.Window("2026-05-19", "2026-05-21"));

        assertThat(project.rows("SELECT d, v FROM main.total ORDER BY d"))
                .containsExactly("2026-05-18 4", "2026-05-19 2", "2026-05-20 7");
    }

    /** The partition was rewritten from a table made whole that itself had not heard of what landed. */
    @Test
    void aTableMadeWholeThatWasLeftOutChangesWhatReadsItOnceItIsMade() {
        UserProject project = UserProject.in(directory)
                .source("r", "d DATE, k INTEGER", "d")
                .source("s", "d DATE, k INTEGER", "d")
                .sql("INSERT INTO raw.s VALUES ('2026-05-02', 1)")
                .write("models/m0.sql", MADE_WHOLE + "SELECT r.d, r.k FROM smelt.sources.raw.r AS r\n")
                .daily("other", "d", "SELECT d, k FROM smelt.sources.raw.s")
                .daily(
                        "m1",
                        "d",
                        "SELECT s.d, s.k, m.k AS matched FROM smelt.sources.raw.s AS s"
                                + " LEFT JOIN smelt.m0 AS m ON m.d = s.d");
        project.run(new BuildRequest.Auto(false));
        project.sql("INSERT INTO raw.r VALUES ('2026-05-02', 7)");
        project.run(UserProject.landed("sources.raw.r", "2026-05-02", "2026-05-03"), "other");
        project.sql("INSERT INTO raw.s VALUES ('2026-05-02', 2)");
        project.run(UserProject.landed("sources.raw.s", "2026-05-02", "2026-05-03"));

        project.run(new BuildRequest.Auto(false));

        assertThat(project.rows("SELECT k, matched FROM main.m1 ORDER BY k")).containsExactly("1 7", "2 7");
        assertThat(stale(project)).isEmpty();
    }

    /** The windows of the table that is made whole are refused; its partitions come from m0 all the same. */
    @Test
    void whatIsAboveATableMadeWholeWithoutWindowsIsBuiltAtOnce() {
        UserProject project = UserProject.in(directory)
                .source("r", "d DATE, k INTEGER", "d")
                .sql("INSERT INTO raw.r VALUES ('2026-05-02', 1)")
                .daily("m0", "d", "SELECT d, k FROM smelt.sources.raw.r")
                .write(
                        "models/m1.sql",
                        MADE_WHOLE + "SELECT a.d, b.k FROM smelt.m0 AS a JOIN smelt.m0 AS b ON b.d <= a.d\n")
                .daily("m2", "d", "SELECT d, k FROM smelt.m1");

        project.run(on(OnLogicChange.WARN));
        assertThat(project.rows("SELECT d, k FROM main.m2")).containsExactly("2026-05-02 1");
        project.sql("INSERT INTO raw.r VALUES ('2026-05-03', 2)");
        project.run(on(OnLogicChange.WARN));

        assertThat(project.rows("SELECT d, k FROM main.m2 ORDER BY ALL"))
                .containsExactly("2026-05-02 1", "2026-05-03 1", "2026-05-03 2");
    }
}
