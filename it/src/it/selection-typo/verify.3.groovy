import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output()).contains("'+'")
return true
