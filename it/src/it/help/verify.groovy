import static org.assertj.core.api.Assertions.assertThat

def log = new File(basedir, 'build.log').getText('UTF-8')

assertThat(log)
        .as('the goals under their short prefix')
        .containsPattern('(?m)^smelt:help$')

return true
