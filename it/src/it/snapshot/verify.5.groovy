import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('The snapshot cannot be read: it is no whole JSON document.')
        .contains('[SMELT-D011]')
        .doesNotContain('schema changes detected')
assertThat(new File(basedir, 'target/smelt/diff.json')).doesNotExist()
assertThat(new File(basedir, 'target/smelt/diff.txt')).doesNotExist()

Steps.of(context).next()
return true
