import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

def step = Steps.of(context).finish()

assertThat(step.output())
        .contains('Resuming ', 'which did not finish: 2 of ')
        .contains('numbers chunk 1/2 [2026-05-02, 2026-05-03)', 'numbers chunk 2/2 [2026-05-03, 2026-05-04)')
        .doesNotContain('[2026-05-01, 2026-05-02)')
Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    assertThat(tables.rows('SELECT d, v FROM main.numbers ORDER BY d'))
            .containsExactly('2026-05-01|10', '2026-05-02|20', '2026-05-03|30')
}
assertThat(new File(basedir, 'target/smelt/run.json')).content().contains('"outcome" : "succeeded"')

Steps.of(context).next()
return true
