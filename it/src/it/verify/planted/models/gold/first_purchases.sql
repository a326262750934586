---
description: The first purchase of every device.
materialization: table
refresh: incremental
timeseries:
  event_time_column: event_ts
  partition_column: event_date
  granularity: day
safety_overrides:
  # Not true: a device may have bought something on an earlier day.
  allow_window_functions: true
---
SELECT device_id, event_id, event_ts, event_date
FROM smelt.silver.events_parsed
WHERE event_name = 'purchase'
QUALIFY ROW_NUMBER() OVER (PARTITION BY device_id ORDER BY event_ts, event_id) = 1
