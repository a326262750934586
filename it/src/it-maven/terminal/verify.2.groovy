import dev.smelt.it.PseudoTerminal
import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

def output = Steps.of(context).finish().output()
if (PseudoTerminal.isThere()) {
    assertThat(output).contains('2 models, 2 built').doesNotContain('not built')
}
return true
