import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

def output = Steps.of(context).finish().output()
assertThat(output.findAll('Created new class realm plugin>dev.smelt:smelt-maven-plugin').size())
        .as('each module has a realm of its own')
        .isEqualTo(2)

Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    ['m1', 'm2'].each { schema ->
        ['one', 'two', 'three', 'four'].each { table ->
            assertThat(tables.number("SELECT count(*) FROM ${schema}.${table}")).as("${schema}.${table}").isEqualTo(300000L)
        }
    }
    assertThat(tables.rows('SELECT target_schema, outcome FROM _smelt.runs ORDER BY 1'))
            .as('neither lost what the other one wrote')
            .containsExactly('m1|succeeded', 'm2|succeeded')
}

Steps.of(context).next()
return true
