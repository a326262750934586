import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('Wrote .gitignore')
        .contains('Wrote src/main/smelt/smelt.yml')
        .contains('Wrote src/main/smelt/schemas/smelt.schema.json')
        .as('the POM is there, and stays').contains('The POM is left as it is')
        .contains('Next: mvn smelt:test')

Steps.of(context).next()
return true
