import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('FAIL  amounts_are_positive: 1 row (tests/amounts.sql:1:1)')
        .contains('WARN  customers_are_known: 1 row (tests/customers.sql:4:1)')
        .contains('2 checks: 1 warned, 1 failed, see above: amounts_are_positive')
        .contains('BUILD FAILURE')
assertThat(new File(basedir, 'target/smelt/check.json').text).contains('"amounts_are_positive"')
assertThat(new File(basedir, 'target/smelt/TEST-smelt-check.xml')).exists()
assertThat(new File(basedir, 'target/smelt/summary.md').text)
        .containsSubsequence('## smelt:check: **failed**', '`amounts_are_positive` failed')

Steps.of(context).next()
return true
