import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def clean = 'Summary: 0 changed, 0 new, 0 removed, 1 unchanged\n'
assertThat(Steps.of(context).finish().output()).as('two whole reports, not mixed').isEqualTo(clean + clean)
['m1', 'm2'].each { module ->
    assertThat(new File(basedir, "${module}/target/smelt/diff.txt")).content().isEqualTo(clean)
}
return true
