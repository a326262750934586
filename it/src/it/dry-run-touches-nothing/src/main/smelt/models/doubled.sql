---
materialization: table
refresh: incremental
timeseries:
  event_time_column: d
  partition_column: d
  granularity: day
---
SELECT d, 2 * v AS twice FROM smelt.sources.raw.s
