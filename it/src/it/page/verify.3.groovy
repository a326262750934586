import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def step = Steps.of(context).finish()

assertThat(step.output())
        .contains('landed [2026-04-10, 2026-04-11)\n')
        .contains('write [2026-04-09, 2026-04-11)\n')
        .contains('read [2026-04-07, 2026-04-12) of silver.events_parsed\n')
        .as('the clause that ties an event to the day of its session')
        .contains("models/silver/sessions.sql:24:7: event_date BETWEEN session_start_date AND session_start_date + INTERVAL '1 day'")
        .as('the frame that makes it look back')
        .contains("functions/sessionize.sql:54:17: RANGE BETWEEN INTERVAL '2 days' PRECEDING AND CURRENT ROW")
        .as('the statements of exactly these windows')
        .contains("DELETE FROM main.silver_sessions WHERE session_start_date >= '2026-04-09' AND session_start_date < '2026-04-11'")
        .contains("FROM main.silver_events_parsed WHERE event_date >= '2026-04-07' AND event_date < '2026-04-12'")

Steps.of(context).next()
return true
