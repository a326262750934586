---
description: Every purchase with the one before it on the same device.
materialization: table
refresh: incremental
timeseries:
  event_time_column: event_ts
  partition_column: event_date
  granularity: day
---
SELECT event_id, device_id, event_ts, event_date, previous_purchase
FROM smelt.functions.with_previous(smelt.silver.events_parsed, 'purchase')
