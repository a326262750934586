---
materialization: table
refresh: incremental
timeseries:
  event_time_column: d
  partition_column: d
  granularity: day
---
SELECT d, v, 2 * n AS twice FROM smelt.slow_counts
