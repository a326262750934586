import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('silver.events_parsed: changed logic of amplitude_id. [2026-03-19, 2026-05-18) is stale now.')
        .contains('Repair it by: mvn smelt:run -Dsmelt.onLogicChange=backbuild')
        .doesNotContain('silver.sessions: changed logic', 'gold.monthly_campaigns: changed logic')
Tables.open(basedir, 'warned.duckdb').withCloseable { tables ->
    assertThat(tables.rows("SELECT DISTINCT model FROM _smelt.partitions WHERE stale_reason LIKE 'changed logic of %' ORDER BY ALL"))
            .containsExactly('gold.daily_platform', 'silver.events_enriched', 'silver.events_parsed')
}

Steps.of(context).next()
return true
