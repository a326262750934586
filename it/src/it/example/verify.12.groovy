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
assertThat(output).containsPattern('silver.events_parsed: \\d+/\\d+ chunks?, 1 of ')

def format = { number -> String.format(Locale.ROOT, '%,d', number) }
def narration = Steps.of(context).narration()
narration.say('\nWhat could have been stale, and what was (target/smelt/run.json):\n')
narration.table(['model', 'partitions announced', 'recomputed', 'rewritten', 'left as they are'],
        run.models.findAll { it.partitions }.collect {
            [it.model] + [it.partitions.announced, it.partitions.recomputed, it.partitions.rewritten, it.partitions.unchanged].collect(format)
        })
context.put('late', run.elapsedMillis)

Steps.of(context).next()
return true
