import dev.smelt.it.Steps
import dev.smelt.it.Tables

Steps.begin(basedir, context)
Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    tables.execute('CREATE SCHEMA raw')
    tables.execute('CREATE TABLE raw.orders (d DATE, id INTEGER, amount INTEGER, arrived TIMESTAMP)')
    tables.execute("""INSERT INTO raw.orders
        SELECT DATE '2026-05-01' + CAST(i AS INTEGER), i, 100 + i, TIMESTAMP '2026-05-01 09:00:00' + to_days(CAST(i AS INTEGER))
        FROM range(14) AS t(i)""")
}
return true
