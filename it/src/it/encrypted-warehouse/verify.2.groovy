import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('built [2026-05-01, 2026-05-03): 2 partitions')
        .contains('1 unchanged')
        .contains('BUILD SUCCESS')
assertThat(new File(basedir, 'target/smelt').list()).contains('status.json', 'verify.json', 'diff.json', 'report.html')

Steps.of(context).next()
return true
