package dev.smelt.relation;

import static dev.smelt.time.Granularity.DAY;
import static dev.smelt.time.Granularity.HOUR;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What random models broke once, each as the smallest model that did. */
class FoundByTheLawTest {
    private static Windows daily() {
        return Windows.given().clocked("s(d DATE, k INTEGER, v INTEGER)", "d", DAY);
    }

    /** No row has a Tuesday as its P, so that a Tuesday reads nothing: its dirty window must not end there. */
    @Test
    void daysThatStartNoWeekDoNotHideTheDirtyMonday() {
        Windows windows = daily().when("SELECT CAST(date_trunc('week', d) AS DATE) AS p, v FROM s", "p", DAY);

        assertThat(windows.read("s", "2024-01-29", "2024-01-30")).isEqualTo("[2024-01-29, 2024-02-05)");
        assertThat(windows.dirty("s", "2024-02-01", "2024-02-02")).isEqualTo("[2024-01-29, 2024-01-30)");
    }

    @Test
    void hoursThatStartNoDayDoNotHideTheDirtyMidnight() {
        Windows windows = daily().when("SELECT CAST(d AS DATE) - INTERVAL '1 day' AS p, v FROM s", "p", HOUR);

        assertThat(windows.dirty("s", "2024-02-01", "2024-02-02"))
                .isEqualTo("[2024-01-31 00:00:00, 2024-01-31 01:00:00)");
    }

    /** The engine sorts NULLs last: an open end of the frame holds them, and no partition does. */
    @Test
    void anOpenFrameTowardsTheNullsIsRefused() {
        String frame = "SUM(v) OVER (ORDER BY d%s RANGE BETWEEN %s) AS w FROM s%s";
        Windows following = daily().when(
                        "SELECT d, "
                                + String.format(
                                        java.util.Locale.ROOT, frame, "", "CURRENT ROW AND UNBOUNDED FOLLOWING", ""),
                        "d",
                        DAY);
        Windows nullsFirst = daily().when(
                        "SELECT d, "
                                + String.format(
                                        java.util.Locale.ROOT,
                                        frame,
                                        " NULLS FIRST",
                                        "UNBOUNDED PRECEDING AND CURRENT ROW",
                                        ""),
                        "d",
                        DAY);
        Windows filtered = daily().when(
                        "SELECT d, "
                                + String.format(
                                        java.util.Locale.ROOT,
                                        frame,
                                        "",
                                        "CURRENT ROW AND UNBOUNDED FOLLOWING",
                                        " WHERE d IS NOT NULL"),
                        "d",
                        DAY);

        assertThat(following.refusal()).contains("the open side of its frame also holds the rows whose d is NULL");
        assertThat(nullsFirst.refusal()).contains("the open side of its frame also holds the rows whose d is NULL");
        assertThat(filtered.read("s", "2024-02-01", "2024-02-02")).isEqualTo("[2024-02-01, infinity)");
    }

    /** DuckDB 2.0 divides the days between by seven: 31 December to 17 January are 17 days, two weeks, three Mondays. */
    @Test
    void weeksOfDateDiffAreDaysDividedBySeven() {
        Windows windows = Windows.given()
                .clocked("a(k INTEGER, d DATE)", "d", DAY)
                .clocked("b(k INTEGER, d DATE)", "d", DAY)
                .when("SELECT a.k, a.d FROM a LEFT JOIN b ON abs(date_diff('week', b.d, a.d)) <= 2", "d", DAY);

        assertThat(windows.read("b", "2024-01-17", "2024-01-18")).isEqualTo("[2023-12-28, 2024-02-07)");
    }

    /** The engine reads {@code d} in HAVING as {@code max(b.d)}: rows of b of other days are in the group all the same. */
    @Test
    void anAliasInHavingTiesNoRow() {
        Windows windows = Windows.given()
                .clocked("a(k INTEGER, day DATE)", "day", DAY)
                .clocked("b(k INTEGER, d DATE)", "d", DAY)
                .when(
                        "SELECT a.day, max(b.d) AS d, count(*) AS n FROM a JOIN b ON b.k = a.k GROUP BY a.day HAVING d = a.day",
                        "day",
                        DAY);

        assertThat(windows.refusal()).contains("m reads b, but no bound on its d follows");
    }

    /** The engine reads {@code d} in DISTINCT ON as {@code k}: one row per key of all days. */
    @Test
    void anAliasInDistinctOnIsNoClock() {
        Windows windows = daily().when("SELECT DISTINCT ON (d) k AS d, v, s.d AS p FROM s ORDER BY v", "p", DAY);

        assertThat(windows.refusal()).contains("DISTINCT ON").contains("partition column p");
    }

    /** COALESCE of a date and a timestamp is a timestamp: its cast to DATE cuts hours off. */
    @Test
    void theCastOfAMixedCoalesceIsAFloor() {
        Windows windows = Windows.given()
                .clocked("a(k INTEGER, d DATE)", "d", DAY)
                .clocked("b(k INTEGER, ts TIMESTAMP)", "ts", DAY)
                .when(
                        "SELECT CAST(COALESCE(a.d, b.ts) AS DATE) AS p, a.k FROM a"
                                + " FULL JOIN b ON a.k = b.k AND b.ts BETWEEN a.d - INTERVAL '1 day' AND a.d + INTERVAL '1 day'",
                        "p",
                        DAY);

        // b at 23:59 of P matches a of the day after P
        assertThat(windows.read("a", "2024-02-02", "2024-02-03")).isEqualTo("[2024-02-01, 2024-02-04)");
    }

    /** A day that is chosen by CASE and named again in the filter is one value, cast or not. */
    @Test
    void aChosenDayThatTheFilterNamesIsOneValue() {
        String chosen = "SELECT d, v, CAST(CASE WHEN v > 0 THEN %s ELSE %s END AS DATE) AS p FROM s";
        String first =
                "MAX(t) OVER (PARTITION BY v ORDER BY t RANGE BETWEEN INTERVAL '2 days' PRECEDING AND CURRENT ROW)";
        Windows windows = Windows.given()
                .clocked("s(d DATE, t TIMESTAMP, v INTEGER)", "d", "t", DAY)
                .when(
                        "SELECT p, SUM(v) AS v FROM ("
                                + String.format(java.util.Locale.ROOT, chosen, first, "MIN(t) OVER (PARTITION BY v, d)")
                                + ") AS started WHERE d BETWEEN p AND p + INTERVAL '1 day' GROUP BY p",
                        "p",
                        DAY);

        assertThat(windows.attributed("s", "2024-02-10", "2024-02-11")).isEqualTo("[2024-02-10, 2024-02-12)");
        assertThat(windows.read("s", "2024-02-10", "2024-02-11")).isEqualTo("[2024-02-08, 2024-02-12)");
        assertThat(windows.derivation().partitionNullable()).isFalse();
    }

    /** Rows whose CASE is NULL share one window partition, whatever days they lie in. */
    @Test
    void aCaseThatMayBeNullIsNoClock() {
        Windows windows = Windows.given()
                .clocked("s(d DATE, v INTEGER)", "d", DAY)
                .when("SELECT d, SUM(v) OVER (PARTITION BY CASE WHEN v > 0 THEN d END) AS w FROM s", "d", DAY);

        assertThat(windows.refusal()).contains("SUM() has partition keys (CASE WHEN v > 0 THEN d END)");
    }
}
