import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains("[WARNING] tests/customers.sql:4:1: The check 'customers_are_known' finds 1 row")
        .contains("[ERROR] tests/amounts.sql:1:1: The check 'amounts_are_positive' finds 1 row")
        .contains('What was built of silver.paid is committed')
        .contains("gold.revenue skipped, because the check 'amounts_are_positive' of silver.paid is violated")
        .contains('BUILD FAILURE')
        .doesNotContain('\tat ')
assertThat(new File(basedir, 'target/smelt/TEST-smelt-run.xml').text).contains('tests="2" errors="0" skipped="0" failures="1"')
Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    assertThat(tables.number('SELECT COUNT(*) FROM main.silver_paid')).isEqualTo(4L)
    assertThat(tables.number("SELECT COUNT(*) FROM duckdb_tables() WHERE table_name = 'gold_revenue'")).isZero()
}

Steps.of(context).next()
return true
