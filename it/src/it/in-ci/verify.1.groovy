import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('PASS  a_day_is_the_sum_of_its_orders')
        .contains('Valid: 1 model')
assertThat(basedir.list()).as('neither goal needs a warehouse').doesNotContain('warehouse.duckdb')

def reports = new File(basedir, 'target/smelt')
assertThat(reports.list()).contains('TEST-smelt-validate.xml', 'TEST-smelt-test.xml', 'summary.md')
assertThat(new File(reports, 'summary.md').text)
        .containsSubsequence('## smelt:test: passed', '1 test: 1 passed', '## smelt:validate: passed')

// The README shows this POM.
def lines = { File file -> file.readLines('UTF-8')*.strip().findAll { !it.isEmpty() && !it.startsWith('<version>') } }
def plugin = lines(new File(basedir, 'pom.xml'))
plugin = plugin.subList(plugin.indexOf('<plugin>'), plugin.indexOf('</plugin>') + 1)
assertThat(lines(new File(root, 'README.md'))).containsSubsequence(plugin)

Steps.of(context).next()
return true
