---
description: The feed with its types, one row per delivery.
materialization: table
refresh: full
timeseries:
  event_time_column: event_time
  partition_column: event_date
  granularity: day
---
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
FROM smelt.sources.raw.events
