import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

def step = Steps.of(context).finish()

Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    def events = tables.number('SELECT count(DISTINCT event_id) FROM raw.events')
    assertThat(step.command()).endsWith("-DEVENTS=${events}")
    assertThat(tables.number('SELECT count(*) FROM raw.events')).as('some events are delivered twice').isGreaterThan(events)
}

Steps.of(context).next()
return true
