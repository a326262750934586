import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

def step = Steps.of(context).finish()

assertThat(step.output())
        .contains('numbers chunk 2/3 [2026-05-02, 2026-05-03)')
        .contains("Could not convert string 'oops' to INT32")
        .doesNotContain('\tat ')

Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    assertThat(tables.rows('SELECT d, v FROM main.numbers ORDER BY d'))
            .as('the first day is new, the second keeps its old row, the third was not started')
            .containsExactly('2026-05-01|10', '2026-05-02|2')
}

Steps.of(context).next()
return true
