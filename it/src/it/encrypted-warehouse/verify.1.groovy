import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output()).contains('revenue chunk 1/1').contains('BUILD SUCCESS')
assertThat(new File(basedir, 'warehouse.duckdb').getText('ISO-8859-1'))
        .as('what a thief of the file sees')
        .doesNotContain('Lovelace')
        .doesNotContain('revenue')

Steps.of(context).next()
return true
