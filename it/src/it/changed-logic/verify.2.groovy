import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

def step = Steps.of(context).finish()
assertThat(step.output())
        .contains("LOGIC amplitude_id: CASE WHEN user_id IS NOT NULL THEN 'u:' ||")
        .contains("-> CASE WHEN user_id IS NOT NULL THEN 'user:' ||")
        .contains('(line 17); stale: [2026-03-19, 2026-05-18)')
        .contains('LOGIC amplitude_id: inherits silver.events_parsed.amplitude_id; stale: [2026-03-19, 2026-05-18)')
        .contains('LOGIC visitors: inherits silver.events_enriched.amplitude_id; stale: [2026-03-19, 2026-05-18)')
        .doesNotContain('Model: silver.sessions', 'Model: gold.monthly_campaigns')
        .contains('Summary: 3 changed, 0 new, 0 removed, 3 unchanged')
        .contains('schema changes detected')

Steps.of(context).next()
return true
