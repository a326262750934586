import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output()).contains('LOGIC amplitude_id:').doesNotContain('schema changes detected')

Steps.of(context).next()
return true
