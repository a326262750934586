import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('numbers needs a full rebuild: ADD COLUMN n INTEGER NOT NULL')
        .contains('Run without -Dsmelt.onRebuild=fail to rebuild it')
        .contains('[SMELT-P010]')
Tables.open(basedir, 'elsewhere.duckdb').withCloseable { tables ->
    assertThat(tables.rows('SELECT v FROM main.numbers ORDER BY d')).containsExactly('1', '2')
}

Steps.of(context).next()
return true
