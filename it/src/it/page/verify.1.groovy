import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def step = Steps.of(context).finish()
def expected = new File(golden, 'backbuild-dry-run.txt').getText('UTF-8')

assertThat(step.output()).as('standard output').isEqualTo(expected)
assertThat(new File(basedir, 'target/smelt/backbuild.txt')).content().as('the report').isEqualTo(expected)
assertThat(basedir.list()).as('a plan makes no warehouse').doesNotContain('warehouse.duckdb')

Steps.of(context).next()
return true
