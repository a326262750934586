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
}
