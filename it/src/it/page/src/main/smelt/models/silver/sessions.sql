---
description: One row per session of a device. It belongs to the day it began on and ends the day after at the latest.
materialization: table
refresh: incremental
timeseries:
  event_time_column: session_start_ts
  partition_column: session_start_date
  granularity: day
---
SELECT
    CAST(device_id AS VARCHAR) || '@' || CAST(session_start_ts AS VARCHAR) AS session_id,
    device_id,
    session_start_date,
    session_start_ts,
    MIN(event_ts) AS first_event_ts,
    MAX(event_ts) AS last_event_ts,
    COUNT(*) AS event_count,
    COUNT(CASE WHEN event_name = 'purchase' THEN 1 END) AS purchase_count,
    -- Only the first instant of a session can hold two platforms; the last event has the session's.
    LAST(platform ORDER BY event_ts, event_id) AS platform,
    FIRST(utm_campaign ORDER BY event_ts, event_id) AS utm_campaign
FROM smelt.functions.sessionize(smelt.silver.events_parsed)
-- sessionize keeps every session within these two days, so no event is lost here.
WHERE event_date
    BETWEEN session_start_date
        AND session_start_date + INTERVAL '1 day'
GROUP BY device_id, session_start_date, session_start_ts
