import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def step = Steps.of(context).finish()
assertThat(step.output())
        .contains('safety_overrides.allow_window_functions at models/gold/first_purchases.sql')
        .contains('smelt.functions.with_previous at functions/with_previous.sql')
        .contains('arrival_time of bronze.raw_events at models/gold/landing.sql')
        .contains('3 of 3 models would not be what a full rebuild gives')
        .doesNotContain('it is not shown which')
        .doesNotContain('\tat ')
assertThat(new File(basedir, 'warehouse.duckdb').bytes).as('the warehouse, byte for byte').isEqualTo(context.before)

Steps.of(context).next()
return true
