package dev.smelt.run;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.plan.Step;
import dev.smelt.warehouse.StatementFailure;
import java.util.List;
import java.util.Optional;

/** Says of a step that failed what failed, what was kept, what remains and what to do. */
final class StepFailures {
    private static final String AGAIN = "then give the same command again: it finishes the job.";

    private StepFailures() {}

    /** @param committed how many chunks of the step's model this run has committed */
    static RunSummary.Failure of(Step step, int committed, StatementFailure failure) {
        String message = StepName.of(step) + " failed: " + sentence(failure.getMessage()) + " " + kept(step, committed);
        return ofEngine(step.model(), message, failure);
    }

    /** Failures that already are diagnostics: a check that found a row, a table that is not ours. */
    static List<RunSummary.Failure> of(Step step, int committed, SmeltException failure) {
        return failure.diagnostics().stream()
                .map(each -> new RunSummary.Failure(
                        step.model(),
                        failure.kind(),
                        new Diagnostic(
                                each.code(),
                                Diagnostic.Severity.ERROR,
                                each.place(),
                                StepName.of(step) + " failed: " + sentence(each.message()) + " "
                                        + kept(step, committed),
                                each.cure()),
                        Optional.empty()))
                .toList();
    }

    /** A failure of the engine with its message made by the caller. */
    static RunSummary.Failure ofEngine(Address model, String message, StatementFailure failure) {
        Optional<String> statement = Optional.of(failure.statement());
        return switch (failure.kind()) {
            case STATEMENT ->
                new RunSummary.Failure(
                        model,
                        SmeltException.Kind.PROJECT,
                        Diagnostic.error("SMELT-L101", message, "Mend the data or the SQL, " + AGAIN),
                        statement);
            case CONFLICT ->
                new RunSummary.Failure(
                        model,
                        SmeltException.Kind.TOOL,
                        Diagnostic.error(
                                "SMELT-L102",
                                message,
                                "It was tried " + (ConflictRetry.PAUSES.size() + 1)
                                        + " times; wait until the other writer is done, " + AGAIN),
                        statement);
            case MOMENT ->
                new RunSummary.Failure(
                        model,
                        SmeltException.Kind.TOOL,
                        Diagnostic.error(
                                "SMELT-L103",
                                message,
                                "It was tried " + (ConflictRetry.PAUSES.size() + 1) + " times; see to the machine, "
                                        + AGAIN),
                        statement);
            case DISK_FULL ->
                new RunSummary.Failure(
                        model,
                        SmeltException.Kind.TOOL,
                        Diagnostic.error("SMELT-L113", message, "Make room there, " + AGAIN),
                        statement);
            case CANCELLED, ENGINE ->
                new RunSummary.Failure(
                        model,
                        SmeltException.Kind.TOOL,
                        Diagnostic.error("SMELT-L103", message, "See to the disk, the memory or the file, " + AGAIN),
                        statement);
        };
    }

    /** The text with a full stop, a question mark or an exclamation mark at its end. */
    static String sentence(String text) {
        String stripped = text.strip();
        return stripped.matches("(?s).*[.?!]") ? stripped : stripped + ".";
    }

    private static String kept(Step step, int committed) {
        if (step instanceof Step.Chunk chunk) {
            int left = chunk.count() - committed;
            return "It was rolled back: " + committed + " of " + chunk.count() + " chunks "
                    + (committed == 1 ? "is" : "are") + " committed, " + left + (left == 1 ? " remains." : " remain.");
        }
        return "It was rolled back: the table is as it was.";
    }
}
