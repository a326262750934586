import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

def printed = Steps.of(context).finish().output()
assertThat(printed).contains('PASS  cancelled_orders_are_no_revenue').contains('1 test: 1 passed')
assertThat(new File(basedir, 'target/smelt/test.txt').text).isEqualTo(printed)
assertThat(new File(basedir, 'target/smelt/TEST-smelt-test.xml').text).contains('tests="1" errors="0" skipped="0" failures="0"')
assertThat(basedir.list()).as('testing needs no warehouse').doesNotContain('warehouse.duckdb')

Steps.of(context).next()
return true
