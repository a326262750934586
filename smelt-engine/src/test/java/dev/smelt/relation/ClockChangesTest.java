package dev.smelt.relation;

import static dev.smelt.time.Granularity.DAY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.time.ZoneClock;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Instants around clock changes, on a real engine: days rebuilt one by one from what their windows read. */
class ClockChangesTest {
    private static final String AROUND = "SELECT a.id, a.ts AS p, count(b.id) AS n FROM a"
            + " LEFT JOIN b ON abs(date_diff('day', a.ts, b.ts)) <= 1 GROUP BY ALL";

    /** Of the day that begins at one o'clock DuckDB 2.0 says that the next is the same: 8 to 10 March is one day apart. */
    @Test
    void daysAreNotCountedWhereOneBeginsAfterMidnight() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement engine = connection.createStatement()) {
            engine.execute("SET TimeZone = 'America/Havana'");
            try (ResultSet apart = engine.executeQuery("SELECT date_diff('day', TIMESTAMPTZ '2026-03-08 12:00:00',"
                    + " TIMESTAMPTZ '2026-03-10 12:00:00')")) {
                apart.next();
                assertThat(apart.getLong(1)).isEqualTo(1);
            }
        }

        assertThat(given("America/Havana").when(AROUND, "p", DAY).refusal()).contains("b");
        assertThat(given("America/New_York").when(AROUND, "p", DAY).refusal()).isEmpty();
    }

    private static Windows given(String zone) {
        return Windows.given()
                .inZone(zone)
                .clocked("a(id INTEGER, ts TIMESTAMP WITH TIME ZONE)", "ts", DAY)
                .clocked("b(id INTEGER, d DATE, ts TIMESTAMP WITH TIME ZONE)", "d", "ts", DAY);
    }

    /** What is read and written around clock changes, each model's text with its partition column. */
    private static Map<String, String> models(String zone) {
        Map<String, String> models = new LinkedHashMap<>();
        if (!new ZoneClock(ZoneId.of(zone)).skipsMidnight()) {
            models.put("around", AROUND);
        }
        models.put("plain", "SELECT id, ts AS p FROM a");
        models.put("local_date", "SELECT CAST(ts AS DATE) AS p, count(*) AS n FROM a GROUP BY 1");
        models.put("truncated", "SELECT date_trunc('day', ts) AS p, count(*) AS n FROM a GROUP BY ALL");
        models.put("other_zone", "SELECT CAST(ts AT TIME ZONE 'Asia/Tokyo' AS DATE) AS p, id FROM a");
        models.put(
                "utc_day",
                "SELECT time_bucket(INTERVAL '1 day', ts) AT TIME ZONE 'UTC' AS p, count(*) AS n FROM a GROUP BY 1");
        models.put("day_later", "SELECT id, CAST(ts + INTERVAL '1 day' AS DATE) AS p FROM a");
        models.put("hours_later", "SELECT id, CAST(ts + INTERVAL '24 hours' AS DATE) AS p FROM a");
        models.put(
                "month_there_and_back",
                "SELECT id, CAST(ts - INTERVAL '1 month' + INTERVAL '31 days' AS DATE) AS p FROM a");
        models.put(
                "frame_of_days",
                "SELECT id, ts AS p, count(*) OVER (ORDER BY ts RANGE BETWEEN INTERVAL '1 day' PRECEDING AND CURRENT ROW) AS n FROM a");
        models.put(
                "frame_of_hours",
                "SELECT id, ts AS p, count(*) OVER (ORDER BY ts RANGE BETWEEN INTERVAL '24 hours' PRECEDING AND INTERVAL '30 minutes' FOLLOWING) AS n FROM a");
        models.put(
                "joined_by_day",
                "SELECT a.id, a.ts AS p, count(b.id) AS n FROM a LEFT JOIN b ON b.ts BETWEEN a.ts - INTERVAL '1 day' AND a.ts GROUP BY ALL");
        models.put(
                "joined_by_hours",
                "SELECT a.id, a.ts AS p, count(b.id) AS n FROM a LEFT JOIN b ON b.ts > a.ts - INTERVAL '36 hours' AND b.ts < a.ts + INTERVAL '90 minutes' GROUP BY ALL");
        models.put(
                "joined_by_date",
                "SELECT a.id, CAST(a.ts AS DATE) AS p, count(b.id) AS n FROM a JOIN b ON b.d = CAST(a.ts AS DATE) - 1 GROUP BY ALL");
        models.put(
                "near",
                "SELECT a.id, a.ts AS p, count(b.id) AS n FROM a LEFT JOIN b ON b.ts >= a.ts AND b.ts - a.ts < INTERVAL '1 day 2 hours' GROUP BY ALL");
        models.put(
                "far",
                "SELECT a.id, a.ts AS p, count(b.id) AS n FROM a LEFT JOIN b ON b.ts - a.ts > INTERVAL '1 day' AND b.ts < a.ts + INTERVAL '2 days' GROUP BY ALL");
        models.put(
                "wall_clock",
                "SELECT a.id, a.ts AS p, count(b.id) AS n FROM a LEFT JOIN b ON CAST(b.ts AS TIMESTAMP) BETWEEN CAST(a.ts AS TIMESTAMP) - INTERVAL '45 minutes' AND CAST(a.ts AS TIMESTAMP) GROUP BY ALL");
        models.put(
                "dates_meet_instants",
                "SELECT b.id, b.d AS p, count(a.id) AS n FROM b LEFT JOIN a ON a.ts >= b.d AND a.ts < b.d + INTERVAL '1 day' GROUP BY ALL");
        models.put(
                "either",
                "SELECT COALESCE(a.ts, b.ts) AS p, a.id, b.id AS other FROM a FULL JOIN b ON a.id = b.id AND b.ts BETWEEN a.ts AND a.ts + INTERVAL '2 hours'");
        models.put("both", "SELECT id, CAST(ts AS DATE) AS p FROM a UNION ALL SELECT id, d AS p FROM b");
        models.put(
                "per_day",
                "SELECT id, ts AS p, row_number() OVER (PARTITION BY CAST(ts AS DATE) ORDER BY ts, id) AS n FROM a");
        return models;
    }

    @ParameterizedTest
    @CsvSource({
        "America/New_York, 2026-03-05, 2026-03-12",
        "America/New_York, 2026-10-29, 2026-11-05",
        "Europe/Berlin, 2026-10-22, 2026-10-29",
        "America/Havana, 2026-03-05, 2026-03-12",
        "America/Havana, 2026-10-29, 2026-11-05",
        "Australia/Lord_Howe, 2026-04-02, 2026-04-09"
    })
    void daysBuiltOneByOneEqualAFullRebuild(String zone, String first, String end) throws SQLException {
        List<String> broken = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement engine = connection.createStatement()) {
            engine.execute("SET threads = 1");
            engine.execute("SET TimeZone = '" + zone + "'");
            engine.execute("CREATE TABLE a AS " + rows(first, end, 29));
            engine.execute(
                    "CREATE TABLE b AS SELECT id, CAST(ts AS DATE) AS d, ts FROM (" + rows(first, end, 47) + ")");
            for (Map.Entry<String, String> model : models(zone).entrySet()) {
                Windows windows = given(zone).when(model.getValue(), "p", DAY);
                engine.execute("CREATE OR REPLACE TABLE full_rebuild AS SELECT * FROM (" + model.getValue() + ") WHERE "
                        + within(first, end));
                engine.execute("CREATE OR REPLACE TABLE built AS FROM full_rebuild LIMIT 0");
                for (LocalDate day = LocalDate.parse(first);
                        day.isBefore(LocalDate.parse(end));
                        day = day.plusDays(1)) {
                    String next = day.plusDays(1).toString();
                    engine.execute("INSERT INTO built SELECT * FROM (" + windows.reading(day.toString(), next)
                            + ") WHERE " + within(day.toString(), next));
                }
                try (ResultSet different = engine.executeQuery(
                        "SELECT 'missing ' || t::VARCHAR FROM (FROM full_rebuild EXCEPT ALL FROM built) AS t UNION ALL"
                                + " SELECT 'extra ' || t::VARCHAR FROM (FROM built EXCEPT ALL FROM full_rebuild) AS t LIMIT 3")) {
                    while (different.next()) {
                        broken.add(model.getKey() + " " + different.getString(1));
                    }
                }
                try (ResultSet count = engine.executeQuery("SELECT count(*) FROM full_rebuild")) {
                    count.next();
                    assertThat(count.getLong(1)).as(model.getKey()).isPositive();
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    private static String rows(String first, String end, int minutes) {
        return "SELECT CAST(i AS INTEGER) AS id, ts FROM (SELECT i, CAST('" + first
                + "' AS TIMESTAMPTZ) - INTERVAL '3 days' + INTERVAL (i * " + minutes
                + ") MINUTE AS ts FROM range(1000) AS t(i)) WHERE ts < CAST('" + end
                + "' AS TIMESTAMPTZ) + INTERVAL '3 days'";
    }

    private static String within(String start, String end) {
        return "CAST(p AS TIMESTAMP) >= '" + start + "' AND CAST(p AS TIMESTAMP) < '" + end + "'";
    }
}
