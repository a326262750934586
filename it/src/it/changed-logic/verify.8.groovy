import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('silver.events_parsed [2026-03-19, 2026-05-18) is updated in place: amplitude_id follows from the row itself.')
        .contains('silver.events_enriched [2026-03-19, 2026-05-17) is updated in place: amplitude_id follows from the row itself.')
        .contains('gold.daily_platform is rewritten, not updated in place:')
        .containsPattern('silver\\.events_parsed chunk 1/1 \\[2026-03-19, 2026-05-18\\): [0-9,]+ rows updated in place')
        .containsPattern('silver\\.events_enriched chunk 1/2 \\[2026-03-19, 2026-05-17\\): [0-9,]+ rows updated in place')
        .doesNotContain('silver.sessions chunk', 'gold.monthly_campaigns chunk')

Steps.of(context).next()
return true
