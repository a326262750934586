import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('silver.evnts')
        .containsIgnoringCase('did you mean silver.events')

Steps.of(context).next()
return true
