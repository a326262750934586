---
description: How much each customer bought on a day and the six days before it.
materialization: table
refresh: incremental
timeseries:
  partition_column: order_date
  granularity: day
---
SELECT
    days.order_date,
    orders.customer,
    SUM(orders.amount) AS amount_of_seven_days
FROM (SELECT DISTINCT order_date FROM smelt.silver.paid_orders) AS days
-- smelt reads from this condition that a day needs the six days before it, and that a late order changes seven.
JOIN smelt.silver.paid_orders AS orders
    ON orders.order_date BETWEEN days.order_date - INTERVAL '6 days' AND days.order_date
GROUP BY days.order_date, orders.customer
