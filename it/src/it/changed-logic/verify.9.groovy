import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output()).contains('Summary: 0 changed, 0 new, 0 removed, 6 unchanged')

Steps.of(context).next()
return true
