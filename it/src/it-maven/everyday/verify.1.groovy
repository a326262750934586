import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

def output = Steps.of(context).finish().output()
assertThat(output)
        .contains("Java version: $javaVersion" as String)
        .contains('1 test: 1 passed')
        .contains('Valid: 1 model')
        .contains('Nothing to do: no smelt.yml')
        .contains('BUILD SUCCESS')
        .doesNotContain('not marked @threadSafe')
        .doesNotContain('not marked as thread-safe')

// What Maven 3.9 finds about plugins stands in a list of its own, each with its coordinates.
def findings = output.contains('Plugin validation issues') ? output.substring(output.indexOf('Plugin validation issues')) : ''
assertThat(findings).as('findings of Maven about plugins').doesNotContain('dev.smelt:')

Steps.of(context).next()
return true
