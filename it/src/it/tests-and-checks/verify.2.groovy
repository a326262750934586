import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('FAIL  cancelled_orders_are_no_revenue (tests/revenue.sql:1:1)')
        .containsPattern('\\+ 2026-05-01 \\| 109 +differs in total')
        .contains('1 test: 1 failed, see above: cancelled_orders_are_no_revenue')
def suite = new groovy.xml.XmlSlurper().parse(new File(basedir, 'target/smelt/TEST-smelt-test.xml'))
assertThat(suite.@failures.text()).isEqualTo('1')
assertThat(suite.testcase.failure.text()).contains('differs in total')

Steps.of(context).next()
return true
