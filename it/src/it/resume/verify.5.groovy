import dev.smelt.it.Quotations
import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('There is nothing to resume: the last run, ', 'succeeded.')

Quotations.check(new File(root), basedir)
return true
