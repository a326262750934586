---
materialization: table
refresh: incremental
timeseries: {partition_column: d, granularity: day}
---
SELECT d, id, amount
FROM smelt.sources.raw.orders
WHERE d BETWEEN CAST(arrived AS DATE) - INTERVAL '3 days' AND CAST(arrived AS DATE)
