---
materialization: table
---
SELECT 2 AS number
