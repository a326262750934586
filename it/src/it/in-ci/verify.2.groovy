import dev.smelt.it.Quotations
import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output())
        .contains('models/one.sql:2:1')
        .containsIgnoringCase('did you mean')
        .contains('materialization')

Quotations.check(new File(root), basedir)
return true
