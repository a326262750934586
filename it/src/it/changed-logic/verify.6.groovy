import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output()).contains('silver.events_parsed chunk 1/').doesNotContain('updated in place', 'silver.sessions chunk', 'gold.monthly_campaigns chunk')

Steps.of(context).next()
return true
