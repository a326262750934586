import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def output = Steps.of(context).finish().output()
assertThat(output).contains('failOn (Default: any)').contains('User property: smelt.failOn').doesNotContain('No description.')
return true
