-- mvn smelt:check runs this on what is built, and so does every run: a row is a violation.
smelt.check orders_are_positive AS (
    SELECT order_id, amount
    FROM smelt.silver.paid_orders
    WHERE amount <= 0
)
