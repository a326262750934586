import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

def steps = Steps.of(context)
assertThat(steps.finish().output()).contains('ADD COLUMN largest').contains('BUILD SUCCESS')
def summary = new File(basedir, 'target/smelt/summary.md').text
assertThat(summary).containsSubsequence('## smelt:test: passed', '## smelt:validate: passed', '## smelt:diff: passed')
steps.narration().say('\ntarget/smelt/summary.md:\n\n' + summary)
assertThat(basedir.list()).doesNotContain('warehouse.duckdb')

steps.next()
return true
