import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

def output = Steps.of(context).finish().output()
def run = new groovy.json.JsonSlurper().parse(new File(basedir, 'target/smelt/run.json'))
def partitions = run.models.findAll { it.partitions }.collectEntries { [it.model, it.partitions] }

// raw.events has no partitions of its own; bronze.raw_events tells by its fingerprints which days changed.
assertThat(partitions['silver.events_parsed'].rewritten).isEqualTo(1)
assertThat(partitions['silver.events_parsed'].recomputed).isLessThanOrEqualTo(14)
assertThat(partitions['silver.sessions'].recomputed).isLessThanOrEqualTo(4)
assertThat(partitions.values()).allMatch { it.announced == it.rewritten + it.unchanged }
assertThat(output).contains('silver.events_parsed: 1/1 chunk, 1 of ')

Steps.of(context).next()
return true
