-- Every event of a name with the one before it on the same device.
smelt.define with_previous(events: Table, wanted: Text) -> Table AS (
    SELECT
        event_id,
        device_id,
        event_ts,
        event_date,
        -- Not true: without an order of its own LAG looks back as far as it must, whatever the frame says.
        LAG(event_id) OVER (
            PARTITION BY device_id
            ORDER BY event_ts
            RANGE BETWEEN INTERVAL '2 days' PRECEDING AND CURRENT ROW
        ) AS previous_purchase
    FROM events
    WHERE event_name = wanted
)
