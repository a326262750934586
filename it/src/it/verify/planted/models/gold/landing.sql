---
description: Every delivery with how many of its device landed in the day before it did.
materialization: table
refresh: incremental
timeseries:
  event_time_column: event_time
  partition_column: event_date
  granularity: day
---
SELECT
    event_id,
    device_id,
    event_time,
    event_date,
    -- Not true, though nobody says it: a delivery does not land on the day of its event.
    COUNT(*) OVER (
        PARTITION BY device_id
        ORDER BY arrival_time
        RANGE BETWEEN INTERVAL '1 day' PRECEDING AND CURRENT ROW
    ) AS landed_before
FROM smelt.bronze.raw_events
