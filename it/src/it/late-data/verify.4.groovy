import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def output = Steps.of(context).finish().output()
assertThat(output).contains('accepted: 1/1 chunk, 1 of 4 partitions rewritten')

Steps.of(context).next()
return true
