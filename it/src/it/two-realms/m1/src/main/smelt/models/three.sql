---
materialization: table
---
SELECT i, hash(i) AS h FROM range(300000) AS t(i)
