import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('-- chunk 1/1: [2026-03-19, 2026-05-18), updated in place')
        .contains('UPDATE main.silver_events_parsed SET amplitude_id = CASE WHEN user_id IS NOT NULL')
        .contains('silver.events_enriched: changed logic of silver.events_parsed.amplitude_id. [2026-03-19, 2026-05-18) is stale now.')
        .doesNotContain('[SMELT-P014]', 'DELETE FROM', 'silver.sessions [', 'gold.monthly_campaigns [')

Steps.of(context).next()
return true
