import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

Steps.of(context).finish()

Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    assertThat(tables.number("SELECT count(*) FROM main.silver_events_parsed WHERE is_purchase IS DISTINCT FROM (event_name = 'purchase')"))
            .as('every day is filled')
            .isZero()
    assertThat(tables.number('SELECT count(*) FROM main.silver_events_parsed WHERE is_purchase')).isPositive()
}

Steps.of(context).next()
return true
