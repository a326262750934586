import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def step = Steps.of(context).finish()
assertThat(step.output())
        .contains('bronze.raw_events.user_id (transformation, conditional)')
        .contains('which rows there are is decided by')
assertThat(new File(basedir, 'target/smelt/lineage.txt')).content().isEqualTo(step.output())
assertThat(new File(basedir, 'target/smelt/lineage.json')).content().contains('"expression" : "json_extract_string')
assertThat(new File(basedir, 'warehouse.duckdb')).doesNotExist()

Steps.of(context).next()
return true
