---
severity: warn
---
smelt.check customers_are_known AS (
    SELECT id, day FROM smelt.silver.paid WHERE customer IS NULL
)
