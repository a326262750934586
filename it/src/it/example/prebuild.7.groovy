import dev.smelt.it.Steps
import dev.smelt.it.Tables

Tables.open(basedir, 'warehouse.duckdb').withCloseable { tables ->
    def before = tables.number('SELECT count(*) FROM raw.events')
    tables.execute(new File(basedir, 'stragglers.sql').toPath())
    def late = tables.number('SELECT count(*) FROM raw.events') - before
    assert late > 0
    Steps.of(context).note("${late} events of 2026-04-10 have landed days late, most of them by 2026-04-13")
}
return true
