---
materialization: table
refresh: incremental
timeseries: {partition_column: day, granularity: day}
---
SELECT day, SUM(amount) AS total
FROM smelt.silver.paid
GROUP BY day
