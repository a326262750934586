import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

Steps.of(context).finish()

Tables.compare(basedir, 'before.duckdb', 'warehouse.duckdb').withCloseable { tables ->
    ['silver_sessions': 'session_start_date', 'silver_events_enriched': 'event_date'].each { table, partition ->
        def was = "FROM before.main.${table}"
        def is = "FROM warehouse.main.${table}"
        assertThat(tables.beyond(was, is)).as('rows of %s that are gone', table).isPositive()
        assertThat(tables.beyond(is, was)).as('rows of %s that are new', table).isPositive()
        assertThat(tables.rows("SELECT min(${partition}), max(${partition}) FROM ((${is}) EXCEPT ALL (${was}))"))
                .as('days of %s that changed', table)
                .allMatch { it >= '2026-04-08|' && it <= '2026-04-09|2026-04-14' }
    }
}

Steps.of(context).next()
return true
