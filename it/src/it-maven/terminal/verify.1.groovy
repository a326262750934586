import dev.smelt.it.PseudoTerminal
import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

Steps.of(context).finish()

if (!PseudoTerminal.isThere()) {
    Steps.of(context).note('skipped: progress in a terminal, since the program script of util-linux is not here')
    Steps.of(context).next()
    return true
}

def terminal = PseudoTerminal.maven(new File(java), new File(maven), localRepositoryPath, new File(root, 'it/src/it/settings.xml'), basedir)

// Ctrl-C in the middle of a model: the line goes, and what is left is said in whole lines.
def interrupted = terminal.run(80, 'smelt:run -Dsmelt.chunkSize=1', 'slow_counts chunk 3/10')
assertThat(interrupted.drawn())
        .as('what was drawn in a terminal of 80 columns')
        .anyMatch { it.contains('slow_counts chunk 2/10 | model 1/2 | 100 rows | ') && it.contains(' left') }
        .allMatch { it.length() < 80 }
assertThat(interrupted.lines())
        .as('what stays on the screen')
        .anyMatch { it.contains('slow_counts chunks 1 to ') && it.contains(' of 10 [2026-05-01, ') }
        .anyMatch { it.startsWith('[WARNING] Stopped in slow_counts chunk ') && it.contains('Resume with: mvn smelt:run -Dsmelt.resume') }
        .noneMatch { it.contains(' left') && it.contains(' | ') }

// The rest, in a narrow terminal: each model leaves one line.
def resumed = terminal.run(40, 'smelt:run -Dsmelt.resume', '')
assertThat(resumed.drawn()).isNotEmpty().allMatch { it.length() < 40 }
assertThat(resumed.lines())
        .anyMatch { it.endsWith('BUILD SUCCESS') }
        .anyMatch { it.startsWith('[INFO] doubled 10 chunks [2026-05-01, 2026-05-11)') }
        .noneMatch { it.contains(' | ') }

Steps.of(context).next()
return true
