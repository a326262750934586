import dev.smelt.it.Tables

Tables.open(basedir, 'rebuilt.duckdb').withCloseable { tables ->
    tables.attach(basedir, 'warehouse.duckdb')
    tables.execute('CREATE SCHEMA raw')
    tables.execute('CREATE TABLE raw.orders AS FROM warehouse.raw.orders')
}
return true
