package dev.smelt.assertion;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.SqlTest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What came of a test.
 *
 * @param difference where the query gave other rows than expected
 * @param errors why the test could not be judged
 * @param failedCase where rows left columns out and one of several tries failed, its number from 1
 */
public record TestOutcome(
        SqlTest test,
        Optional<RowDifference> difference,
        List<Diagnostic> errors,
        Optional<Integer> failedCase,
        Duration elapsed) {
    /** How a test ended. */
    public enum Verdict {
        PASSED,
        /** Other rows than expected. */
        FAILED,
        /** It could not be judged: its rows or its SQL are wrong. */
        BROKEN
    }

    public TestOutcome {
        errors = List.copyOf(errors);
    }

    public Verdict verdict() {
        if (!errors.isEmpty()) {
            return Verdict.BROKEN;
        }
        return difference.isPresent() ? Verdict.FAILED : Verdict.PASSED;
    }

    public boolean passed() {
        return verdict() == Verdict.PASSED;
    }
}
