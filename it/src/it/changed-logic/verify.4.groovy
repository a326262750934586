import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('changed logic of amplitude_id. [2026-03-19, 2026-05-18) was built under the old logic.')
        .contains('[SMELT-P041]')

['warned', 'rewritten'].each { copy ->
    new File(basedir, copy + '.duckdb').bytes = new File(basedir, 'warehouse.duckdb').bytes
}
Steps.of(context).next()
return true
