import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

Steps.of(context).finish()

Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    assertThat(tables.rows('SELECT count(DISTINCT event_date), min(event_date), max(event_date) FROM main.silver_events_parsed'))
            .containsExactly('60|2026-03-19|2026-05-17')
    assertThat(tables.number('SELECT count(DISTINCT event_id) FROM main.silver_events_parsed'))
            .as('no event twice')
            .isEqualTo(tables.number('SELECT count(*) FROM main.silver_events_parsed'))
    assertThat(tables.rows('SELECT DISTINCT month_start FROM main.gold_monthly_campaigns ORDER BY 1'))
            .containsExactly('2026-03-01', '2026-04-01', '2026-05-01')
}

Steps.of(context).next()
return true
