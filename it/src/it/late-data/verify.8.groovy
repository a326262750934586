import dev.smelt.it.Quotations
import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

Steps.of(context).finish()

Tables.compare(basedir, 'warehouse.duckdb', 'rebuilt.duckdb').withCloseable { tables ->
    ['accepted', 'large', 'trend', 'rating'].each { table ->
        def kept = "FROM warehouse.main.${table}"
        def rebuilt = "FROM rebuilt.main.${table}"
        assertThat(tables.beyond(kept, rebuilt) + tables.beyond(rebuilt, kept)).as('rows of %s that differ', table).isZero()
    }
}

Quotations.check(new File(root), basedir)
return true
