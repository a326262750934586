import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output()).contains('Snapshot of schema main: 1 model deployed, 2 tables, 0 views')
assertThat(new File(basedir, 'deployed.json').text)
        .startsWith('{\n  "smeltSnapshot" : 1,')
        .doesNotContain(basedir.path)

Steps.of(context).next()
return true
