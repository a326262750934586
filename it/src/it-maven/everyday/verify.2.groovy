import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .as('the report that was asked for, and nothing else')
        .startsWith('Model: revenue')
        .contains('built [2026-05-01, 2026-05-03): 2 partitions')
Tables.open(new File(basedir, 'orders'), 'warehouse.duckdb').withCloseable { tables ->
    assertThat(tables.rows('SELECT * FROM main.revenue ORDER BY day')).containsExactly('2026-05-01|65', '2026-05-02|8')
}
assertThat(new File(basedir, 'orders/target/smelt').list()).contains('run.txt', 'status.json', 'summary.md', 'report.html')

Steps.of(context).next()
return true
