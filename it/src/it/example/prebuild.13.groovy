import dev.smelt.it.Steps
import dev.smelt.it.Tables

Tables.open(basedir, 'rebuilt.duckdb').withCloseable { tables ->
    tables.attach(basedir, 'warehouse.duckdb')
    tables.execute('CREATE SCHEMA raw')
    tables.execute('CREATE TABLE raw.events AS FROM warehouse.raw.events')
}
Steps.of(context).note('rebuilt.duckdb is given the same raw.events and nothing else')
return true
