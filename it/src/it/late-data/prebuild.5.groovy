import dev.smelt.it.Steps
import dev.smelt.it.Tables

Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    tables.execute("UPDATE raw.orders SET amount = 10 WHERE id = 104")
}
Steps.of(context).note('the order of 2026-05-11 was not that large')
return true
