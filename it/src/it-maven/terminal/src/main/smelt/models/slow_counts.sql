---
materialization: table
refresh: incremental
timeseries:
  event_time_column: d
  partition_column: d
  granularity: day
---
SELECT d, v, (SELECT COUNT(*) FROM range(500000) AS r(i) WHERE hash(r.i + s.v) % 7 = 0) AS n
FROM smelt.sources.raw.s AS s
