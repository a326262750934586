import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def output = Steps.of(context).finish().output()
assertThat(output).contains('stale [2026-05-11, 2026-05-12): ').contains('3 with stale partitions')

Steps.of(context).next()
return true
