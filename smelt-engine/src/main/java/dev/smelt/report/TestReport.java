package dev.smelt.report;

import dev.smelt.assertion.TestOutcome;
import java.util.List;

/** What came of the tests of a project. */
public record TestReport(List<TestOutcome> outcomes) {
    public TestReport {
        outcomes = List.copyOf(outcomes);
    }

    /** Tests that failed or could not be judged. */
    public List<TestOutcome> failed() {
        return outcomes.stream().filter(outcome -> !outcome.passed()).toList();
    }

    /** {@code 3 tests: 2 passed, 1 failed}. */
    public String summary() {
        return Tally.of("test", outcomes.size())
                .with(outcomes.size() - failed().size(), "passed")
                .with(count(TestOutcome.Verdict.FAILED), "failed")
                .with(count(TestOutcome.Verdict.BROKEN), "broken")
                .text();
    }

    private long count(TestOutcome.Verdict verdict) {
        return outcomes.stream().filter(outcome -> outcome.verdict() == verdict).count();
    }
}
