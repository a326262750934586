import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('| `numbers` | `ADD COLUMN written VARCHAR NULL` | safe |')
        .contains('BUILD SUCCESS')

Steps.of(context).next()
return true
