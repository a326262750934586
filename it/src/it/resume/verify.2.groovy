import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output()).contains('numbers chunk 2/3 [2026-05-02, 2026-05-03) failed')
assertThat(new File(basedir, 'target/smelt/backbuild.json'))
        .content()
        .as('a run that failed has a report too')
        .contains('"outcome" : "failed"', '"start" : "2026-05-01"', '"rowsInserted" : 1', '"code" : "SMELT-L101"')

Steps.of(context).next()
return true
