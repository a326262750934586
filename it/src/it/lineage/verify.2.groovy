import dev.smelt.it.LineageEvents
import dev.smelt.it.Quotations
import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def events = LineageEvents.in(Steps.of(context).finish().output())
assertThat(events.size()).as('one per model').isEqualTo(4)
events.areReadByTheClient()
// An event, and of each the facets: job type, SQL, documentation or not, schemas of inputs and output, columns.
assertThat(events.matchThePublishedSchemas()).as('events and facets').isGreaterThan(4 * 5)

Quotations
import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def events = LineageEvents.in(Steps.of(context).finish().output())
assertThat(events.size()).as('one per model').isEqualTo(4)
events.areReadByTheClient()
def validated = events.matchThePublishedSchemas()
assertThat(validated > 0).as('schemas are used where they are given').isEqualTo(System.getProperty('openlineage.spec') != null)

Quotations.check(new File(root), basedir)
return true
