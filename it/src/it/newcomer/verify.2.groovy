import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('gold.weekly_customers')
        .contains('check orders_are_positive passed')
        .contains('1 check: 1 passed')
        .contains('BUILD SUCCESS')
        .doesNotContain('[WARNING]')
Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    assertThat(tables.number('SELECT COUNT(*) FROM main.silver_paid_orders')).isEqualTo(7L)
}

Steps.of(context).next()
return true
