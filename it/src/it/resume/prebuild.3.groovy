import dev.smelt.it.Tables

Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    tables.execute("UPDATE raw.s SET txt = '20' WHERE txt = 'oops'")
}
return true
