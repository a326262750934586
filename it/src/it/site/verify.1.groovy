import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output()).contains('BUILD SUCCESS')
assertThat(new File(basedir, 'target/site/smelt-report.html'))
        .content()
        .as('the page as smelt:report writes it, with nothing of the site around it')
        .startsWith('<!')
        .contains('revenue', '</html>')
        .doesNotContain('project-reports.html')
assertThat(new File(basedir, 'target/site/project-reports.html'))
        .content()
        .contains('href="smelt-report.html"', 'SQL models: their graph')
return true
