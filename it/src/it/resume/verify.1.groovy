import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

Steps.of(context).finish()

Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    assertThat(tables.rows('SELECT d, v FROM main.numbers ORDER BY d')).containsExactly('2026-05-01|1', '2026-05-02|2')
}

Steps.of(context).next()
return true
