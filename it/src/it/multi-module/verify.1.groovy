import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .as('the parent has no models, and says so')
        .contains('Nothing to do: no smelt.yml')
        .doesNotContain('not marked @threadSafe')

[m1: 1L, m2: 2L].each { module, number ->
    Tables.open(new File(basedir, module), 'warehouse.duckdb').withCloseable { tables ->
        assertThat(tables.number('SELECT number FROM main.bronze_raw')).as(module).isEqualTo(number)
    }
}

Steps.of(context).next()
return true
