---
description: Traffic of a day by platform.
materialization: table
refresh: incremental
timeseries:
  event_time_column: event_date
  partition_column: event_date
  granularity: day
---
SELECT
    event_date,
    COALESCE(platform, 'unknown') AS platform,
    COUNT(*) AS events,
    COUNT(DISTINCT amplitude_id) AS visitors,
    COUNT(DISTINCT session_id) AS active_sessions,
    COUNT(DISTINCT CASE WHEN session_start_date = event_date THEN session_id END) AS new_sessions,
    COUNT(CASE WHEN event_name = 'add_to_cart' THEN 1 END) AS carts,
    COUNT(CASE WHEN event_name = 'purchase' THEN 1 END) AS purchases
FROM smelt.silver.events_enriched
GROUP BY event_date, COALESCE(platform, 'unknown')
