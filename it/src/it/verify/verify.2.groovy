import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def step = Steps.of(context).finish()
assertThat(step.output())
        .contains('equal: built by 1 partition at a time (10 chunks)')
        .contains('Summary: 3 models: 3 equal, 0 different')
        .doesNotContain('DIFFERENT')
assertThat(new File(basedir, 'target/smelt/verify.txt')).content().isEqualTo(step.output())
assertThat(new File(basedir, 'target/smelt/verify.json')).content().contains('"equal" : true')
assertThat(new File(basedir, 'warehouse.duckdb.tmp')).as('where temporary tables spill to').doesNotExist()

context.before = new File(basedir, 'warehouse.duckdb').bytes
Steps.of(context).next()
return true
