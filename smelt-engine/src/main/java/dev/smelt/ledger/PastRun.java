package dev.smelt.ledger;

import java.util.List;

/**
 * A run, with what it planned and what came of that.
 *
 * @param steps in the order of the plan; none for a run that an older smelt recorded
 * @param failures known once the run has ended; a run that was killed has none
 */
public record PastRun(RunRecord run, List<RunStep> steps, List<RunFailure> failures) {
    public PastRun {
        steps = List.copyOf(steps);
        failures = List.copyOf(failures);
    }
}
