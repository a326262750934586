import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output()).contains('Summary: 6 models, 6 built, 0 with stale partitions')

Steps.of(context).next()
return true
