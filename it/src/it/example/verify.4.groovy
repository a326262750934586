import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

Steps.of(context).finish()

Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    assertThat(tables.number('SELECT count(is_purchase) FROM main.silver_events_parsed')).as('history is not filled yet').isZero()
}

Steps.of(context).next()
return true
