import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('numbers and its table main.numbers differ: DROP COLUMN v')
        .contains('-Dsmelt.allowColumnRemoval')
        .contains('[SMELT-P008]')

Steps.of(context).next()
return true
