import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains("DELETE FROM main.doubled WHERE d >= '2026-05-01' AND d < '2026-05-03'")
assertThat(basedir.list()).doesNotContain('warehouse.duckdb')

Steps.of(context).next()
return true
