import dev.smelt.it.Quotations
import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('There is a src/main/smelt/smelt.yml already, and smelt:init overwrites nothing.')
        .contains('[SMELT-C060]')
        .doesNotContain('\tat ')

Quotations.check(new File(root), basedir)
return true
