import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

Steps.of(context).finish()

Tables.open(basedir, 'before.duckdb').withCloseable { tables ->
    tables.attach(basedir, 'warehouse.duckdb')
    ['silver_sessions', 'silver_events_enriched'].each { table ->
        tables.execute("CREATE TABLE ${table} AS FROM warehouse.main.${table}")
    }
    // What lands after 2026-04-13 is more than three days late, and stays out.
    assertThat(tables.number('''
            SELECT count(*) FROM warehouse.main.silver_events_parsed
            JOIN (SELECT event_id, min(arrival_time) AS arrival_time FROM warehouse.raw.events GROUP BY event_id) USING (event_id)
            WHERE event_date = '2026-04-10' AND arrival_time >= '2026-04-14\'''')).isZero()
    assertThat(tables.number('SELECT count(*) FROM warehouse.main.silver_events_parsed'))
            .as('late events are in, but not yet below')
            .isGreaterThan(tables.number('SELECT count(*) FROM silver_events_enriched'))
}

Steps.of(context).next()
return true
