smelt.check amounts_are_positive AS (
    SELECT id, customer, amount FROM smelt.silver.paid WHERE amount <= 0
)
