import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

def step = Steps.of(context).finish()
def expected = new File(golden, 'diff-add-column.txt').getText('UTF-8')

assertThat(new File(basedir, 'target/smelt/diff.txt')).content().isEqualTo(expected)
assertThat(step.output()).contains(expected).contains('schema changes detected')

Steps.of(context).next()
return true
