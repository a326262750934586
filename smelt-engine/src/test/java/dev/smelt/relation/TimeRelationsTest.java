package dev.smelt.relation;

import static dev.smelt.time.Granularity.DAY;
import static dev.smelt.time.Granularity.HOUR;
import static dev.smelt.time.Granularity.MONTH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.model.SafetyOverride;
import org.junit.jupiter.api.Test;

/** SQL in, window out: what is read for a window of output partitions, what a landed window dirties. */
class TimeRelationsTest {
    private static final String PARSED = """
            SELECT event_id, CAST(event_time AS TIMESTAMP) AS event_ts, CAST(event_date AS DATE) AS event_date
            FROM bronze
            WHERE event_date
                BETWEEN CAST(arrival_time AS DATE) - INTERVAL '3 days'
                    AND CAST(arrival_time AS DATE)
            QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id ORDER BY arrival_time) = 1""";

    private static Windows bronze() {
        return Windows.given()
                .clocked(
                        "bronze(event_id BIGINT, event_time TIMESTAMP, arrival_time TIMESTAMP, event_date DATE)",
                        "event_date",
                        "event_time",
                        DAY);
    }

    private static Windows daily() {
        return Windows.given().clocked("s(d DATE, amt INTEGER)", "d", DAY);
    }

    @Test
    void aProjectionReadsItsOwnPartitions() {
        Windows windows = daily().when("SELECT d, amt FROM s", "d", DAY);

        assertThat(windows.read("s", "2026-05-04", "2026-05-07")).isEqualTo("[2026-05-04, 2026-05-07)");
        assertThat(windows.dirty("s", "2026-05-04", "2026-05-05")).isEqualTo("[2026-05-04, 2026-05-05)");
        assertThat(windows.drivers()).containsExactly("s");
    }

    @Test
    void theDedupWindowOfThePageReadsThreeDaysBackUnderItsOverride() {
        Windows windows =
                bronze().signing(SafetyOverride.ALLOW_WINDOW_FUNCTIONS).when(PARSED, "event_date", DAY);

        assertThat(windows.attributed("bronze", "2026-04-01", "2026-04-10")).isEqualTo("[2026-04-01, 2026-04-10)");
        assertThat(windows.read("bronze", "2026-04-01", "2026-04-10")).isEqualTo("[2026-03-29, 2026-04-10)");
        assertThat(windows.written("bronze", "2026-04-10", "2026-04-11")).isEqualTo("[2026-04-10, 2026-04-11)");
    }

    @Test
    void theDedupWindowIsRefusedWithoutItsOverride() {
        Windows windows = bronze().when(PARSED, "event_date", DAY);

        assertThat(windows.refusal())
                .startsWith("models/m.sql:6:9: m: ROW_NUMBER() has partition keys (event_id)")
                .contains("partition column event_date", "Add event_date to PARTITION BY")
                .contains("allow_window_functions")
                .endsWith("[SMELT-K001]");
    }

    @Test
    void sessionsReadTwoDaysBackAndOneAhead() {
        Windows windows = Windows.given()
                .clocked(
                        "parsed(device INTEGER, event_id BIGINT, event_ts TIMESTAMP, event_date DATE)",
                        "event_date",
                        "event_ts",
                        DAY)
                .when("""
                        SELECT device, start_date, COUNT(*) AS events
                        FROM (
                            SELECT device, event_date,
                                CAST(MAX(CASE WHEN gap THEN event_ts END) OVER (PARTITION BY device ORDER BY event_ts
                                    RANGE BETWEEN INTERVAL '2 days' PRECEDING AND CURRENT ROW) AS DATE) AS start_date
                            FROM (
                                SELECT *, event_ts - LAG(event_ts ORDER BY event_ts, event_id) OVER (PARTITION BY device
                                    ORDER BY event_ts RANGE BETWEEN CURRENT ROW AND CURRENT ROW) > INTERVAL '30 minutes' AS gap
                                FROM parsed) AS marked
                        ) AS started
                        WHERE event_date BETWEEN start_date AND start_date + INTERVAL '1 day'
                        GROUP BY device, start_date""", "start_date", DAY);

        assertThat(windows.attributed("parsed", "2026-04-10", "2026-04-11")).isEqualTo("[2026-04-10, 2026-04-12)");
        assertThat(windows.read("parsed", "2026-04-10", "2026-04-11")).isEqualTo("[2026-04-08, 2026-04-12)");
        assertThat(windows.written("parsed", "2026-04-10", "2026-04-11")).isEqualTo("[2026-04-09, 2026-04-11)");
        assertThat(windows.dirty("parsed", "2026-04-10", "2026-04-11")).isEqualTo("[2026-04-09, 2026-04-13)");
        assertThat(windows.drivers()).containsExactly("parsed");
    }

    @Test
    void aJoinBoundsWhatItJoins() {
        Windows windows = Windows.given()
                .clocked("e(id BIGINT, d DATE)", "d", DAY)
                .clocked("s(id BIGINT, start_date DATE)", "start_date", DAY)
                .when("""
                        SELECT e.id, e.d FROM e LEFT JOIN s ON e.id = s.id
                            AND s.start_date BETWEEN e.d - INTERVAL '1 day' AND e.d + INTERVAL '1 day'""", "d", DAY);

        assertThat(windows.read("s", "2026-04-10", "2026-04-11")).isEqualTo("[2026-04-09, 2026-04-12)");
        assertThat(windows.dirty("s", "2026-04-09", "2026-04-13")).isEqualTo("[2026-04-08, 2026-04-14)");
        assertThat(windows.drivers()).containsExactly("e");
    }

    @Test
    void c07RangeLooksBack() {
        Windows windows = daily().when(
                        "SELECT d, SUM(amt) OVER (ORDER BY d RANGE BETWEEN INTERVAL 2 DAYS PRECEDING AND CURRENT ROW) AS w FROM s",
                        "d",
                        DAY);

        assertThat(windows.read("s", "2026-05-04", "2026-05-07")).isEqualTo("[2026-05-02, 2026-05-07)");
        assertThat(windows.dirty("s", "2026-05-01", "2026-05-02")).isEqualTo("[2026-05-01, 2026-05-04)");
    }

    @Test
    void c08RangeLooksAhead() {
        Windows windows = daily().when(
                        "SELECT d, SUM(amt) OVER (ORDER BY d RANGE BETWEEN CURRENT ROW AND INTERVAL 1 DAY FOLLOWING) AS w FROM s",
                        "d",
                        DAY);

        assertThat(windows.read("s", "2026-05-01", "2026-05-04")).isEqualTo("[2026-05-01, 2026-05-05)");
        assertThat(windows.dirty("s", "2026-05-04", "2026-05-05")).isEqualTo("[2026-05-03, 2026-05-05)");
    }

    @Test
    void descendingOrderSwapsTheSides() {
        Windows windows = daily().when(
                        "SELECT d, SUM(amt) OVER (ORDER BY d DESC RANGE BETWEEN INTERVAL 2 DAYS PRECEDING AND CURRENT ROW) AS w FROM s",
                        "d",
                        DAY);

        assertThat(windows.read("s", "2026-05-04", "2026-05-05")).isEqualTo("[2026-05-04, 2026-05-07)");
    }

    @Test
    void aRunningTotalReadsAllHistoryAndIsToldOfIt() {
        Windows running = daily().when("SELECT d, SUM(amt) OVER (ORDER BY d) AS total FROM s", "d", DAY);
        Windows framed = daily().when(
                        "SELECT d, SUM(amt) OVER (ORDER BY d RANGE INTERVAL 2 DAYS PRECEDING) AS total FROM s",
                        "d",
                        DAY);

        assertThat(running.refusal()).isEmpty();
        assertThat(running.warnings())
                .singleElement()
                .asString()
                .startsWith(
                        "models/m.sql:1:11: m: SUM() looks at all rows before its own, so that each partition of d is"
                                + " computed from all of s up to it, and what lands there late makes every later partition stale.")
                .contains("'RANGE BETWEEN INTERVAL '30 days' PRECEDING AND CURRENT ROW'");
        assertThat(framed.warnings()).isEmpty();
    }

    @Test
    void c09LagHasNoTimeBound() {
        Windows windows = Windows.given()
                .clocked("p(sku VARCHAR, d DATE, price INTEGER)", "d", DAY)
                .when("SELECT sku, d, price - LAG(price) OVER (PARTITION BY sku ORDER BY d) AS chg FROM p", "d", DAY);

        assertThat(windows.refusal()).contains("LAG() has partition keys (sku)", "does not honour a frame");
    }

    @Test
    void lagHonoursAFrameOnlyWithAnOrderOfItsOwn() {
        String frame = "OVER (PARTITION BY sku ORDER BY d RANGE BETWEEN INTERVAL 2 DAYS PRECEDING AND CURRENT ROW)";
        Windows without = Windows.given()
                .clocked("p(sku VARCHAR, d DATE, price INTEGER)", "d", DAY)
                .when("SELECT sku, d, LAG(price) " + frame + " AS was FROM p", "d", DAY);
        Windows with = Windows.given()
                .clocked("p(sku VARCHAR, d DATE, price INTEGER)", "d", DAY)
                .when("SELECT sku, d, LAG(price ORDER BY d, price) " + frame + " AS was FROM p", "d", DAY);

        assertThat(without.refusal())
                .contains("LAG() does not honour a frame unless the call has an ORDER BY of its own");
        assertThat(with.read("p", "2026-05-04", "2026-05-05")).isEqualTo("[2026-05-02, 2026-05-05)");
    }

    @Test
    void c10RowsIsNotRange() {
        Windows windows = daily().when(
                        "SELECT d, SUM(amt) OVER (ORDER BY d ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS w FROM s",
                        "d",
                        DAY);

        assertThat(windows.refusal()).contains("ROWS counts rows, not time");
    }

    @Test
    void aRunningSumReadsEverythingBeforeAndGoesOneByOne() {
        Windows windows = daily().when("SELECT d, SUM(amt) OVER (ORDER BY d) AS w FROM s", "d", DAY);

        assertThat(windows.read("s", "2026-05-04", "2026-05-05")).isEqualTo("[-infinity, 2026-05-05)");
        assertThat(windows.dirty("s", "2026-05-04", "2026-05-05")).isEqualTo("[2026-05-04, infinity)");
        assertThat(windows.derivation().ordered()).isTrue();
    }

    @Test
    void aWindowInsideOnePartitionAddsNothing() {
        Windows windows =
                daily().when("SELECT d, ROW_NUMBER() OVER (PARTITION BY d ORDER BY amt) AS n FROM s", "d", DAY);

        assertThat(windows.read("s", "2026-05-04", "2026-05-05")).isEqualTo("[2026-05-04, 2026-05-05)");
    }

    @Test
    void c12AWindowPerInput() {
        Windows windows = Windows.given()
                .clocked("o(id INTEGER, d DATE)", "d", DAY)
                .clocked("pay(id INTEGER, d DATE, amt INTEGER)", "d", DAY)
                .clocked("ship(id INTEGER, d DATE)", "d", DAY)
                .when("""
                        SELECT o.id, o.d, pay.amt, ship.d AS shipped
                        FROM o
                        LEFT JOIN pay ON pay.id = o.id
                            AND pay.d BETWEEN o.d - INTERVAL '1 day' AND o.d + INTERVAL '1 day'
                        LEFT JOIN ship ON ship.id = o.id AND o.d <= ship.d AND ship.d - o.d <= 2""", "d", DAY);

        assertThat(windows.read("o", "2026-05-10", "2026-05-12")).isEqualTo("[2026-05-10, 2026-05-12)");
        assertThat(windows.read("pay", "2026-05-10", "2026-05-12")).isEqualTo("[2026-05-09, 2026-05-13)");
        assertThat(windows.read("ship", "2026-05-10", "2026-05-12")).isEqualTo("[2026-05-10, 2026-05-14)");
        assertThat(windows.dirty("pay", "2026-05-12", "2026-05-13")).isEqualTo("[2026-05-11, 2026-05-14)");
        assertThat(windows.dirty("ship", "2026-05-12", "2026-05-13")).isEqualTo("[2026-05-10, 2026-05-13)");
        assertThat(windows.dirty("o", "2026-05-12", "2026-05-13")).isEqualTo("[2026-05-12, 2026-05-13)");
    }

    @Test
    void c14ASelfReferenceReadsTheDayBefore() {
        Windows windows = Windows.given()
                .clocked("dep(d DATE, amt INTEGER)", "d", DAY)
                .clocked("m(d DATE, bal BIGINT)", "d", DAY)
                .when("""
                        SELECT t.d, t.amt + COALESCE(y.bal, 0) AS bal
                        FROM (SELECT d, SUM(amt) AS amt FROM dep GROUP BY d) AS t
                        LEFT JOIN m AS y ON y.d = t.d - INTERVAL '1 day'""", "d", DAY);

        assertThat(windows.read("m", "2026-05-02", "2026-05-03")).isEqualTo("[2026-05-01, 2026-05-02)");
        assertThat(windows.derivation().ordered()).isTrue();
        assertThat(windows.drivers()).containsExactly("dep");
    }

    @Test
    void aSelfReferenceThatIsNotBackwardIsRefused() {
        Windows windows = Windows.given()
                .clocked("dep(d DATE, amt INTEGER)", "d", DAY)
                .clocked("m(d DATE, bal BIGINT)", "d", DAY)
                .when("SELECT t.d, y.bal FROM dep AS t LEFT JOIN m AS y ON y.d = t.d", "d", DAY);

        assertThat(windows.refusal()).contains("m reads itself, but not provably only partitions before");
    }

    @Test
    void c24MonthsReadTheirDays() {
        Windows windows = daily().when(
                        "SELECT CAST(date_trunc('month', d) AS DATE) AS m, SUM(amt) AS amt FROM s GROUP BY 1",
                        "m",
                        MONTH);

        assertThat(windows.read("s", "2026-01-01", "2026-03-01")).isEqualTo("[2026-01-01, 2026-03-01)");
        assertThat(windows.dirty("s", "2026-02-28", "2026-03-01")).isEqualTo("[2026-02-01, 2026-03-01)");
    }

    @Test
    void c31DateOrTimestampInTheFilterOfADedup() {
        for (String low : new String[] {"CAST(arr AS DATE) - INTERVAL '3 days'", "arr - INTERVAL '3 days'"}) {
            String high = low.startsWith("CAST") ? "CAST(arr AS DATE)" : "arr";
            Windows windows = Windows.given()
                    .clocked("b(id INTEGER, d DATE, arr TIMESTAMP)", "d", DAY)
                    .signing(SafetyOverride.ALLOW_WINDOW_FUNCTIONS)
                    .when(
                            "SELECT id, d, arr FROM b WHERE d BETWEEN " + low + " AND " + high
                                    + " QUALIFY ROW_NUMBER() OVER (PARTITION BY id ORDER BY arr) = 1",
                            "d",
                            DAY);
            assertThat(windows.read("b", "2026-05-04", "2026-05-06")).as(low).isEqualTo("[2026-05-01, 2026-05-06)");

            Windows byArrival = Windows.given()
                    .clocked("b(id INTEGER, d DATE, arr TIMESTAMP)", "d", DAY)
                    .when("SELECT id, CAST(arr AS DATE) AS a FROM b WHERE d BETWEEN " + low + " AND " + high, "a", DAY);
            assertThat(byArrival.read("b", "2026-05-04", "2026-05-06")).as(low).isEqualTo("[2026-05-01, 2026-05-06)");

            Windows plain = Windows.given()
                    .clocked("b(id INTEGER, d DATE, arr TIMESTAMP)", "d", DAY)
                    .when("SELECT id, d FROM b WHERE d BETWEEN " + low + " AND " + high, "d", DAY);
            assertThat(plain.read("b", "2026-05-04", "2026-05-06")).as(low).isEqualTo("[2026-05-04, 2026-05-06)");
        }
    }

    @Test
    void aConditionOnAnAggregateBoundsNothing() {
        Windows windows = Windows.given()
                .clocked("s(u INTEGER, d DATE)", "d", DAY)
                .when(
                        "SELECT u, MIN(d) AS first_day FROM s GROUP BY u HAVING MAX(d) <= MIN(d) + INTERVAL '3 days'",
                        "first_day",
                        DAY);

        assertThat(windows.refusal()).contains("m reads s, but no bound on its d follows");
    }

    @Test
    void whereOnTheNullSupplyingSideMakesAnInnerJoin() {
        Windows windows = Windows.given()
                .clocked("a(k INTEGER, d DATE)", "d", DAY)
                .clocked("b(k INTEGER, d DATE)", "d", DAY)
                .when("SELECT a.k, a.d FROM a LEFT JOIN b ON a.k = b.k WHERE b.d = a.d", "d", DAY);

        assertThat(windows.read("b", "2026-05-04", "2026-05-05")).isEqualTo("[2026-05-04, 2026-05-05)");
    }

    @Test
    void onOfALeftJoinDoesNotBoundTheLeftSide() {
        Windows windows = Windows.given()
                .clocked("a(k INTEGER, d DATE)", "d", DAY)
                .clocked("b(k INTEGER, d DATE)", "d", DAY)
                .when(
                        "SELECT a.k, b.d AS x, a.d FROM a LEFT JOIN b ON a.k = b.k AND a.d <= DATE '2026-01-01'",
                        "d",
                        DAY);

        assertThat(windows.refusal()).contains("m reads b, but no bound on its d follows");
    }

    @Test
    void aPartitionFromTheNullSupplyingSideMakesAnInnerJoin() {
        Windows windows = Windows.given()
                .clocked("a(k INTEGER, d DATE)", "d", DAY)
                .clocked("b(k INTEGER, d DATE)", "d", DAY)
                .when("SELECT b.k, b.d FROM a LEFT JOIN b ON a.k = b.k AND a.d = b.d", "d", DAY);

        assertThat(windows.read("a", "2026-05-04", "2026-05-05")).isEqualTo("[2026-05-04, 2026-05-05)");
        assertThat(windows.read("b", "2026-05-04", "2026-05-05")).isEqualTo("[2026-05-04, 2026-05-05)");
    }

    @Test
    void aFullJoinWithItsPartitionFromEitherSide() {
        Windows windows = Windows.given()
                .clocked("a(k INTEGER, d DATE)", "d", DAY)
                .clocked("b(k INTEGER, d DATE)", "d", DAY)
                .when(
                        "SELECT COALESCE(a.d, b.d) AS d, a.k FROM a FULL JOIN b ON a.k = b.k AND b.d BETWEEN a.d AND a.d + 1",
                        "d",
                        DAY);

        // P = a.d: b lies in [P, P+1]; P = b.d: a lies in [P-1, P]
        assertThat(windows.read("b", "2026-05-04", "2026-05-05")).isEqualTo("[2026-05-04, 2026-05-06)");
        assertThat(windows.read("a", "2026-05-04", "2026-05-05")).isEqualTo("[2026-05-03, 2026-05-05)");
    }

    @Test
    void notExistsIsBoundedByItsOwnConditions() {
        Windows windows = Windows.given()
                .clocked("a(k INTEGER, d DATE)", "d", DAY)
                .clocked("b(k INTEGER, d DATE)", "d", DAY)
                .when("""
                        SELECT k, d FROM a
                        WHERE NOT EXISTS (SELECT 1 FROM b WHERE b.k = a.k AND b.d BETWEEN a.d - 7 AND a.d - 1)""", "d", DAY);

        assertThat(windows.read("b", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-03, 2026-05-10)");
    }

    @Test
    void inAndNotIn() {
        String sql = "SELECT k, d FROM a WHERE d %s (SELECT d FROM b)";
        Windows in = Windows.given()
                .clocked("a(k INTEGER, d DATE)", "d", DAY)
                .clocked("b(k INTEGER, d DATE)", "d", DAY)
                .when(String.format(java.util.Locale.ROOT, sql, "IN"), "d", DAY);
        Windows notIn = Windows.given()
                .clocked("a(k INTEGER, d DATE)", "d", DAY)
                .clocked("b(k INTEGER, d DATE)", "d", DAY)
                .when(String.format(java.util.Locale.ROOT, sql, "NOT IN"), "d", DAY);

        assertThat(in.read("b", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-10, 2026-05-11)");
        assertThat(notIn.refusal()).contains("m reads b, but no bound");
    }

    @Test
    void unionArmsAreReadOneByOne() {
        Windows windows = Windows.given()
                .clocked("a(k INTEGER, d DATE)", "d", DAY)
                .clocked("b(k INTEGER, ts TIMESTAMP)", "ts", DAY)
                .when("SELECT k, d FROM a UNION ALL SELECT k, CAST(ts AS DATE) - 1 AS d FROM b", "d", DAY);

        assertThat(windows.read("a", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-10, 2026-05-11)");
        assertThat(windows.read("b", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-11, 2026-05-12)");
        assertThat(windows.drivers()).containsExactly("a", "b");
    }

    @Test
    void aCteJoinedToItselfIsReadOverBothPaths() {
        Windows windows = daily().when("""
                        WITH c AS (SELECT d, amt FROM s)
                        SELECT x.d, y.amt FROM c AS x JOIN c AS y ON y.d = x.d - INTERVAL '2 days'""", "d", DAY);

        assertThat(windows.read("s", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-08, 2026-05-11)");
    }

    @Test
    void contextsAddWhenOneWindowReadsAnother() {
        Windows windows = daily().when("""
                        SELECT d, SUM(w) OVER (ORDER BY d RANGE BETWEEN INTERVAL 2 DAYS PRECEDING AND CURRENT ROW) AS v
                        FROM (SELECT d, SUM(amt) OVER (ORDER BY d RANGE BETWEEN INTERVAL 3 DAYS PRECEDING
                              AND CURRENT ROW) AS w FROM s) AS inner_windows""", "d", DAY);

        assertThat(windows.read("s", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-05, 2026-05-11)");
    }

    @Test
    void anHourlySourceCastToADay() {
        Windows windows = Windows.given()
                .clocked("h(ts TIMESTAMP, v INTEGER)", "ts", HOUR)
                .when("SELECT CAST(ts AS DATE) AS d, SUM(v) AS v FROM h GROUP BY 1", "d", DAY);

        assertThat(windows.read("h", "2026-05-10", "2026-05-11"))
                .isEqualTo("[2026-05-10 00:00:00, 2026-05-11 00:00:00)");
        assertThat(windows.dirty("h", "2026-05-10T23:00", "2026-05-11T00:00")).isEqualTo("[2026-05-10, 2026-05-11)");
    }

    @Test
    void aMonthlyTableJoinedToDays() {
        Windows windows = Windows.given()
                .clocked("s(d DATE, amt INTEGER)", "d", DAY)
                .clocked("budget(m DATE, amt INTEGER)", "m", MONTH)
                .when(
                        "SELECT s.d, budget.amt FROM s LEFT JOIN budget ON budget.m = date_trunc('month', s.d)",
                        "d",
                        DAY);

        assertThat(windows.read("budget", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-01, 2026-06-01)");
        assertThat(windows.dirty("budget", "2026-05-01", "2026-06-01")).isEqualTo("[2026-05-01, 2026-06-01)");
    }

    @Test
    void betweenTimestampsAMonthIsThirtyDays() {
        Windows windows = Windows.given()
                .clocked("a(k INTEGER, ts TIMESTAMP)", "ts", DAY)
                .clocked("b(k INTEGER, ts TIMESTAMP)", "ts", DAY)
                .when("""
                        SELECT a.k, a.ts FROM a LEFT JOIN b ON b.k = a.k
                            AND b.ts >= a.ts AND b.ts - a.ts < INTERVAL '1 month'""", "ts", DAY);

        assertThat(windows.read("b", "2026-02-01", "2026-02-02")).isEqualTo("[2026-02-01, 2026-03-04)");
    }

    @Test
    void aMonthBackSeesTheEndOfFebruaryFromAllLastDaysOfMarch() {
        Windows windows = Windows.given()
                .clocked("a(k INTEGER, d DATE)", "d", DAY)
                .clocked("b(k INTEGER, d DATE)", "d", DAY)
                .when("SELECT a.k, a.d FROM a LEFT JOIN b ON b.d = a.d - INTERVAL '1 month'", "d", DAY);

        assertThat(windows.dirty("b", "2026-02-28", "2026-03-01")).isEqualTo("[2026-03-28, 2026-04-01)");
    }

    @Test
    void orIsTheHullOfItsBranches() {
        Windows windows = Windows.given()
                .clocked("a(k INTEGER, d DATE)", "d", DAY)
                .clocked("b(k INTEGER, d DATE)", "d", DAY)
                .when("SELECT a.k, a.d FROM a JOIN b ON a.k = b.k AND (b.d = a.d OR b.d = a.d - 3)", "d", DAY);

        assertThat(windows.read("b", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-07, 2026-05-11)");
    }

    @Test
    void dateDiffCountsGranules() {
        Windows windows = Windows.given()
                .clocked("a(k INTEGER, ts TIMESTAMP)", "ts", DAY)
                .clocked("b(k INTEGER, ts TIMESTAMP)", "ts", DAY)
                .when(
                        "SELECT a.k, a.ts FROM a JOIN b ON a.k = b.k AND abs(date_diff('day', a.ts, b.ts)) <= 2",
                        "ts",
                        DAY);

        assertThat(windows.read("b", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-08, 2026-05-13)");
    }

    @Test
    void aPredicateThatCannotBeReadIsResidueAndNeverAWindow() {
        Windows windows = Windows.given()
                .clocked("a(k INTEGER, d DATE)", "d", DAY)
                .clocked("b(k INTEGER, d DATE)", "d", DAY)
                .when(
                        "SELECT a.k, a.d FROM a JOIN b ON a.k = b.k AND date_part('day', b.d) = date_part('day', a.d)",
                        "d",
                        DAY);

        assertThat(windows.refusal()).contains("m reads b, but no bound on its d follows");
        assertThat(windows.residue()).singleElement().asString().contains("date_part('day', b.d)");
    }

    @Test
    void theConditionThatIsProposedSpeaksOfTheQuerysOwnNames() {
        Windows alike = twoDaily().when("SELECT x.d AS day, y.w FROM a AS x JOIN b AS y ON x.k = y.k", "day", DAY);
        Windows bare = twoDaily().when("SELECT a.d, b.w FROM a JOIN b ON a.k = b.k", "d", DAY);
        Windows different = Windows.given()
                .clocked("a(k INTEGER, ts TIMESTAMP)", "ts", DAY)
                .clocked("b(k INTEGER, d DATE)", "d", DAY)
                .when("SELECT CAST(a.ts AS DATE) AS day FROM a JOIN b ON a.k = b.k", "day", DAY);
        Windows itself = twoDaily().when("SELECT d, (SELECT max(v) FROM a) AS v FROM a", "d", DAY);

        assertThat(alike.refusal()).contains("such as 'y.d BETWEEN x.d - INTERVAL '1 day' AND x.d + INTERVAL '1 day''");
        assertThat(bare.refusal()).contains("such as 'b.d BETWEEN a.d - INTERVAL '1 day'");
        assertThat(different.refusal()).contains("such as 'd BETWEEN ts - INTERVAL '1 day'");
        assertThat(itself.refusal()).contains("such as 'a.d BETWEEN <driver>.d - INTERVAL '1 day'");
    }

    @Test
    void aRefusalsCureFitsWhyTheWindowIsMissing() {
        Windows aggregated = twoDaily().when("SELECT k, max(d) AS d FROM a GROUP BY k", "d", DAY);
        Windows otherClock = Windows.given()
                .clocked("s(d DATE, ts TIMESTAMP)", "d", DAY)
                .when("SELECT CAST(ts AS DATE) AS day FROM s", "day", DAY);
        Windows limited = twoDaily().when("SELECT d FROM a LIMIT 3", "d", DAY);
        Windows lag = twoDaily()
                .when(
                        "SELECT d, lag(v) OVER (PARTITION BY k ORDER BY d"
                                + " RANGE BETWEEN INTERVAL 3 DAY PRECEDING AND CURRENT ROW) AS v FROM a",
                        "d",
                        DAY);

        assertThat(aggregated.refusal()).contains("Select d from a column of the rows and group by it");
        assertThat(otherClock.refusal())
                .contains("Declare 'event_time_column: ts' beside the partition column of s if it always lies");
        assertThat(limited.refusal())
                .contains(
                        "LIMIT has no partition keys, so neither the partition column d nor the clock d of a is among");
        assertThat(lag.refusal()).contains("unless the call has an ORDER BY of its own, as in lag(v ORDER BY d)");
    }

    @Test
    void whatIsRefusedByNameIsNotRefusedAgainForWhatFollowsFromIt() {
        Windows recursive = twoDaily()
                .when(
                        "WITH RECURSIVE c AS (SELECT d, k FROM a UNION ALL SELECT d + 1, k FROM c WHERE k < 3)"
                                + " SELECT d, k FROM c",
                        "d",
                        DAY);

        assertThat(recursive.refusals()).singleElement().asString().contains("A recursive WITH has no bounded reach");
    }

    @Test
    void equalToAnyMeansIn() {
        Windows any = twoDaily().when("SELECT a.d FROM a WHERE a.d = ANY (SELECT b.d + 1 FROM b)", "d", DAY);
        Windows all = twoDaily().when("SELECT a.d FROM a WHERE a.d = ALL (SELECT b.d FROM b)", "d", DAY);

        assertThat(any.read("b", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-09, 2026-05-10)");
        assertThat(all.refusal()).contains("m reads b, but no bound on its d follows");
    }

    @Test
    void theProofTellsColumnsOfOneNameApart() {
        Windows alike =
                twoDaily().when("SELECT a.d FROM a JOIN b ON a.k = b.k AND b.d BETWEEN a.d - 2 AND a.d", "d", DAY);

        assertThat(alike.says("b")).containsExactly("b.d >= a.d - 2 days", "b.d <= a.d");
    }

    @Test
    void anAlternativeThatLetsAnyTimePassIsNamed() {
        Windows windows = Windows.given()
                .clocked("a(k INTEGER, d DATE)", "d", DAY)
                .clocked("b(k INTEGER, d DATE)", "d", DAY)
                .when("SELECT a.k, a.d FROM a JOIN b ON a.k = b.k AND (b.d = a.d OR b.k > 3)", "d", DAY);

        assertThat(windows.refusal()).contains("m reads b, but no bound on its d follows");
        assertThat(windows.residue())
                .containsExactly(
                        "'b.d = a.d OR b.k > 3' gives no window: its alternative 'b.k > 3' lets rows of any time"
                                + " pass.");
    }

    @Test
    void aLookupIsReadWhole() {
        Windows windows = daily().lookup("dim(id INTEGER, region VARCHAR)")
                .when("SELECT s.d, dim.region FROM s LEFT JOIN dim ON dim.id = s.amt", "d", DAY);

        assertThat(windows.relation("dim").isLookup()).isTrue();
    }

    @Test
    void anUntiedOrderKeyIsAssumedToLieInItsPartitionAndChecked() {
        Windows windows = Windows.given()
                .clocked("s(u INTEGER, d DATE, ts TIMESTAMP)", "d", DAY)
                .when(
                        "SELECT u, d, COUNT(*) OVER (PARTITION BY u ORDER BY ts RANGE BETWEEN INTERVAL '36 hours' PRECEDING AND CURRENT ROW) AS n FROM s",
                        "d",
                        DAY);

        assertThat(windows.read("s", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-08, 2026-05-11)");
        assertThat(windows.derivation().assumptions()).singleElement().satisfies(assumption -> {
            assertThat(assumption.timeColumn()).isEqualTo("ts");
            assertThat(assumption.declared()).isFalse();
        });
    }

    @Test
    void limitIsRefused() {
        Windows windows = daily().when("SELECT d, amt FROM s ORDER BY amt LIMIT 10", "d", DAY);

        assertThat(windows.refusal()).contains("LIMIT", "allow_limit");
    }

    @Test
    void everyBoundNamesTheClauseThatProvesIt() {
        Windows windows = Windows.given()
                .clocked("a(k INTEGER, d DATE)", "d", DAY)
                .clocked("b(k INTEGER, d DATE)", "d", DAY)
                .when("""
                        SELECT a.k, a.d
                        FROM a
                        LEFT JOIN b ON b.k = a.k
                            AND b.d >= a.d - INTERVAL '1 day'
                            AND b.d < a.d""", "d", DAY);

        assertThat(windows.relation("b").evidence())
                .extracting(evidence ->
                        evidence.bound() + " " + evidence.clauses().get(0).clause() + " at "
                                + evidence.clauses().get(0).place())
                .containsExactly(
                        "ATTRIBUTION_LOWER b.d >= a.d - INTERVAL '1 day' at models/m.sql:4:9",
                        "ATTRIBUTION_UPPER b.d < a.d at models/m.sql:5:9");
    }

    private static Windows twoDaily() {
        return Windows.given()
                .clocked("a(d DATE, k INTEGER, v INTEGER, l INTEGER[], ts TIMESTAMP)", "d", "ts", DAY)
                .clocked("b(d DATE, k INTEGER, w INTEGER)", "d", DAY);
    }

    @Test
    void aSemiJoinReadsTheRowsThatItsConditionTies() {
        Windows windows = twoDaily()
                .when(
                        "SELECT a.d, a.v FROM a SEMI JOIN b ON a.k = b.k AND b.d BETWEEN a.d - INTERVAL '2 days' AND a.d",
                        "d",
                        DAY);

        assertThat(windows.read("b", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-08, 2026-05-11)");
        assertThat(windows.dirty("b", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-10, 2026-05-13)");
        assertThat(windows.drivers()).containsExactly("a");
    }

    @Test
    void anAntiJoinReadsTheRowsWhoseAbsenceMatters() {
        Windows tied = twoDaily().when("SELECT a.d, a.v FROM a ANTI JOIN b USING (d, k)", "d", DAY);
        Windows untied = twoDaily().when("SELECT a.d, a.v FROM a ANTI JOIN b USING (k)", "d", DAY);

        assertThat(tied.read("b", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-10, 2026-05-11)");
        assertThat(tied.read("a", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-10, 2026-05-11)");
        assertThat(untied.refusal()).contains("m reads b, but no bound on its d follows");
    }

    @Test
    void anAsofJoinNeedsAFilterThatEndsItsLookBack() {
        Windows open = twoDaily()
                .when(
                        "SELECT a.d, b.w, list_sum([x FOR x IN a.l]) AS n FROM a ASOF JOIN b ON a.k = b.k AND a.d >= b.d",
                        "d",
                        DAY);
        Windows bounded = twoDaily()
                .when(
                        "FROM a ASOF JOIN b ON a.k = b.k AND a.d >= b.d SELECT a.d, b.w WHERE b.d >= a.d - INTERVAL '5 days'",
                        "d",
                        DAY);

        assertThat(open.refusal()).contains("m reads b, but no lower bound on its d follows");
        assertThat(bounded.read("a", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-10, 2026-05-11)");
        assertThat(bounded.read("b", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-05, 2026-05-11)");
    }

    @Test
    void fromFirstIsRead() {
        Windows windows = twoDaily()
                .when("FROM a JOIN b ON b.k = a.k AND b.d = a.d - 1 SELECT a.d, sum(b.w) AS w GROUP BY a.d", "d", DAY);

        assertThat(windows.read("b", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-09, 2026-05-10)");
    }

    @Test
    void aNamedWindowBeforeQualifyGivesItsFrame() {
        Windows windows = twoDaily().when("""
                        SELECT d, k, max(v) OVER w AS m FROM a
                        WINDOW w AS (PARTITION BY k ORDER BY d RANGE BETWEEN INTERVAL 3 DAY PRECEDING AND CURRENT ROW)
                        QUALIFY m > 1""", "d", DAY);

        assertThat(windows.read("a", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-07, 2026-05-11)");
        assertThat(windows.dirty("a", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-10, 2026-05-14)");
    }

    @Test
    void integerDivisionOfTheDayIsNoBound() {
        Windows windows = twoDaily()
                .when("SELECT a.d, b.w FROM a JOIN b ON epoch(a.ts) // 86400 = epoch(b.d) // 86400", "d", DAY);

        assertThat(windows.refusal()).contains("m reads b, but no bound on its d follows");
    }

    @Test
    void aListComprehensionBesideAWindowHidesNothing() {
        Windows windows = twoDaily().when("""
                        SELECT d, [x + v FOR x IN l IF x > 2] AS big,
                            sum(v) OVER (PARTITION BY k ORDER BY d RANGE BETWEEN INTERVAL 2 DAY PRECEDING AND CURRENT ROW) AS s
                        FROM a""", "d", DAY);
        Windows inside = twoDaily().when("SELECT d, [x FOR x IN [sum(v) OVER (PARTITION BY k)]] AS s FROM a", "d", DAY);

        assertThat(windows.read("a", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-08, 2026-05-11)");
        assertThat(inside.refusal()).contains("SUM() has partition keys (k)");
    }

    @Test
    void aSubqueryBesideALambdaIsRead() {
        Windows plain = twoDaily().when("SELECT d, list_transform(l, lambda x: x + v) AS l FROM a", "d", DAY);
        Windows query = twoDaily()
                .when(
                        "SELECT d, list_transform((SELECT list(w) FROM b WHERE b.k = a.k), lambda x: x + 1) AS l FROM a",
                        "d",
                        DAY);

        assertThat(plain.read("a", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-10, 2026-05-11)");
        assertThat(query.refusal()).contains("m reads b, but no bound on its d follows");
    }

    @Test
    void whatCannotBeReadForWindowsIsRefusedByName() {
        assertThat(twoDaily()
                        .when("SELECT d, v FROM a USING SAMPLE 10%", "d", DAY)
                        .refusal())
                .startsWith("models/m.sql:1:20: ")
                .contains("SAMPLE cannot be read for windows")
                .endsWith("[SMELT-W005]");
        assertThat(twoDaily()
                        .when("SELECT * FROM a PIVOT (sum(v) FOR k IN (1, 2))", "d", DAY)
                        .refusal())
                .contains("PIVOT cannot be read for windows");
        assertThat(twoDaily()
                        .when("WITH RECURSIVE r AS (SELECT d, v FROM a UNION ALL FROM r WHERE v > 1) FROM r", "d", DAY)
                        .refusal())
                .contains("A recursive WITH has no bounded reach")
                .contains("[SMELT-W006]");
    }

    @Test
    void columnsOfUnknownNumberHaveNoPositions() {
        Windows byPosition = twoDaily().when("SELECT COLUMNS('w'), d FROM b UNION ALL SELECT v, d FROM a", "d", DAY);
        Windows byName = twoDaily().when("SELECT d, COLUMNS('v|k') FROM a", "d", DAY);

        assertThat(byPosition.refusal()).contains("it is not known which columns lie one upon another");
        assertThat(byName.read("a", "2026-05-10", "2026-05-11")).isEqualTo("[2026-05-10, 2026-05-11)");
    }
}
