import dev.smelt.it.LineageEvents
import dev.smelt.it.Quotations
import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def events = LineageEvents.in(Steps.of(context).finish().output())
assertThat(events.size()).as('one per model').isEqualTo(4)
events.areReadByTheClient()
println "Validated against the published schemas: ${events.matchThePublishedSchemas()} events and facets"

Quotations.check(new File(root), basedir)
return true
