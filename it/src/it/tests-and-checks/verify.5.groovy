import dev.smelt.it.Quotations
import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('check amounts_are_positive passed')
        .contains('2 checks: 1 passed, 1 warned')
        .contains('BUILD SUCCESS')
Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    assertThat(tables.number("SELECT total FROM main.gold_revenue WHERE day = '2026-05-02'")).isEqualTo(20L)
}

Quotations.check(new File(root), basedir)
return true
