import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output().findAll('4 unchanged').size()).isEqualTo(2)
Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    assertThat(tables.rows('SELECT target_schema, count(*), count(DISTINCT outcome) FROM _smelt.runs GROUP BY 1 ORDER BY 1'))
            .containsExactly('m1|2|1', 'm2|2|1')
}
return true
