package dev.smelt.bench;

import java.time.LocalDate;
import java.util.List;

/**
 * What people do by hand after a day has landed in {@link DailyHistory}, as SQL, one list per transaction.
 *
 * @param name as the table of results has it
 * @param transactions what is sent
 */
record Alternative(String name, List<List<String>> transactions) {

    /** The last so many days of every table, whatever landed; reads reach back as far as each model's own SQL asks. */
    static Alternative trailing(int days, LocalDate last) {
        LocalDate from = last.minusDays(days - 1L);
        return new Alternative(
                "the last " + days + " days of every table",
                List.of(events(from), daily(from), trailingWeek(from), monthly(from)));
    }

    /** The narrowest windows that hold for every landed day, found by reading the models with care. */
    static Alternative fixedLookbacks(LocalDate last) {
        LocalDate from = last.minusDays(3);
        return new Alternative(
                "delete and insert by hand, best fixed lookbacks",
                List.of(events(from), daily(from), trailingWeek(from), monthly(from)));
    }

    private static List<String> events(LocalDate from) {
        return List.of("DELETE FROM main.events WHERE event_date >= DATE '" + from + "'", """
                INSERT INTO main.events
                SELECT event_id, device_id, event_ts, event_date, amount
                FROM raw.events
                WHERE event_date BETWEEN CAST(arrival_ts AS DATE) - INTERVAL '3 days' AND CAST(arrival_ts AS DATE)
                    AND event_date >= DATE '%s'
                """.formatted(from));
    }

    private static List<String> daily(LocalDate from) {
        return List.of("DELETE FROM main.daily WHERE event_date >= DATE '" + from + "'", """
                INSERT INTO main.daily
                SELECT event_date, device_id, SUM(amount) AS amount, COUNT(*) AS events
                FROM main.events
                WHERE event_date >= DATE '%s'
                GROUP BY event_date, device_id
                """.formatted(from));
    }

    private static List<String> trailingWeek(LocalDate from) {
        return List.of("DELETE FROM main.trailing WHERE event_date >= DATE '" + from + "'", """
                INSERT INTO main.trailing
                SELECT * FROM (
                    SELECT
                        event_date, device_id,
                        SUM(amount) OVER (
                            PARTITION BY device_id ORDER BY event_date
                            RANGE BETWEEN INTERVAL '6 days' PRECEDING AND CURRENT ROW
                        ) AS amount
                    FROM main.daily
                    WHERE event_date >= DATE '%s'
                ) WHERE event_date >= DATE '%s'
                """.formatted(
                        from.minusDays(6), from));
    }

    private static List<String> monthly(LocalDate from) {
        LocalDate month = from.withDayOfMonth(1);
        return List.of("DELETE FROM main.monthly WHERE month >= DATE '" + month + "'", """
                INSERT INTO main.monthly
                SELECT CAST(date_trunc('month', event_date) AS DATE) AS month, SUM(amount) AS amount
                FROM main.daily
                WHERE event_date >= DATE '%s'
                GROUP BY 1
                """.formatted(month));
    }
}
