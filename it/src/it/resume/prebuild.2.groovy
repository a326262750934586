import dev.smelt.it.Tables

Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    tables.execute("DELETE FROM raw.s; INSERT INTO raw.s VALUES ('2026-05-01', '10'), ('2026-05-02', 'oops'), ('2026-05-03', '30')")
}
return true
