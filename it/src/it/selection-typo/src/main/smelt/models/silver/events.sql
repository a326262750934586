---
materialization: table
---
SELECT 1 AS event_id
