---
description: What each campaign brought in a month, a session counted in the month it began in.
materialization: table
refresh: incremental
timeseries:
  event_time_column: month_start
  partition_column: month_start
  granularity: month
---
SELECT
    CAST(date_trunc('month', session_start_date) AS DATE) AS month_start,
    COALESCE(utm_campaign, 'none') AS campaign,
    COUNT(*) AS sessions,
    COUNT(DISTINCT device_id) AS devices,
    CAST(SUM(event_count) AS BIGINT) AS events,
    CAST(SUM(purchase_count) AS BIGINT) AS purchases,
    COUNT(CASE WHEN event_count = 1 THEN 1 END) AS bounces
FROM smelt.silver.sessions
GROUP BY
    CAST(date_trunc('month', session_start_date) AS DATE),
    COALESCE(utm_campaign, 'none')
