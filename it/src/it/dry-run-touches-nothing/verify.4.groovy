import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output()).contains('models/doubled.sql:9').contains('"w"')
assertThat(new File(basedir, 'warehouse.duckdb').bytes).isEqualTo(context.get('bytes') as byte[])
return true
