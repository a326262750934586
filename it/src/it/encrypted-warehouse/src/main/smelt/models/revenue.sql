---
materialization: table
refresh: incremental
timeseries: {partition_column: day, granularity: day}
---
SELECT day, customer, SUM(amount) AS total
FROM smelt.orders
GROUP BY day, customer
