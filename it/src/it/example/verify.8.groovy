import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

// The page's four models and two marts more, which stand between the page's lines.
def printed = Steps.of(context).finish().output().readLines()
def page = new File(golden, 'since-upstream-dirty-set.txt').readLines('UTF-8')
def first = printed.indexOf(page[0])
assertThat(printed.subList(first, first + 10).findAll { !it.contains('gold.') }).isEqualTo(page)
assertThat(printed.subList(first, first + 10))
        .contains('  RUN gold.daily_platform: [2026-04-08, 2026-04-14)', '  RUN gold.monthly_campaigns: [2026-04-01, 2026-05-01)')

Steps.of(context).next()
return true
