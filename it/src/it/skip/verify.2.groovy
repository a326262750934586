import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('Skipped: smelt.run.skip is set.')
        .contains('Valid: 1 model')
assertThat(basedir.list()).doesNotContain('warehouse.duckdb')
return true
