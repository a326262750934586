import dev.smelt.it.Steps
import dev.smelt.it.Tables

Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    tables.execute("""INSERT INTO raw.orders VALUES
        ('2026-05-04', 101, 250, '2026-05-05 08:00:00'),
        ('2026-05-08', 102, 20, '2026-05-09 08:00:00'),
        ('2026-05-10', 103, 300, '2026-05-14 08:00:00')""")
}
Steps.of(context).note('''three orders landed: a large one of 2026-05-04, a small one of 2026-05-08,
and one of 2026-05-10 that is four days late and stays out''')
return true
