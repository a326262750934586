smelt.test a_day_is_the_sum_of_its_orders AS (
    SELECT day, total FROM smelt.revenue
)
PASSING orders AS (
    {day: '2026-05-01', amount: 20},
    {day: '2026-05-01', amount: 45},
    {day: '2026-05-02', amount: 8}
)
EXPECT (
    {day: '2026-05-01', total: 65},
    {day: '2026-05-02', total: 8}
)
