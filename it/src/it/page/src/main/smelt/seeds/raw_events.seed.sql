-- The raw feed: ${EVENTS:-1000000} events of the 60 days from 2026-03-19 to 2026-05-17, about 2 % of
-- them delivered twice, in the order in which they landed.
--
-- Every choice is a hash of a number and a salt (its second argument) and no arithmetic leaves the
-- basic operations, so a size always gives the same rows. Devices, visits and late rows grow with it.
WITH
sizes AS (
    SELECT
        events,
        LEAST(1440, events // 10) AS kiosk_events,
        LEAST(180, events // 20) AS panel_events,
        GREATEST(40, events // 200) AS devices
    FROM (SELECT CAST(${EVENTS:-1000000} AS BIGINT) AS events)
),

-- Events come in visits. A third of the visits are a single event, a few are very long. Every fourth
-- one is a return: the device of the visit before it comes back 20 to 80 minutes after that began.
visit_numbers AS (
    SELECT
        visit,
        visit % 4 = 3 AS is_return,
        CASE WHEN visit % 4 = 3 THEN visit - 1 ELSE visit END AS anchor,
        (hash(visit, 1) % 1000000) / 1000000.0::DOUBLE AS u
    FROM sizes, range(events // 6 + 10) AS numbers(visit)
),
visit_sizes AS (
    SELECT
        visit,
        is_return,
        anchor,
        (1 + CAST(floor(30 * u * u * u) AS BIGINT)) * (CASE WHEN hash(visit, 2) % 50 = 0 THEN 4 ELSE 1 END) AS length
    FROM visit_numbers
),
visit_spans AS (
    SELECT *, SUM(length) OVER (ORDER BY visit ROWS UNBOUNDED PRECEDING) - length AS first_event
    FROM visit_sizes
),
visit_traits AS (
    SELECT
        visit,
        is_return,
        length,
        CAST(kiosk_events + panel_events + first_event AS BIGINT) AS first_event,
        (hash(anchor, 3) % 1000000) / 1000000.0::DOUBLE AS popularity,
        CAST(hash(anchor, 4) % 60 AS BIGINT) AS any_day,
        hash(anchor, 5) % 100 < 30 AS moves_to_weekday,
        hash(anchor, 6) % 100 AS habit,
        -- The sum of three dice is a bell of six hours to either side.
        CAST(hash(anchor, 7) % 14400 + hash(anchor, 8) % 14400 + hash(anchor, 9) % 14400 AS BIGINT) AS bell,
        CAST(hash(anchor, 10) % 86400 AS BIGINT) AS any_second,
        devices
    FROM visit_spans, sizes
    WHERE kiosk_events + panel_events + first_event < events
),
visits AS (
    SELECT
        visit,
        first_event,
        length,
        1000 + CAST(floor(devices * popularity * popularity) AS INTEGER) AS device_id,
        -- 2026-03-19 is a Thursday: days 2 and 3 of each week are the quieter weekend.
        CASE WHEN any_day % 7 IN (2, 3) AND moves_to_weekday THEN (any_day + 4) % 60 ELSE any_day END AS day_number,
        -- A fifth at any time, a third around half past twelve, the rest around half past nine at night.
        CASE WHEN habit < 20 THEN any_second
             WHEN habit < 53 THEN bell + 23400
             ELSE (bell + 55800) % 86400
        END AS start_second,
        CASE WHEN is_return THEN CAST(1200 + hash(visit, 11) % 3600 AS BIGINT) ELSE 0 END AS return_seconds,
        5 + CAST(floor(115 * ((hash(visit, 12) % 1000) / 1000.0::DOUBLE) * ((hash(visit, 12) % 1000) / 1000.0::DOUBLE)) AS BIGINT) AS pace
    FROM visit_traits
),
visit_steps AS (
    SELECT *, UNNEST(range(length)) AS step
    FROM visits
),
-- One step in forty is a twin: it shares the instant of the step before it.
visit_events AS (
    SELECT
        first_event + step AS event_number,
        visit,
        step,
        device_id,
        step > 0 AND hash(first_event + step, 20) % 40 = 0 AS is_twin,
        CASE WHEN step > 0 AND hash(first_event + step, 20) % 40 = 0 THEN step - 1 ELSE step END AS instant,
        first_event,
        pace,
        -- The last day ends early enough for its visits not to leave the 60 days.
        day_number * 86400 + (CASE WHEN day_number = 59 THEN start_second * 3 // 4 ELSE start_second END) + return_seconds AS visit_start
    FROM visit_steps, sizes
    WHERE first_event + step < events
),

-- One row per event: who, when, and the visit that it belongs to.
happened AS (
    SELECT
        event_number,
        visit,
        step,
        device_id,
        is_twin,
        visit_start + instant * pace + CAST(hash(first_event + instant, 21) % CAST(pace AS UBIGINT) AS BIGINT) AS second_number
    FROM visit_events

    UNION ALL

    -- Device 1, a kiosk, sends every 12 to 28 minutes from 2 April on, for 20 days without a pause.
    SELECT
        number,
        -1,
        number,
        1,
        FALSE,
        14 * 86400 + number * 1200 + CAST(hash(number, 22) % 481 AS BIGINT)
    FROM sizes, range(kiosk_events) AS numbers(number)

    UNION ALL

    -- Device 2, a wall panel, sends at 23:50 on 9 April, at 23:00 and 23:20 on 10 April and then from
    -- 00:10 on 11 April every 20 minutes for two and a half days. The stragglers continue the first
    -- over midnight and close the pause before the last, which moves sessions up to 12 April.
    SELECT
        kiosk_events + number,
        -2,
        number,
        2,
        FALSE,
        23 * 86400 + (CASE number WHEN 0 THEN -87000 WHEN 1 THEN -3600 WHEN 2 THEN -2400 ELSE 600 + (number - 3) * 1200 END)
    FROM sizes, range(panel_events) AS numbers(number)
),
described AS (
    SELECT
        event_number,
        device_id,
        step,
        second_number,
        -- Six visits in ten are signed in, mostly as the user at home on the device.
        CASE WHEN visit < 0 THEN NULL
             WHEN hash(visit, 30) % 100 < 54 THEN 1 + CAST(hash(device_id, 31) % CAST(devices * 4 // 5 AS UBIGINT) AS INTEGER)
             WHEN hash(visit, 30) % 100 < 60 THEN 1 + CAST(hash(visit, 32) % CAST(devices * 4 // 5 AS UBIGINT) AS INTEGER)
        END AS user_id,
        CASE WHEN visit >= 0 AND hash(visit, 33) % 100 < 35
             THEN ['spring_sale', 'newsletter', 'brand_search', 'retargeting', 'partner', 'video', 'referral', 'app_store'][CAST(1 + hash(visit, 34) % 8 AS BIGINT)]
        END AS utm_campaign,
        -- A device has its platform, some visits come from another one, and so do some twins. Old
        -- clients name none.
        CASE WHEN visit < 0 THEN 'web'
             WHEN is_twin AND hash(event_number, 35) % 3 = 0 THEN 'tv'
             WHEN hash(visit, 36) % 100 < 6 THEN 'web'
             ELSE ['ios', 'ios', 'ios', 'ios', 'android', 'android', 'android', 'web', 'web', NULL][CAST(1 + hash(device_id, 37) % 10 AS BIGINT)]
        END AS platform,
        CASE WHEN step = 0 THEN 'page_view'
             WHEN hash(event_number, 38) % 1000 < 480 THEN 'page_view'
             WHEN hash(event_number, 38) % 1000 < 740 THEN 'product_view'
             WHEN hash(event_number, 38) % 1000 < 850 THEN 'search'
             WHEN hash(event_number, 38) % 1000 < 940 THEN 'add_to_cart'
             WHEN hash(event_number, 38) % 1000 < 975 THEN 'purchase'
             ELSE 'sign_in'
        END AS event_name,
        CAST(hash(event_number, 39) % 2000 AS BIGINT) AS product,
        -- Lateness is half a matter of the event, half of the visit (a phone that was offline). The
        -- kiosk and the panel are never so late that an event of theirs stays out.
        CASE WHEN visit < 0 THEN hash(event_number, 40) % 995
             WHEN hash(event_number, 41) % 2 = 0 THEN hash(event_number, 40) % 1000
             ELSE hash(visit, 40) % 1000
        END AS lateness,
        (hash(event_number, 42) % 1000000) / 1000000.0::DOUBLE AS delay,
        hash(event_number, 43) % 50 = 0 AS is_redelivered
    FROM happened, sizes
),
delivered AS (
    SELECT
        *,
        TIMESTAMP '2026-03-19 00:00:00' + second_number * INTERVAL '1 second' AS happened_at,
        -- Eight in ten land within the hour and most of those at once; one in twenty lands on the
        -- third day after its own, the last that is accepted; one in two hundred later than that.
        second_number + CAST(CASE
            WHEN lateness < 800 THEN 1 + floor(3500 * delay * delay * delay * delay)
            WHEN lateness < 945 THEN 3600 + floor(169200 * delay * delay * delay)
            WHEN lateness < 995 THEN (3 * 86400 - second_number % 86400) + floor(86400 * delay)
            ELSE (4 * 86400 - second_number % 86400) + floor(6 * 86400 * delay)
        END AS BIGINT) AS arrival_second
    FROM described
)
SELECT
    event_number + 1 AS event_id,
    device_id,
    user_id,
    CAST(second_number % 86400 AS INTEGER) AS seconds_in_day,
    CAST(happened_at AS VARCHAR) AS event_time,
    CAST(TIMESTAMP '2026-03-19 00:00:00' + copy_second * INTERVAL '1 second' AS VARCHAR) AS arrival_time,
    utm_campaign,
    '{"event_name":"' || event_name || '"'
        || COALESCE(',"platform":"' || platform || '"', '')
        || ',"url":"'
        || CASE event_name
               WHEN 'product_view' THEN '/p/' || product
               WHEN 'add_to_cart' THEN '/p/' || product || '?add=1'
               WHEN 'search' THEN '/search?q=' || ['lamp', 'desk', 'chair', 'rug', 'shelf'][1 + product % 5]
               WHEN 'purchase' THEN '/checkout/done'
               WHEN 'sign_in' THEN '/account'
               ELSE ['/', '/', '/sale', '/c/office', '/c/living'][1 + product % 5]
           END
        || '"}' AS payload,
    CAST(CAST(happened_at AS DATE) AS VARCHAR) AS event_date
FROM (
    SELECT *, arrival_second AS copy_second
    FROM delivered

    UNION ALL

    -- The second delivery: the same event, a minute to two days after the first.
    SELECT *, arrival_second + 60 + CAST(hash(event_number, 44) % 172800 AS BIGINT)
    FROM delivered
    WHERE is_redelivered
)
ORDER BY copy_second, event_id
