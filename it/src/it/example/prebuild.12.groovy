import dev.smelt.it.Steps
import dev.smelt.it.Tables

Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    tables.execute('''
            INSERT INTO raw.events (event_id, device_id, user_id, seconds_in_day, event_time, arrival_time, utm_campaign, payload, event_date)
            SELECT (SELECT max(event_id) FROM raw.events) + row_number() OVER (ORDER BY event_id), device_id, user_id,
                seconds_in_day, event_time, CAST(CAST(event_date AS DATE) + days AS VARCHAR) || ' 12:00:00',
                utm_campaign, payload, event_date
            FROM (SELECT event_id, device_id, user_id, seconds_in_day, event_time, utm_campaign, payload, event_date,
                      CASE event_date WHEN '2026-05-02' THEN 2 ELSE 6 END AS days
                  FROM raw.events WHERE event_date IN ('2026-04-22', '2026-05-02')
                  QUALIFY row_number() OVER (PARTITION BY event_id) = 1
                      AND row_number() OVER (PARTITION BY event_date ORDER BY hash(event_id), event_id) <= 50)''')
}
Steps.of(context).note('''50 events of 2026-05-02 have landed two days late, and 50 of 2026-04-22 six days late,
which is too late for events_parsed; smelt is told nothing''')
return true
