---
materialization: table
---
SELECT 1 AS number
