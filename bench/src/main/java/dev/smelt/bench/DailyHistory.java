package dev.smelt.bench;

import dev.smelt.BuildRequest;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;

/**
 * A project over a source of a given number of days, a thousand events each, of which every day some land up to three days
 * late: a dedup with a lateness filter, a daily sum, a trailing week, and a month.
 */
final class DailyHistory {
    private static final int EVENTS_A_DAY = 1000;
    private static final LocalDate LAST = LocalDate.of(2026, 4, 30);

    private final Path directory;
    private final ProjectFiles files;
    private final int days;
    private int landings;

    private DailyHistory(Path directory, int days) {
        this.directory = directory;
        this.files = new ProjectFiles(directory);
        this.days = days;
    }

    /** Writes the project, fills its source and builds its models. */
    static DailyHistory built(Path directory, int days) throws SQLException {
        DailyHistory history = new DailyHistory(directory, days);
        history.write();
        history.fill();
        return history;
    }

    Calls calls() {
        return new Calls(
                directory,
                directory.resolve("history.duckdb"),
                Map.of(),
                LAST.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());
    }

    /** The last day on which something landed. */
    LocalDate lastDay() {
        return LAST;
    }

    /** A hundred new events arrive on the last day, for that day and the three before it. */
    void land() throws SQLException {
        landings++;
        try (Bare bare = Bare.open(calls().database())) {
            bare.execute(String.format(Locale.ROOT, """
                    INSERT INTO raw.events
                    SELECT -(%d * 100 + i), i %% 50, d + to_seconds(i), d, TIMESTAMP '%s 12:00:00', i
                    FROM (SELECT i, DATE '%s' - CAST(i %% 4 AS INTEGER) AS d FROM range(100) AS r(i))
                    """, landings, LAST, LAST));
        }
    }

    private void fill() throws SQLException {
        try (Bare bare = Bare.open(calls().database())) {
            bare.execute("CREATE SCHEMA raw");
            bare.execute(String.format(Locale.ROOT, """
                    CREATE TABLE raw.events AS
                    SELECT
                        i AS event_id, CAST(i %% 50 AS INTEGER) AS device_id,
                        d + to_seconds(i %% 86400) AS event_ts, d AS event_date,
                        d + to_seconds(i %% 86400) + to_days(CAST(CASE WHEN i %% 50 = 0 THEN i %% 4 ELSE 0 END AS INTEGER))
                            AS arrival_ts,
                        i %% 1000 AS amount
                    FROM (
                        SELECT i, DATE '%s' - CAST(i // %d AS INTEGER) AS d FROM range(%d) AS r(i)
                    )
                    """, LAST, EVENTS_A_DAY, (long) days * EVENTS_A_DAY));
        }
        calls().run(new BuildRequest.Auto(false));
    }

    private void write() {
        files.write("smelt.yml", """
                name: history
                version: 1
                paths: [models]
                targets:
                  dev: {type: duckdb, database: history.duckdb, schema: main}
                """);
        files.write("models/sources/raw/events.yml", """
                name: raw.events
                arrival_column: arrival_ts
                timeseries: {event_time_column: event_ts, partition_column: event_date, granularity: day}
                columns:
                  - {name: event_id, type: BIGINT}
                  - {name: device_id, type: INTEGER}
                  - {name: event_ts, type: TIMESTAMP}
                  - {name: event_date, type: DATE}
                  - {name: arrival_ts, type: TIMESTAMP}
                  - {name: amount, type: BIGINT}
                """);
        incremental("events", "event_ts", "event_date", "day", """
                SELECT event_id, device_id, event_ts, event_date, amount
                FROM smelt.sources.raw.events
                WHERE event_date BETWEEN CAST(arrival_ts AS DATE) - INTERVAL '3 days' AND CAST(arrival_ts AS DATE)
                """);
        incremental("daily", "event_date", "event_date", "day", """
                SELECT event_date, device_id, SUM(amount) AS amount, COUNT(*) AS events
                FROM smelt.events
                GROUP BY event_date, device_id
                """);
        incremental("trailing", "event_date", "event_date", "day", """
                SELECT
                    event_date, device_id,
                    SUM(amount) OVER (
                        PARTITION BY device_id ORDER BY event_date
                        RANGE BETWEEN INTERVAL '6 days' PRECEDING AND CURRENT ROW
                    ) AS amount
                FROM smelt.daily
                """);
        incremental("monthly", "month", "month", "month", """
                SELECT CAST(date_trunc('month', event_date) AS DATE) AS month, SUM(amount) AS amount
                FROM smelt.daily
                GROUP BY 1
                """);
    }

    private void incremental(String model, String eventTime, String partition, String granularity, String sql) {
        files.write("models/" + model + ".sql", """
                ---
                materialization: table
                refresh: incremental
                timeseries: {event_time_column: %s, partition_column: %s, granularity: %s}
                ---
                %s""".formatted(eventTime, partition, granularity, sql));
    }
}
