---
description: Every event with the session that it lies in.
materialization: table
refresh: incremental
timeseries:
  event_time_column: event_ts
  partition_column: event_date
  granularity: day
---
SELECT
    e.event_id,
    e.device_id,
    e.user_id,
    e.amplitude_id,
    e.event_ts,
    e.event_date,
    e.utm_campaign,
    e.event_name,
    e.platform,
    e.url,
    s.session_id,
    s.session_start_date,
    s.session_start_ts,
    s.event_count AS session_event_count,
    s.purchase_count AS session_purchase_count,
    s.utm_campaign AS session_campaign
FROM smelt.silver.events_parsed AS e
LEFT JOIN smelt.silver.sessions AS s
    ON e.device_id = s.device_id
    -- A session may have begun the day before; a day either side is room enough.
    AND s.session_start_date
        BETWEEN e.event_date - INTERVAL '1 day'
            AND e.event_date + INTERVAL '1 day'
    -- The sessions of a device never overlap, so this finds exactly one.
    AND e.event_ts BETWEEN s.first_event_ts AND s.last_event_ts
