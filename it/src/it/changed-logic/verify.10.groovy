import dev.smelt.it.Quotations
import dev.smelt.it.Steps
import dev.smelt.it.Tables

import static org.assertj.core.api.Assertions.assertThat

def steps = Steps.of(context)
steps.finish()

def compared = []
Tables.compare(basedir, 'warehouse.duckdb', 'rewritten.duckdb', 'rebuilt.duckdb').withCloseable { tables ->
    ['silver_events_parsed', 'silver_sessions', 'silver_events_enriched', 'gold_daily_platform', 'gold_monthly_campaigns'].each { table ->
        def rebuilt = "FROM rebuilt.main.${table}".toString()
        def numbers = ['warehouse', 'rewritten'].collectMany { database ->
            def kept = "FROM ${database}.main.${table}".toString()
            [tables.beyond(kept, rebuilt), tables.beyond(rebuilt, kept)]
        }
        def rows = tables.number("SELECT count(*) ${rebuilt}")
        assertThat(rows).as('rows of %s', table).isPositive()
        assertThat(numbers).as('rows of %s that differ from the full rebuild', table).containsOnly(0L)
        compared << [table.replaceFirst('_', '.'), String.format(Locale.ROOT, '%,d', rows)] + numbers.collect { it.toString() }
    }
}
steps.narration().say('\nEach incremental table against its full rebuild (EXCEPT ALL both ways), repaired in place and by DELETE and INSERT:\n')
steps.narration().table(['table', 'rows', 'only in place', 'only rebuilt', 'only rewritten', 'only rebuilt'], compared)

Quotations.check(new File(root), basedir)
return true
