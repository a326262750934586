import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

def step = Steps.of(context).finish()

assertThat(step.output().lines().map { it.strip() }.toList())
        .contains('numbers: 1/3 chunks, 1 row in, 1 out', 'numbers: 2/2 chunks, 2 rows in, 1 out')
assertThat(step.output()).containsSubsequence('resume of ', 'succeeded after', 'backbuild select=numbers', 'failed after')
assertThat(new File(basedir, 'target/smelt/history.txt')).content().isEqualTo(step.output())
assertThat(new File(basedir, 'target/smelt/history.json')).content().contains('"state" : "missing"')

Steps.of(context).next()
return true
