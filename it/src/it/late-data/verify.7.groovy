import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def output = Steps.of(context).finish().output()
assertThat(output).contains('3 done')

Steps.of(context).next()
return true
