import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def step = Steps.of(context).finish()
def expected = new File(golden, 'backbuild-dry-run.txt').getText('UTF-8')

assertThat(step.output()).as('the same plan once tables stand').isEqualTo(expected)

Steps.of(context).next()
return true
