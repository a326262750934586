import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output()).contains('schema changes detected')
['txt', 'json', 'md'].each {
    assertThat(new File(basedir, "target/smelt/diff.${it}")).hasContent(new File(basedir, "beside.${it}").text)
}
assertThat(new File(basedir, 'warehouse.duckdb')).doesNotExist()

Steps.of(context).next()
return true
