import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .as('what is printed where everything should go to a file')
        .doesNotContain('Model: revenue')
assertThat(new File(basedir, 'everything.log')).content().contains('Model: revenue', 'BUILD SUCCESS')

Steps.of(context).next()
return true
