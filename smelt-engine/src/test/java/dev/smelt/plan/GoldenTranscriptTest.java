package dev.smelt.plan;

import static dev.smelt.plan.Pipeline.reach;
import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.report.PlanText;
import dev.smelt.time.Granularity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The transcripts of the reference page, byte for byte, from a world without a warehouse. */
class GoldenTranscriptTest {
    private static final String BRONZE = """
            SELECT
                event_id,
                device_id,
                user_id,
                seconds_in_day,
                CAST(event_time AS TIMESTAMP) AS event_time,
                CAST(arrival_time AS TIMESTAMP) AS arrival_time,
                utm_campaign,
                payload,
                CAST(event_date AS DATE) AS event_date
            FROM raw.events""";

    private static final String PARSED = """
            SELECT
                event_id,
                device_id,
                user_id,
                CASE WHEN user_id IS NOT NULL
                     THEN 'u:' || CAST(user_id AS VARCHAR)
                     ELSE 'd:' || CAST(device_id AS VARCHAR)
                END AS amplitude_id,
                CAST(event_time AS TIMESTAMP) AS event_ts,
                CAST(event_date AS DATE) AS event_date,
                utm_campaign,
                json_extract_string(payload, '$.event_name') AS event_name,
                json_extract_string(payload, '$.platform') AS platform,
                json_extract_string(payload, '$.url') AS url
            FROM main.bronze_raw_events
            WHERE event_date
                BETWEEN CAST(arrival_time AS DATE) - INTERVAL '3 days'
                    AND CAST(arrival_time AS DATE)
            QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id ORDER BY arrival_time) = 1""";

    @Test
    void backbuildPrintsThePage() throws IOException {
        Plan plan = Plans.backbuild(parsed(), "silver.events_parsed", "2026-04-01", "2026-04-19");

        assertThat(PlanText.of(plan)).isEqualTo(golden("backbuild-dry-run.txt"));
    }

    @Test
    void sinceUpstreamPrintsThePage() throws IOException {
        Pipeline pipeline = parsed().model("silver.sessions")
                .reads("silver.events_parsed", reach(0, 1), reach(2, 1), true)
                .end()
                .model("silver.events_enriched")
                .drivenBy("silver.events_parsed", 0, 0)
                .joins("silver.sessions", 1, 1)
                .end();

        Plan plan = Plans.since(pipeline, "silver.events_parsed", "2026-04-10", "2026-04-11");

        assertThat(PlanText.of(plan)).isEqualTo(golden("since-upstream-dirty-set.txt"));
    }

    private static Pipeline parsed() {
        return new Pipeline()
                .source("sources.raw.events", "raw.events", "event_date", Granularity.DAY, "event_date VARCHAR")
                .model("bronze.raw_events")
                .full()
                .clock("event_date", Granularity.DAY)
                .columns("event_id BIGINT, device_id INTEGER, user_id INTEGER, seconds_in_day INTEGER, event_time"
                        + " TIMESTAMP, arrival_time TIMESTAMP, utm_campaign VARCHAR, payload VARCHAR, event_date DATE")
                .sql(BRONZE)
                .drivenBy("sources.raw.events", 0, 0)
                .end()
                .model("silver.events_parsed")
                .clock("event_date", Granularity.DAY)
                .columns("event_id BIGINT, device_id INTEGER, user_id INTEGER, amplitude_id VARCHAR, event_ts"
                        + " TIMESTAMP, event_date DATE, utm_campaign VARCHAR, event_name VARCHAR, platform VARCHAR,"
                        + " url VARCHAR")
                .sql(PARSED)
                .drivenBy("bronze.raw_events", 3, 0)
                .end();
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = GoldenTranscriptTest.class.getResourceAsStream("/golden/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
