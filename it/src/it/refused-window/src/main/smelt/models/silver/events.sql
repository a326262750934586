---
materialization: table
refresh: incremental
timeseries:
  event_time_column: event_date
  partition_column: event_date
  granularity: day
---
SELECT event_id, event_date, arrival_time
FROM smelt.sources.raw.events
QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id ORDER BY arrival_time) = 1
