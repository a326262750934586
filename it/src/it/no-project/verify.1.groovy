import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output().split('Nothing to do: no smelt.yml', -1))
        .as('each of six goals says so')
        .hasSize(7)
assertThat(basedir.list()).doesNotContain('target')
return true
