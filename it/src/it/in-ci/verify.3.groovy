import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output()).contains('Written to').contains('BUILD SUCCESS')
assertThat(new File(basedir, 'deployed.json')).exists()
// The CI server has the file and no warehouse.
assertThat(new File(basedir, 'warehouse.duckdb').delete()).isTrue()

Steps.of(context).next()
return true
