import dev.smelt.it.Quotations
import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

def steps = Steps.of(context)
steps.finish()

def format = { number -> String.format(Locale.ROOT, '%,d', number) }
def compared = []
def differing = 0

Tables.compare(basedir, 'warehouse.duckdb', 'rebuilt.duckdb').withCloseable { tables ->
    ['silver_events_parsed', 'silver_sessions', 'silver_events_enriched', 'gold_daily_platform', 'gold_monthly_campaigns'].each { table ->
        // By name: an added column stands last in the older table.
        def columns = tables.rows("SELECT column_name FROM duckdb_columns() WHERE database_name = 'rebuilt' AND table_name = '${table}' ORDER BY column_index")
                .join(', ')
        def kept = "SELECT ${columns} FROM warehouse.main.${table}"
        def rebuilt = "SELECT ${columns} FROM rebuilt.main.${table}"
        def numbers = [tables.number("SELECT count(*) FROM (${kept})"), tables.number("SELECT count(*) FROM (${rebuilt})"),
                       tables.beyond(kept, rebuilt), tables.beyond(rebuilt, kept)]
        compared << ([table.replaceFirst('_', '.')] + numbers.collect(format))
        differing += numbers[2] + numbers[3]
        assertThat(numbers[0]).as('rows of %s', table).isPositive()
    }

    steps.narration().say('\nEach incremental table against its full rebuild (EXCEPT ALL both ways):\n')
    steps.narration().table(['table', 'rows', 'rows rebuilt', 'only here', 'only rebuilt'], compared)
    assertThat(differing).as('rows that differ from the full rebuild: %s', compared).isZero()

    def parsed = tables.number('SELECT count(*) FROM warehouse.main.silver_events_parsed')
    assertThat(tables.number('SELECT count(*) FROM warehouse.main.silver_events_enriched')).as('enriched events').isEqualTo(parsed)
    assertThat(tables.number('''
            SELECT count(*) FROM (
                SELECT e.event_id FROM warehouse.main.silver_events_parsed AS e
                JOIN warehouse.main.silver_sessions AS s
                    ON e.device_id = s.device_id AND e.event_ts BETWEEN s.first_event_ts AND s.last_event_ts
                    AND s.session_start_date BETWEEN e.event_date - INTERVAL '7 days' AND e.event_date + INTERVAL '7 days'
                GROUP BY e.event_id HAVING count(*) = 1)''')).as('events in exactly one session').isEqualTo(parsed)
    assertThat(tables.number('SELECT CAST(sum(event_count) AS BIGINT) FROM warehouse.main.silver_sessions')).isEqualTo(parsed)

    steps.narration().say("\nEvery one of the ${format(parsed)} parsed events lies in exactly one session.\n")
    def whole = new groovy.json.JsonSlurper().parse(new File(basedir, 'target/smelt/run.json')).elapsedMillis
    def late = context.get('late')
    // of a small feed it tells how long planning takes, which both do
    if (late < whole / 2) {
        steps.narration().say(String.format(Locale.ROOT, 'What landed in step 12 took %.1f s, everything once more %.1f s: %.1f times as long.\n',
                late / 1000, whole / 1000, whole / late))
    }
    steps.narration().table(['step', 'seconds'],
            steps.finished().collect { [it.number() + '. ' + it.title(), String.format(Locale.ROOT, '%.1f', it.seconds())] }
                    + [['all', String.format(Locale.ROOT, '%.1f', steps.finished().sum { it.seconds() })]])
}

Quotations.check(new File(root), basedir)
return true
