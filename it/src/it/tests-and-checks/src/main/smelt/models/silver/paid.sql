---
materialization: table
refresh: incremental
timeseries: {partition_column: day, granularity: day}
---
SELECT id, day, customer, amount
FROM smelt.orders
WHERE status = 'paid'
