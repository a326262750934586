import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('models/revenue.sql:6:17')
        .contains('amuont')
        .contains('BUILD FAILURE')
        .doesNotContain('\tat ')
return true
