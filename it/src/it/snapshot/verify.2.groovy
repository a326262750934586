import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('schema changes detected')
        .contains('ADD COLUMN written VARCHAR NULL')
        .contains('LOGIC v: CAST(txt AS INTEGER) -> CAST(txt AS INTEGER) * 2 (line 9); stale: [2026-05-01, 2026-05-03)')
['txt', 'json', 'md'].each { new File(basedir, "beside.${it}").text = new File(basedir, "target/smelt/diff.${it}").text }

Steps.of(context).next()
return true
