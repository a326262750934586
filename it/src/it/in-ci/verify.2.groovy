import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('models/revenue.sql:2:1')
        .containsIgnoringCase('did you mean')
        .contains('materialization')
def summary = new File(basedir, 'target/smelt/summary.md').text
assertThat(summary)
        .as('the failed goal has the only section, since Maven stopped')
        .contains('**failed**')
        .contains('models/revenue.sql:2:1')
        .doesNotContain('passed')

Steps.of(context).next()
return true
