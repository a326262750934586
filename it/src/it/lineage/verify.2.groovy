import dev.smelt.it.LineageEvents
import dev.smelt.it.Quotations
import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def printed = LineageEvents.in(Steps.of(context).finish().output())
assertThat(printed.size()).as('one per model').isEqualTo(4)
printed.areReadByTheClient()
// An event, and of each the facets: job type, SQL, schemas of inputs and output, columns.
assertThat(printed.matchThePublishedSchemas()).as('events and facets').isGreaterThan(4 * 5)

Quotations.check(new File(root), basedir)
return true
