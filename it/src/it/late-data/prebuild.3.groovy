import dev.smelt.it.Steps
import dev.smelt.it.Tables

Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    tables.execute("INSERT INTO raw.orders VALUES ('2026-05-11', 104, 250, '2026-05-12 08:00:00')")
}
Steps.of(context).note('a large order of 2026-05-11 arrived on 2026-05-12')
return true
