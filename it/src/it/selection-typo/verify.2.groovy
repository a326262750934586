import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output()).contains('no model matches typo')
assertThat(basedir.list()).as('one wrong name and nothing runs').doesNotContain('warehouse.duckdb')

Steps.of(context).next()
return true
