---
materialization: table
refresh: incremental
timeseries: {partition_column: d, granularity: day}
---
SELECT d, COUNT(*) AS orders
FROM smelt.accepted
WHERE amount >= 100
GROUP BY d
