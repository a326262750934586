import dev.smelt.it.Quotations
import dev.smelt.it.Steps
import dev.smelt.it.Tables
import groovy.io.FileType

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('revenue chunk 1/1')
        .contains('[DEBUG]')
        .contains('[SMELT-L008]')
        .contains('Caused by:')
assertThat(new File(basedir, 'deployed.json')).exists()

// The middle of each password, which looks the same however its ends are quoted.
def secrets = ['Geneva-1814', 'Another-Key-1815']

def files = 0
basedir.eachFileRecurse(FileType.FILES) { file ->
    if (!file.name.endsWith('.groovy')) {
        files++
        assertThat(file.getText('ISO-8859-1')).as(file.path).doesNotContain(secrets as String[])
    }
}
assertThat(files).as('build.log, reports, warehouse and sources').isGreaterThan(20)

Tables.compare(basedir).withCloseable { tables ->
    tables.execute("ATTACH '${new File(basedir, 'warehouse.duckdb')}' AS w (ENCRYPTION_KEY 'Lake''Geneva-1814!', READ_ONLY)")
    assertThat(tables.rows('SELECT * FROM w.main.revenue ORDER BY day'))
            .containsExactly('2026-05-01|Lovelace|65', '2026-05-02|Somerville|8')
    def names = tables.rows("SELECT format('w.\"{}\".\"{}\"', schema_name, table_name) FROM duckdb_tables() WHERE database_name = 'w'")
    assertThat(names).contains('w."_smelt"."runs"', 'w."main"."revenue"')
    names.each { name ->
        secrets.each { secret ->
            assertThat(tables.number("SELECT count(*) FROM ${name} AS r WHERE CAST(r AS VARCHAR) LIKE '%${secret}%'")).as(name).isZero()
        }
    }
}

Quotations.check(new File(root), basedir)
return true
