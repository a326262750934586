import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output()).contains('Valid: 1 model')
assertThat(basedir.list()).as('validating needs no warehouse').doesNotContain('warehouse.duckdb')

// The README shows this POM.
def lines = { File file -> file.readLines('UTF-8')*.strip().findAll { !it.isEmpty() && !it.startsWith('<version>') } }
def plugin = lines(new File(basedir, 'pom.xml'))
plugin = plugin.subList(plugin.indexOf('<plugin>'), plugin.indexOf('</plugin>') + 1)
assertThat(lines(new File(root, 'README.md'))).containsSubsequence(plugin)

Steps.of(context).next()
return true
