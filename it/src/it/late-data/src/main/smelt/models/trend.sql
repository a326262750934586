---
materialization: table
refresh: incremental
timeseries: {partition_column: d, granularity: day}
---
SELECT d, SUM(orders) OVER (ORDER BY d RANGE BETWEEN INTERVAL 2 DAYS PRECEDING AND CURRENT ROW) AS orders
FROM smelt.large
