import dev.smelt.it.Quotations
import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def step = Steps.of(context).finish()
def expected = new File(golden, 'diff-add-column.txt').getText('UTF-8')

assertThat(new File(basedir, 'target/smelt/diff.txt')).content().as('the report').isEqualTo(expected)
assertThat(step.output()).as('standard output').startsWith(expected)
assertThat(step.output()).contains('schema changes detected').doesNotContain('\tat ')

Quotations.check(new File(root), basedir)
return true
