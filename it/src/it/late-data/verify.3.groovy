import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def output = Steps.of(context).finish().output()
assertThat(output)
        .contains('lies in [2026-05-09, 2026-05-13), by the lateness filter of accepted')
        .contains('  RUN accepted: [2026-05-09, 2026-05-13)')
        .contains('CREATE TEMP TABLE _smelt_recomputed')

Steps.of(context).next()
return true
