package dev.smelt.report;

import dev.smelt.assertion.CheckOutcome;
import java.util.List;

/** What came of checks. */
public record CheckReport(List<CheckOutcome> outcomes) {
    public CheckReport {
        outcomes = List.copyOf(outcomes);
    }

    /** Checks that are violated, by severity. */
    public List<CheckOutcome> of(CheckOutcome.Verdict verdict) {
        return outcomes.stream().filter(outcome -> outcome.verdict() == verdict).toList();
    }

    /** {@code 3 checks: 2 passed, 1 warned}. */
    public String summary() {
        return Tally.of("check", outcomes.size())
                .with(of(CheckOutcome.Verdict.PASSED).size(), "passed")
                .with(of(CheckOutcome.Verdict.WARNED).size(), "warned")
                .with(of(CheckOutcome.Verdict.FAILED).size(), "failed")
                .text();
    }
}
