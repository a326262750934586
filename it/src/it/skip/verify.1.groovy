import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output().split('Skipped: smelt.skip is set.', -1)).hasSize(3)
assertThat(basedir.list()).doesNotContain('warehouse.duckdb', 'target')

Steps.of(context).next()
return true
