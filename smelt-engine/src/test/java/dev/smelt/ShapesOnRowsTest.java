package dev.smelt;

import static dev.smelt.UserProject.landed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.diagnostics.SmeltException;
import dev.smelt.plan.DirtySet;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shapes of SQL in which a window is easily got wrong, each with a few rows: built a day at a time the table is what the
 * SQL gives over everything, and after a late row again, with only the announced partitions written.
 */
class ShapesOnRowsTest {
    @TempDir
    Path directory;

    private UserProject project;

    /** Two sources of days, {@code a} and {@code b}, with a time of the event in each row. */
    private UserProject days() {
        project = UserProject.in(directory)
                .source("a", "k INTEGER, d DATE, ts TIMESTAMP, v INTEGER", "d")
                .source("b", "k INTEGER, d DATE, ts TIMESTAMP, v INTEGER", "d")
                .sql(
                        "INSERT INTO raw.a SELECT i % 2, DATE '2026-01-28' + i, DATE '2026-01-28' + i + INTERVAL 9 HOUR, i"
                                + " FROM (SELECT CAST(range AS INTEGER) AS i FROM range(8)) WHERE i <> 4",
                        "INSERT INTO raw.b SELECT i % 2, DATE '2026-01-25' + i, DATE '2026-01-25' + i + INTERVAL 8 HOUR, 10 * i"
                                + " FROM (SELECT CAST(range AS INTEGER) AS i FROM range(12)) WHERE i <> 5");
        return project;
    }

    private static final String A = "smelt.sources.raw.a";
    private static final String B = "smelt.sources.raw.b";

    /** The model m, whose partition column is d, is what its SQL says, whatever the size of the chunks. */
    private void isBuiltByTheDay(String sql) {
        project.daily("m", "d", sql);
        assertThat(project.backbuild("m", "2026-01-20", "2026-02-12", 1).failures())
                .isEmpty();
        isWhole(sql);
    }

    /** A late row is announced for these partitions, and once they are written the table is whole again. */
    private void followsLate(String sql, String insert, String source, String start, String end, String announced) {
        project.sql(insert);
        assertThat(dirty(source, start, end)).isEqualTo(announced);
        assertThat(project.run(landed(source, start, end)).failures()).isEmpty();
        isWhole(sql);
    }

    private String dirty(String source, String start, String end) {
        List<DirtySet.Run> runs = project.plan(landed(source, start, end))
                .dirtySet()
                .orElseThrow()
                .runs();
        assertThat(runs).hasSize(1);
        return runs.get(0).granularity().format(runs.get(0).window());
    }

    private void isWhole(String sql) {
        String plain = sql.replace("smelt.sources.", "");
        List<String> expected = project.rows("SELECT * FROM (" + plain + ") AS q WHERE d IS NOT NULL ORDER BY ALL");
        assertThat(expected).isNotEmpty();
        assertThat(project.rows("SELECT * FROM main.m ORDER BY ALL")).isEqualTo(expected);
    }

    private void isRefused(String sql, String... words) {
        project.daily("m", "d", sql);
        assertThatThrownBy(() -> project.plan(new BuildRequest.Auto(false)))
                .isInstanceOf(SmeltException.class)
                .hasMessageContainingAll(words);
    }

    @Test
    void lagOverABoundedFrameHonoursItOnlyWithAnOrderOfItsOwn() {
        days();
        String sql = "SELECT d, v, LAG(v%s) OVER (PARTITION BY k ORDER BY d RANGE BETWEEN INTERVAL 2 DAYS PRECEDING"
                + " AND CURRENT ROW) AS before FROM " + A;
        String ordered = String.format(Locale.ROOT, sql, " ORDER BY d, v");

        isBuiltByTheDay(ordered);
        followsLate(
                ordered,
                "INSERT INTO raw.a VALUES (1, '2026-01-30', '2026-01-30', 50)",
                "sources.raw.a",
                "2026-01-30",
                "2026-01-31",
                "[2026-01-30, 2026-02-02)");
        isRefused(String.format(Locale.ROOT, sql, ""), "LAG()", "ORDER BY");
    }

    @Test
    void havingOverMinAndMaxBoundsNothing() {
        days();
        String aligned = "SELECT d, sum(v) AS v FROM " + A
                + " GROUP BY d HAVING max(ts) - min(ts) < INTERVAL '2 hours' AND min(v) > 0";

        isBuiltByTheDay(aligned);
        followsLate(
                aligned,
                "INSERT INTO raw.a VALUES (0, '2026-01-30', '2026-01-30 23:00:00', 1)",
                "sources.raw.a",
                "2026-01-30",
                "2026-01-31",
                "[2026-01-30, 2026-01-31)");
        isRefused(
                "SELECT max(d) AS d, k FROM " + A
                        + " GROUP BY k HAVING max(d) >= DATE '2026-01-01' AND min(d) < DATE '2026-03-01'",
                "m reads sources.raw.a, but no bound on its d follows from the SQL for one partition of d");
    }

    @Test
    void aFullJoinWithItsPartitionFromEitherSide() {
        days();
        String sql = "SELECT COALESCE(a.d, b.d) AS d, a.v, b.v AS w FROM " + A + " AS a FULL JOIN " + B
                + " AS b ON a.k = b.k AND b.d BETWEEN a.d AND a.d + 1";

        isBuiltByTheDay(sql);
        followsLate(
                sql,
                "INSERT INTO raw.b VALUES (0, '2026-02-01', '2026-02-01', 7)",
                "sources.raw.b",
                "2026-02-01",
                "2026-02-02",
                "[2026-01-31, 2026-02-02)");
    }

    /** 31 January and a month is 28 February, and a month less is 28 January. */
    @Test
    void aMonthAddedAndTakenAwayAgainIsNotNothing() {
        days();
        String sql = "SELECT a.d, a.v, b.v AS w FROM " + A + " AS a LEFT JOIN " + B
                + " AS b ON b.d = a.d + INTERVAL '1 month' - INTERVAL '1 month'";

        isBuiltByTheDay(sql);
        followsLate(
                sql,
                "INSERT INTO raw.b VALUES (0, '2026-01-28', '2026-01-28', 7)",
                "sources.raw.b",
                "2026-01-28",
                "2026-01-29",
                "[2026-01-28, 2026-02-01)");
        assertThat(project.rows("SELECT count(*) FROM main.m WHERE w = 7 AND d = '2026-01-31'"))
                .containsExactly("1");
    }

    @Test
    void betweenTimestampsAMonthIsThirtyDays() {
        days().source("x", "k INTEGER, ts TIMESTAMP", "ts")
                .source("y", "k INTEGER, ts TIMESTAMP", "ts")
                .sql("INSERT INTO raw.x SELECT k, ts FROM raw.a", "INSERT INTO raw.y SELECT k, ts FROM raw.b");
        String sql = "SELECT CAST(x.ts AS DATE) AS d, x.k, count(y.k) AS n FROM smelt.sources.raw.x AS x"
                + " LEFT JOIN smelt.sources.raw.y AS y ON y.ts >= x.ts AND y.ts - x.ts < INTERVAL '1 month' GROUP BY ALL";

        isBuiltByTheDay(sql);
        followsLate(
                sql,
                "INSERT INTO raw.y VALUES (0, '2026-03-01 08:59:59'), (0, '2026-03-01 09:00:00')",
                "sources.raw.y",
                "2026-03-01",
                "2026-03-02",
                "[2026-01-30, 2026-03-02)");
        assertThat(project.rows("SELECT d FROM main.m WHERE n > 10 ORDER BY d")).isEmpty();
    }

    @Test
    void aFrameOfADescendingOrderLooksAhead() {
        days();
        String sql =
                "SELECT d, v, sum(v) OVER (ORDER BY d DESC RANGE BETWEEN INTERVAL 2 DAYS PRECEDING AND CURRENT ROW)"
                        + " AS w FROM " + A;

        isBuiltByTheDay(sql);
        followsLate(
                sql,
                "INSERT INTO raw.a VALUES (0, '2026-02-02', '2026-02-02', 7)",
                "sources.raw.a",
                "2026-02-02",
                "2026-02-03",
                "[2026-01-31, 2026-02-03)");
    }

    /** Rows without a key are each other's peers and nobody else's, and belong to no partition. */
    @Test
    void rowsWithoutAnOrderKeyAreInNoFrame() {
        days().sql("INSERT INTO raw.a VALUES (0, NULL, NULL, 1000), (1, NULL, NULL, 2000)");
        String sql = "SELECT d, v, sum(v) OVER (ORDER BY d RANGE BETWEEN INTERVAL 1 DAY PRECEDING AND INTERVAL 1 DAY"
                + " FOLLOWING) AS w FROM " + A;

        isBuiltByTheDay(sql);
        isRefused(
                "SELECT d, v, sum(v) OVER (ORDER BY d NULLS LAST RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)"
                        + " AS w FROM " + A,
                "the open side of its frame also holds the rows whose d is NULL");
    }

    @Test
    void aRowWithoutTheTimeThatItsFrameGoesByIsNamed() {
        days();
        String sql =
                "SELECT d, v, sum(v) OVER (ORDER BY ts RANGE BETWEEN INTERVAL 1 DAY PRECEDING AND CURRENT ROW) AS w"
                        + " FROM " + A;

        isBuiltByTheDay(sql);
        project.sql("INSERT INTO raw.a VALUES (0, '2026-02-01', NULL, 7)");
        assertThat(project.run(landed("sources.raw.a", "2026-02-01", "2026-02-02"))
                        .failures())
                .singleElement()
                .asString()
                .contains("a row that is read has ts NULL in partition 2026-02-01");
    }

    /** A full rebuild would find its time in the frames of the first of February; no window reads a row of no partition. */
    @Test
    void aRowWithoutAPartitionButWithATimeIsNamed() {
        days();
        String sql =
                "SELECT d, v, sum(v) OVER (ORDER BY ts RANGE BETWEEN INTERVAL 1 DAY PRECEDING AND CURRENT ROW) AS w"
                        + " FROM " + A;

        isBuiltByTheDay(sql);
        project.sql("INSERT INTO raw.a VALUES (0, NULL, '2026-02-01 08:00:00', 7)");
        assertThat(project.backbuild("m", "2026-01-20", "2026-01-30", 1).failures())
                .isEmpty();
        assertThat(project.backbuild("m", "2026-02-01", "2026-02-02", 1).failures())
                .singleElement()
                .asString()
                .contains("a row that is read has ts 2026-02-01 08:00:00 in partition NULL");
    }

    @Test
    void aFrameOverAJoinReachesBothSides() {
        days();
        String sql =
                "SELECT a.d, a.v, sum(b.v) OVER (ORDER BY a.d RANGE BETWEEN INTERVAL 2 DAYS PRECEDING AND CURRENT ROW)"
                        + " AS w FROM " + A + " AS a JOIN " + B + " AS b ON b.d = a.d - 1";

        isBuiltByTheDay(sql);
        followsLate(
                sql,
                "INSERT INTO raw.b VALUES (0, '2026-01-28', '2026-01-28', 7)",
                "sources.raw.b",
                "2026-01-28",
                "2026-01-29",
                "[2026-01-29, 2026-02-01)");
    }

    @Test
    void aCteJoinedToItselfIsReadOverBothPaths() {
        days();
        String sql = "WITH c AS (SELECT d, v FROM " + A + ")"
                + " SELECT x.d, x.v, y.v AS before FROM c AS x LEFT JOIN c AS y ON y.d = x.d - INTERVAL '2 days'";

        isBuiltByTheDay(sql);
        followsLate(
                sql,
                "INSERT INTO raw.a VALUES (0, '2026-02-02', '2026-02-02', 7)",
                "sources.raw.a",
                "2026-02-02",
                "2026-02-03",
                "[2026-02-02, 2026-02-05)");
    }

    @Test
    void hoursCastToADay() {
        days().write(
                        "models/sources/raw/h.yml",
                        "name: raw.h\ncolumns:\n  - {name: ts, type: TIMESTAMP}\n  - {name: v, type: INTEGER}\n"
                                + "timeseries: {partition_column: ts, granularity: hour}\n")
                .sql(
                        "CREATE TABLE raw.h (ts TIMESTAMP, v INTEGER)",
                        "INSERT INTO raw.h VALUES ('2026-01-31 23:59:59', 1), ('2026-02-01 00:00:00', 2), ('2026-02-01 13:00:00', 4)");
        String sql = "SELECT CAST(ts AS DATE) AS d, sum(v) AS v FROM smelt.sources.raw.h GROUP BY 1";

        isBuiltByTheDay(sql);
        followsLate(
                sql,
                "INSERT INTO raw.h VALUES ('2026-02-01 23:30:00', 8)",
                "sources.raw.h",
                "2026-02-01T23:00",
                "2026-02-02T00:00",
                "[2026-02-01, 2026-02-02)");
    }

    @Test
    void aMonthlyTableJoinedToDays() {
        days().write(
                        "models/sources/raw/budget.yml",
                        "name: raw.budget\ncolumns:\n  - {name: m, type: DATE}\n  - {name: amt, type: INTEGER}\n"
                                + "timeseries: {partition_column: m, granularity: month}\n")
                .sql(
                        "CREATE TABLE raw.budget (m DATE, amt INTEGER)",
                        "INSERT INTO raw.budget VALUES ('2026-01-01', 100)");
        String sql = "SELECT a.d, a.v, c.amt FROM " + A
                + " AS a LEFT JOIN smelt.sources.raw.budget AS c ON c.m = date_trunc('month', a.d)";

        isBuiltByTheDay(sql);
        followsLate(
                sql,
                "INSERT INTO raw.budget VALUES ('2026-02-01', 200)",
                "sources.raw.budget",
                "2026-02-01",
                "2026-03-01",
                "[2026-02-01, 2026-03-01)");
    }

    @Test
    void aUnionArmWithAConstantDateIsRefusedByName() {
        days();

        isRefused(
                "SELECT d, v FROM " + A + " UNION ALL SELECT DATE '2026-02-01' AS d, v FROM " + B,
                "m reads sources.raw.b in an arm of a set operation whose d does not come from the clock");
        isRefused(
                "SELECT d, v FROM " + A + " UNION ALL SELECT DATE '2026-02-01' AS d, v FROM " + B
                        + " WHERE d BETWEEN DATE '2026-01-28' AND DATE '2026-01-30'",
                "m reads sources.raw.b in an arm of a set operation whose d does not come from the clock");
        isBuiltByTheDay("SELECT d, v FROM " + A + " UNION ALL SELECT d, v FROM " + B + " WHERE d = DATE '2026-02-01'");
    }

    @Test
    void whatCannotBeReadIsRefusedByTheNameItIsWrittenUnder() {
        days();

        isRefused(
                "WITH RECURSIVE r(d, v) USING KEY (d) AS (SELECT d, v FROM " + A
                        + " UNION SELECT d, v + 1 FROM r WHERE v < 3) SELECT * FROM r",
                "USING KEY, in a WITH that is recursive or not, is SQL that smelt cannot analyse");
        isRefused(
                "FROM (PIVOT " + A + " ON k USING sum(v) GROUP BY d)",
                "m.sql:6:7: The columns of m depend on the data, because this PIVOT does not name the values of its ON.");
        isRefused("SELECT d, k FROM " + A + " POSITIONAL JOIN (SELECT 1 AS one)", "POSITIONAL JOIN");
    }

    /** What an ORDER BY puts first decides what a frame holds. */
    @Test
    void theOrderOfTheEngineIsNotForASettingToChange() {
        days().write(
                        "smelt.yml",
                        "name: case\nversion: 1\ntargets:\n  dev: {type: duckdb, database: warehouse.duckdb, schema: main,"
                                + " settings: {default_null_order: nulls_first, default_order: desc}}\n");

        assertThatThrownBy(() -> project.plan(new BuildRequest.Auto(false)))
                .isInstanceOf(SmeltException.class)
                .hasMessageContaining("'default_null_order' changes which rows an ORDER BY puts first")
                .hasMessageContaining("'default_order' changes which rows an ORDER BY puts first");
    }

    /** Each chunk is a transaction of its own, for which the engine's clock has another time. */
    @Test
    void aPlausibleClockShowsOneTimeInAllChunksOfARun() {
        days().incremental(
                        "m",
                        "timeseries: {partition_column: d, granularity: day}\ncolumns: {seen: {contract: plausible},"
                                + " on_day: {contract: plausible}, local: {contract: plausible}}",
                        "SELECT a.d, a.v, now() AS seen, current_date AS on_day, localtimestamp AS local, b.v AS w FROM "
                                + A + " AS a JOIN " + B + " AS b ON b.d = a.d");

        assertThat(project.backbuild("m", "2026-01-20", "2026-02-12", 1).failures())
                .isEmpty();

        assertThat(project.rows("SELECT DISTINCT CAST(epoch_us(seen) AS VARCHAR), on_day, local FROM main.m"))
                .containsExactly("1782864000000000 2026-07-01 2026-07-01 00:00:00.0");
    }

    @Test
    void whatIsMadeWholeCannotReadItself() {
        days().write(
                        "models/m.sql",
                        "---\nmaterialization: table\nrefresh: full\ntimeseries: {partition_column: d, granularity: day}\n---\n"
                                + "SELECT a.d, a.v + COALESCE((SELECT max(m.v) FROM smelt.m AS m WHERE m.d = a.d - 1), 0) AS v FROM "
                                + A + " AS a\n");

        assertThatThrownBy(() -> project.plan(new BuildRequest.Auto(false)))
                .isInstanceOf(SmeltException.class)
                .hasMessageContaining("m.sql:6:50: m reads itself, but is made whole");
    }
}
