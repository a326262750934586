import dev.smelt.it.Steps
import static org.assertj.core.api.Assertions.assertThat

def output = Steps.of(context).finish().output()
assertThat(output)
        .contains('accepted: 3/3 chunks, 2 of 3 partitions rewritten')
        .contains('large: 3/3 chunks, 1 of 3 partitions rewritten')
        .contains('trend: 2/2 chunks, 3 of 8 partitions rewritten')
        .contains('rating: 11/11 chunks, 1 of 11 partitions rewritten')
def run = new groovy.json.JsonSlurper().parse(new File(basedir, 'target/smelt/run.json'))
assertThat(run.models.find { it.model == 'rating' }.partitions)
        .isEqualTo([announced: 11, recomputed: 2, rewritten: 1, unchanged: 10])

Steps.of(context).next()
return true
