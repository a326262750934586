import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def step = Steps.of(context).finish()
assertThat(step.output())
        .contains('because of this:\n    arrival_time of bronze.raw_events at models/gold/landing.sql')
        .contains('1 of 1 model would not be what a full rebuild gives')
        .doesNotContain('\tat ')
assertThat(new File(basedir, 'warehouse.duckdb').bytes).as('the warehouse, byte for byte').isEqualTo(context.before)

Steps.of(context).next()
return true
