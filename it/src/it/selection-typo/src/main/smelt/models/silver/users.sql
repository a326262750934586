---
materialization: table
---
SELECT 1 AS user_id
