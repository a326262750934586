-- Stragglers for 2026-04-10: new events of that day that land days after it. Most land up to
-- 2026-04-13 and are accepted, every seventh lands later and stays out.
INSERT INTO raw.events (
    event_id, device_id, user_id, seconds_in_day, event_time, arrival_time, utm_campaign, payload, event_date
)
WITH
-- What is known of the day and its two neighbours, each event with the next of its device.
known AS (
    SELECT
        event_id,
        device_id,
        user_id,
        utm_campaign,
        json_extract_string(payload, '$.platform') AS platform,
        happened_at,
        LEAD(happened_at) OVER (PARTITION BY device_id ORDER BY happened_at, event_id) AS next_at
    FROM (
        SELECT DISTINCT event_id, device_id, user_id, utm_campaign, payload, CAST(event_time AS TIMESTAMP) AS happened_at
        FROM raw.events
        WHERE event_date BETWEEN '2026-04-09' AND '2026-04-11'
    )
),
stragglers AS (
    -- They bridge two sessions: in the middle of a pause of more than 30 and up to 60 minutes. The
    -- pause of device 2 before midnight is one of these, and its effect reaches 12 April.
    SELECT device_id, user_id, utm_campaign, platform, happened_at + (next_at - happened_at) / 2 AS happened_at, 'bridge' AS kind
    FROM known
    WHERE next_at - happened_at > INTERVAL '30 minutes'
      AND next_at - happened_at <= INTERVAL '60 minutes'
      AND (device_id = 2 OR hash(event_id, 60) % 2 = 0)

    UNION ALL

    -- They continue a session of the evening before: after midnight, a quarter of an hour later.
    SELECT device_id, user_id, utm_campaign, platform, happened_at + INTERVAL '15 minutes', 'after midnight'
    FROM known
    WHERE happened_at >= TIMESTAMP '2026-04-09 23:45:00'
      AND happened_at < TIMESTAMP '2026-04-10 00:00:00'
      AND (next_at IS NULL OR next_at - happened_at > INTERVAL '15 minutes')

    UNION ALL

    -- They start before a session of the night after: before midnight, a quarter of an hour earlier.
    SELECT device_id, user_id, utm_campaign, platform, next_at - INTERVAL '15 minutes', 'before midnight'
    FROM known
    WHERE next_at >= TIMESTAMP '2026-04-11 00:00:00'
      AND next_at < TIMESTAMP '2026-04-11 00:15:00'
      AND next_at - happened_at > INTERVAL '1 hour'

    UNION ALL

    -- They are sessions of their own: at a quiet hour of a device that was there that day.
    SELECT device_id, user_id, utm_campaign, platform,
           TIMESTAMP '2026-04-10 03:00:00' + CAST(hash(event_id, 61) % 7200 AS BIGINT) * INTERVAL '1 second', 'alone'
    FROM known
    WHERE device_id > 2
      AND happened_at >= TIMESTAMP '2026-04-10 06:00:00'
      AND happened_at < TIMESTAMP '2026-04-11 00:00:00'
    QUALIFY ROW_NUMBER() OVER (ORDER BY hash(event_id, 62), event_id) <= 120

    UNION ALL

    -- They tear a session apart: another platform, one second after an event of it.
    SELECT device_id, user_id, utm_campaign, 'tv', happened_at + INTERVAL '1 second', 'tear'
    FROM known
    WHERE happened_at >= TIMESTAMP '2026-04-10 00:00:00'
      AND happened_at < TIMESTAMP '2026-04-10 23:59:00'
    QUALIFY ROW_NUMBER() OVER (ORDER BY hash(event_id, 63), event_id) <= 60
),
numbered AS (
    SELECT
        *,
        ROW_NUMBER() OVER (ORDER BY device_id, date_trunc('second', happened_at), kind, platform, user_id, utm_campaign) AS number
    FROM stragglers
    WHERE CAST(happened_at AS DATE) = DATE '2026-04-10'
)
SELECT
    (SELECT MAX(event_id) FROM raw.events) + number,
    device_id,
    user_id,
    CAST(date_diff('second', TIMESTAMP '2026-04-10 00:00:00', date_trunc('second', happened_at)) AS INTEGER),
    CAST(date_trunc('second', happened_at) AS VARCHAR),
    CAST(CASE WHEN device_id <> 2 AND number % 7 = 0
              THEN TIMESTAMP '2026-04-14 00:00:00' + CAST(hash(number, 64) % 345600 AS BIGINT) * INTERVAL '1 second'
              ELSE TIMESTAMP '2026-04-11 06:00:00' + CAST(hash(number, 64) % 237600 AS BIGINT) * INTERVAL '1 second'
         END AS VARCHAR),
    utm_campaign,
    '{"event_name":"page_view"' || COALESCE(',"platform":"' || platform || '"', '') || ',"url":"/"}',
    '2026-04-10'
FROM numbered
