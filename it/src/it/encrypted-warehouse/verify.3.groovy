import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains("smelt.yml:15:5: The password of server 'another' is not the key")
        .contains('[SMELT-L008]')
        .contains('BUILD FAILURE')

Steps.of(context).next()
return true
