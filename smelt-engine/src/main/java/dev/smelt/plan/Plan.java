package dev.smelt.plan;

import dev.smelt.diagnostics.Diagnostic;
import java.util.List;
import java.util.Optional;

/**
 * What will be done, as a value: a dry run prints it, a run executes the same object.
 *
 * @param steps in the order of execution
 * @param notices what the user should know before it runs: rebuilds, lookups read whole, outliers left out, ...
 * @param closing what the user should know after it ran: stale partitions and the command that repairs them
 * @param dirtySet for a run since upstream changes
 * @param cutoff where the steps are what may have to be done: what of them remains once it is known what really changed
 */
public record Plan(
        List<Step> steps,
        List<Diagnostic> notices,
        List<Diagnostic> closing,
        Optional<DirtySet> dirtySet,
        Optional<Cutoff> cutoff) {
    public Plan {
        steps = List.copyOf(steps);
        notices = List.copyOf(notices);
        closing = List.copyOf(closing);
    }

    /** A plan of which everything is done. */
    public Plan(List<Step> steps, List<Diagnostic> notices, List<Diagnostic> closing, Optional<DirtySet> dirtySet) {
        this(steps, notices, closing, dirtySet, Optional.empty());
    }

    public static Plan nothing() {
        return new Plan(List.of(), List.of(), List.of(), Optional.empty());
    }
}
