package dev.smelt.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A project of a given number of models as teams have them: subject areas of ten models each, from a source with an
 * arrival clock over a dedup, a function, joins and frames to daily, weekly and monthly tables and a view, and every
 * area reading an earlier one. Twenty columns a model. The same number gives the same bytes.
 */
public final class GeneratedProject {
    private static final int MODELS_PER_AREA = 10;

    /** Columns that every model carries through, beside its clock and what it computes. */
    private static final List<String> MEASURES =
            IntStream.range(0, 14).mapToObj(i -> "m" + i).toList();

    private final ProjectFiles files;

    private GeneratedProject(Path directory) {
        this.files = new ProjectFiles(directory);
    }

    /**
     * Writes the project.
     *
     * @param directory made where it is missing
     * @param models how many, rounded up to whole areas of ten
     */
    public static void write(Path directory, int models) {
        GeneratedProject project = new GeneratedProject(directory);
        int areas = (models + MODELS_PER_AREA - 1) / MODELS_PER_AREA;
        project.files.write("smelt.yml", """
                name: generated
                version: 1
                paths: [models]
                targets:
                  dev:
                    type: duckdb
                    database: generated.duckdb
                    schema: main
                """);
        project.files.write("functions/pauses.sql", """
                -- Gives every event the moment of the event before it, at most two days back.
                smelt.define pauses(events: Table, gap: Interval = INTERVAL '30 minutes') -> Table AS (
                    SELECT
                        *,
                        LAG(event_ts ORDER BY event_ts, event_id) OVER (
                            PARTITION BY device_id
                            ORDER BY event_ts
                            RANGE BETWEEN INTERVAL '2 days' PRECEDING AND CURRENT ROW
                        ) AS previous_ts,
                        event_ts + gap AS ends_ts
                    FROM events
                )
                """);
        for (int area = 0; area < areas; area++) {
            project.area(area);
        }
    }

    private void area(int area) {
        String a = "a" + area;
        source(a);
        String measures = MEASURES.stream().map(m -> "    " + m).collect(Collectors.joining(",\n"));
        incremental(a + "/bronze", "event_date", "day", "", """
                SELECT
                    event_id, device_id, user_id, platform, event_ts, event_date,
                %s
                FROM smelt.sources.%s.events
                WHERE event_ts IS NOT NULL
                """.formatted(measures, a));
        incremental(
                a + "/parsed", "event_date", "day", "safety_overrides: {allow_window_functions: true}\n", """
                WITH ranked AS (
                    SELECT
                        *,
                        ROW_NUMBER() OVER (PARTITION BY event_id ORDER BY event_ts DESC, device_id) AS copy
                    FROM smelt.%s.bronze
                )
                SELECT
                    event_id, device_id, user_id, lower(platform) AS platform, event_ts, event_date,
                %s
                FROM ranked
                WHERE copy = 1
                """.formatted(
                                a, measures));
        incremental(a + "/paused", "event_date", "day", "", """
                SELECT
                    event_id, device_id, event_ts, event_date, previous_ts,
                    CASE WHEN previous_ts IS NULL OR ends_ts > previous_ts THEN event_ts END AS boundary_ts,
                %s
                FROM smelt.functions.pauses(smelt.%s.parsed)
                """.formatted(measures, a));
        incremental(a + "/enriched", "event_date", "day", "", """
                SELECT
                    p.event_id, p.device_id, p.user_id, p.platform, p.event_date, s.previous_ts,
                %s
                FROM smelt.%s.parsed AS p
                LEFT JOIN smelt.%s.paused AS s
                    ON s.event_id = p.event_id
                    AND s.event_date >= p.event_date - INTERVAL '1 day'
                    AND s.event_date <= p.event_date + INTERVAL '1 day'
                """.formatted(prefixed("p", measures), a, a));
        String sums = MEASURES.stream().map(m -> "    SUM(" + m + ") AS " + m).collect(Collectors.joining(",\n"));
        incremental(a + "/daily", "event_date", "day", "", """
                SELECT
                    event_date, platform, COUNT(*) AS events, COUNT(DISTINCT user_id) AS users,
                    MIN(event_id) AS first_id, MAX(event_id) AS last_id,
                %s
                FROM smelt.%s.enriched
                GROUP BY event_date, platform
                """.formatted(sums, a));
        incremental(a + "/weekly", "week", "week", "", """
                SELECT
                    CAST(date_trunc('week', event_date) AS DATE) AS week, platform,
                    SUM(events) AS events, SUM(users) AS users, MIN(first_id) AS first_id, MAX(last_id) AS last_id,
                %s
                FROM smelt.%s.daily
                GROUP BY 1, 2
                """.formatted(sums, a));
        String trailing =
                MEASURES.stream().map(m -> "    SUM(" + m + ") OVER w AS " + m).collect(Collectors.joining(",\n"));
        incremental(a + "/trailing", "event_date", "day", "", """
                SELECT
                    event_date, platform, events, users, first_id, last_id,
                %s
                FROM smelt.%s.daily
                WINDOW w AS (
                    PARTITION BY platform ORDER BY event_date
                    RANGE BETWEEN INTERVAL '6 days' PRECEDING AND CURRENT ROW
                )
                """.formatted(trailing, a));
        files.write("models/" + a + "/platforms.sql", """
                ---
                materialization: table
                refresh: full
                ---
                SELECT
                    platform, MIN(event_date) AS first_day, MAX(event_date) AS last_day, SUM(events) AS events,
                    SUM(users) AS users, COUNT(*) AS days,
                %s
                FROM smelt.%s.daily
                GROUP BY platform
                """.formatted(sums, a));
        // A tree, so that the graph grows deeper as slowly as real ones do.
        String earlier = "a" + area / 3;
        incremental(
                a + "/compared", "event_date", "day", "", """
                SELECT
                    d.event_date, d.platform, d.events, d.users, l.first_day,
                    e.events AS events_before,
                %s
                FROM smelt.%s.daily AS d
                LEFT JOIN smelt.%s.trailing AS e
                    ON e.platform = d.platform AND e.event_date = d.event_date - INTERVAL '7 days'
                LEFT JOIN smelt.%s.platforms AS l ON l.platform = d.platform
                """.formatted(prefixed("d", measures), a, earlier, earlier));
        files.write("models/" + a + "/overview.sql", """
                ---
                materialization: view
                ---
                SELECT
                    c.event_date, c.platform, c.events, c.users, c.first_day, w.events AS events_in_week,
                %s
                FROM smelt.%s.compared AS c
                LEFT JOIN smelt.%s.weekly AS w
                    ON w.platform = c.platform AND w.week = date_trunc('week', c.event_date)
                """.formatted(prefixed("c", measures), a, a));
    }

    private static String prefixed(String alias, String measures) {
        return measures.replace("    m", "    " + alias + ".m");
    }

    private void source(String area) {
        String measures = MEASURES.stream()
                .map(m -> "  - {name: " + m + ", type: BIGINT}")
                .collect(Collectors.joining("\n"));
        files.write("models/sources/" + area + "/events.yml", """
                name: raw.%s_events
                arrival_column: arrival_ts
                timeseries:
                  event_time_column: event_ts
                  partition_column: event_date
                  granularity: day
                columns:
                  - {name: event_id, type: BIGINT, nullable: false}
                  - {name: device_id, type: INTEGER}
                  - {name: user_id, type: INTEGER}
                  - {name: platform, type: VARCHAR}
                  - {name: event_ts, type: TIMESTAMP}
                  - {name: event_date, type: DATE}
                  - {name: arrival_ts, type: TIMESTAMP}
                %s
                """.formatted(area, measures));
    }

    private void incremental(String path, String partition, String granularity, String more, String sql) {
        String eventTime = sql.contains("event_ts, event_date") ? "event_ts" : partition;
        files.write("models/" + path + ".sql", """
                ---
                materialization: table
                refresh: incremental
                timeseries:
                  event_time_column: %s
                  partition_column: %s
                  granularity: %s
                %s---
                %s""".formatted(eventTime, partition, granularity, more, sql));
    }
}
