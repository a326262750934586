---
description: Orders that were paid, with the amount in whole units.
materialization: table
refresh: incremental
timeseries:
  event_time_column: ordered_at
  partition_column: order_date
  granularity: day
---
SELECT
    order_id,
    ordered_at,
    order_date,
    customer,
    CAST(amount_cents / 100 AS DECIMAL(18, 2)) AS amount
FROM smelt.orders
WHERE status = 'paid'
