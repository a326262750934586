import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def output = Steps.of(context).finish().output()
['run', 'backbuild', 'diff', 'explain', 'validate', 'seed', 'snapshot', 'status', 'history', 'report', 'verify', 'lineage', 'init', 'help'].each { goal ->
    assertThat(output).as('the goals under their short prefix').containsPattern("(?m)^smelt:${goal}\$")
}

Steps.of(context).next()
return true
