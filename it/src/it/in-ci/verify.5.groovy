import dev.smelt.it.Quotations
import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output()).contains('schema changes detected').contains('BUILD FAILURE')
assertThat(new File(basedir, 'target/smelt/summary.md').text).contains('## smelt:diff: **failed**')

Quotations.check(new File(root), basedir)
return true
