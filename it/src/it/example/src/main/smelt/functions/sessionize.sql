-- Cuts the events of each device into sessions and gives every event the start of its session.
--
-- A session begins after a pause longer than `gap`, or where the device changes platform. None
-- reaches further than the calendar day after the one it began on: a device that never pauses
-- begins a new session every day.
--
-- events: event_id (unique), device_id, event_ts, event_date (the day of event_ts), platform,
--         event_name, utm_campaign
smelt.define sessionize(
    events: Table,
    gap: Interval = INTERVAL '30 minutes'
) -> Table AS (
    WITH compared AS (
        -- RANGE takes a single ordering key and events may share an instant, so LAG has its own,
        -- total, order. That also makes it honour the frame.
        SELECT
            event_id,
            device_id,
            event_ts,
            event_date,
            event_name,
            platform,
            utm_campaign,
            LAG(event_ts ORDER BY event_ts, event_id) OVER (
                PARTITION BY device_id
                ORDER BY event_ts
                RANGE BETWEEN INTERVAL '2 days' PRECEDING AND CURRENT ROW
            ) AS previous_ts,
            LAG(platform ORDER BY event_ts, event_id) OVER (
                PARTITION BY device_id
                ORDER BY event_ts
                RANGE BETWEEN INTERVAL '2 days' PRECEDING AND CURRENT ROW
            ) AS previous_platform
        FROM events
    ),
    bounded AS (
        -- The latest boundary at or before the event. Events of one instant share it: the frame
        -- ends with the whole instant, so a session is a stretch of time, never half an instant.
        SELECT
            event_id,
            device_id,
            event_ts,
            event_date,
            event_name,
            platform,
            utm_campaign,
            MAX(CASE WHEN previous_ts IS NULL
                       OR event_ts - previous_ts > gap
                       OR platform IS DISTINCT FROM previous_platform
                     THEN event_ts
                END) OVER (
                PARTITION BY device_id
                ORDER BY event_ts
                RANGE BETWEEN INTERVAL '2 days' PRECEDING AND CURRENT ROW
            ) AS boundary_ts,
            MIN(event_ts) OVER (PARTITION BY device_id, event_date) AS first_of_day_ts
        FROM compared
    ),
    started AS (
        -- Calendar days, not 24 hours: whether a boundary still counts then depends on whole days
        -- only, and two days of history decide it. No boundary at all (NULL) falls to ELSE too.
        SELECT
            event_id,
            device_id,
            event_ts,
            event_date,
            event_name,
            platform,
            utm_campaign,
            CASE WHEN CAST(boundary_ts AS DATE) >= event_date - INTERVAL '1 day'
                 THEN boundary_ts
                 ELSE first_of_day_ts
            END AS session_start_ts
        FROM bounded
    )
    SELECT
        event_id,
        device_id,
        event_ts,
        event_date,
        event_name,
        platform,
        utm_campaign,
        session_start_ts,
        CAST(session_start_ts AS DATE) AS session_start_date
    FROM started
)
