import dev.smelt.it.Quotations
import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def step = Steps.of(context).finish()
assertThat(step.output()).contains('window [2026-05-04, 2026-05-18)').contains('equal: the table as it stands')

Quotations.check(new File(root), basedir)
return true
