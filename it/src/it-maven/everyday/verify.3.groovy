import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output()).contains('revenue chunk 1/1').contains('BUILD SUCCESS')
assertThat(new File(basedir, 'orders/prod.duckdb')).exists()

Steps.of(context).next()
return true
