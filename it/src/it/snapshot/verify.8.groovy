import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output()).contains('numbers is rebuilt whole: ADD COLUMN n INTEGER NOT NULL').contains('[SMELT-P009]')
Tables.open(basedir, 'elsewhere.duckdb').withCloseable { tables ->
    assertThat(tables.rows('FROM main.numbers ORDER BY d')).containsExactly('2026-05-01|1', '2026-05-02|2')
}

Steps.of(context).next()
return true
