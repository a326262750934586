import dev.smelt.it.Steps

import static org.assertj.core.api.Assertions.assertThat

assertThat(Steps.of(context).finish().output()).containsPattern('Report: .*target.smelt.report\\.html')
def page = new File(basedir, 'target/smelt/report.html').getText('UTF-8')
assertThat(page)
        .startsWith('<!DOCTYPE html>')
        .contains('silver.paid_orders', 'gold.weekly_customers', '2026-05-01')
        .as('the condition that proves the window').contains('INTERVAL &#39;6 days&#39;')
        .as('it needs no network and no script').doesNotContain('src="http', 'href="http', '<script', '@import', 'url(http')

Steps.of(context).next()
return true
