import dev.smelt.it.Quotations
import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('models/silver/events.sql:11')
        .contains('silver.events')
        .contains('event_id')
        .contains('event_date')
        .contains('allow_window_functions')
assertThat(basedir.list()).doesNotContain('warehouse.duckdb')

Quotations.check(new File(root), basedir)
return true
