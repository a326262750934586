---
materialization: table
refresh: incremental
timeseries:
  event_time_column: d
  partition_column: d
  granularity: day
---
SELECT d, CAST(txt AS INTEGER) AS v FROM smelt.sources.raw.s
