-- mvn smelt:test runs this without a warehouse: rows in, rows out. What is not given here is empty.
smelt.test seven_days_are_summed AS (
    SELECT order_date, customer, amount_of_seven_days
    FROM smelt.gold.weekly_customers
)
PASSING orders AS (
    {order_id: 1, ordered_at: '2026-05-01 09:00:00', order_date: '2026-05-01', customer: 'ada', amount_cents: 1000, status: 'paid'},
    {order_id: 2, ordered_at: '2026-05-07 09:00:00', order_date: '2026-05-07', customer: 'ada', amount_cents: 250, status: 'paid'},
    {order_id: 3, ordered_at: '2026-05-08 09:00:00', order_date: '2026-05-08', customer: 'ada', amount_cents: 50, status: 'paid'},
    {order_id: 4, ordered_at: '2026-05-08 10:00:00', order_date: '2026-05-08', customer: 'ada', amount_cents: 9900, status: 'cancelled'}
)
EXPECT (
    {order_date: '2026-05-01', customer: 'ada', amount_of_seven_days: 10.00},
    {order_date: '2026-05-07', customer: 'ada', amount_of_seven_days: 12.50},
    {order_date: '2026-05-08', customer: 'ada', amount_of_seven_days: 3.00}
)
