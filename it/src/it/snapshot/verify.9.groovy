import dev.smelt.it.Quotations
import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output()).contains('numbers is rebuilt whole: ALTER COLUMN n TYPE INTEGER -> SMALLINT')
Tables.open(basedir, 'elsewhere.duckdb').withCloseable { tables ->
    assertThat(tables.rows("SELECT DISTINCT typeof(n) FROM main.numbers")).containsExactly('SMALLINT')
}

Quotations.check(new File(root), basedir)
return true
