import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output()).contains('INSERT INTO main.doubled')
assertThat(new File(basedir, 'warehouse.duckdb').bytes).isEqualTo(context.get('bytes') as byte[])

Steps.of(context).next()
return true
