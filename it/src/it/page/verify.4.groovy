import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

def step = Steps.of(context).finish()
assertThat(step.output()).contains('raw_events seeded into raw.events')

Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    assertThat(tables.number('SELECT count(DISTINCT event_id) FROM raw.events')).isEqualTo(2000)
    assertThat(tables.number('SELECT count(*) FROM main.silver_events_enriched'))
            .isPositive()
            .isEqualTo(tables.number('SELECT count(*) FROM main.silver_events_parsed'))
}

Steps.of(context).next()
return true
