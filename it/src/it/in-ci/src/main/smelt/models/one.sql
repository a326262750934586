---
materialization: table
---
SELECT 1 AS one
