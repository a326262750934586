import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

def output = Steps.of(context).finish().output()
assertThat(output.findAll('revenue chunk 1/1').size()).as('run and backbuild').isEqualTo(2)
assertThat(output)
        .contains('Summary: 0 changed, 0 new, 0 removed, 1 unchanged')
        .contains('BUILD SUCCESS')
        .doesNotContain('Geneva-1814')
assertThat(output).as('what Java 24 and later say of native code without .mvn/jvm.config').doesNotContain('estricted method')
assertThat(new File(basedir, 'orders/prod.duckdb').getText('ISO-8859-1')).as('encrypted').doesNotContain('revenue')

Steps.of(context).next()
return true
