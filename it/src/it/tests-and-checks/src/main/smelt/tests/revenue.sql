smelt.test cancelled_orders_are_no_revenue AS (
    SELECT day, total FROM smelt.gold.revenue
)
PASSING orders AS (
    {day: '2026-05-01', amount: 10, status: 'paid'},
    {day: '2026-05-01', amount: 99, status: 'cancelled'},
    {day: '2026-05-02', amount: 5, status: 'paid'},
    {day: '2026-05-02', amount: 7, status: 'paid'}
)
EXPECT (
    {day: '2026-05-01', total: 10},
    {day: '2026-05-02', total: 12}
)
