package dev.smelt.run;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.ledger.RunFailure;
import dev.smelt.model.Address;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a run did.
 *
 * @param models what was written, in the order of the plan; models that are only shown are not among them
 * @param failures in the order in which they happened
 * @param warnings rows left out, and other things that stopped nothing
 * @param stopped present where the run was asked to stop before its end: says what is left and how to resume
 */
public record RunSummary(
        String runId,
        String goal,
        String request,
        Instant asOf,
        Instant started,
        Instant finished,
        List<ModelSummary> models,
        List<Failure> failures,
        List<Diagnostic> warnings,
        Optional<Diagnostic> stopped) {
    /** How a run ended. */
    public enum Outcome {
        SUCCEEDED,
        FAILED,
        STOPPED
    }

    /** How far a model came. */
    public enum State {
        DONE,
        FAILED,
        /** Not begun, because a model that it reads failed. */
        SKIPPED,
        /** Not begun or not finished, because the run was stopped. */
        NOT_REACHED
    }

    /**
     * What was written of one model or seed.
     *
     * @param chunksDone chunks committed
     * @param chunks chunks planned; 0 for a table made whole
     * @param deleted rows deleted by the chunks committed
     * @param inserted rows inserted by the chunks committed, or that the table made whole holds
     * @param leftOutNull rows that belong to no partition and were left out
     * @param elapsed of the steps committed
     * @param windows the chunks committed, in order
     * @param partitions how much of what was announced had to be rewritten; empty where all of it was asked for
     */
    public record ModelSummary(
            Address model,
            State state,
            int chunksDone,
            int chunks,
            long deleted,
            long inserted,
            long leftOutNull,
            Duration elapsed,
            List<ChunkSummary> windows,
            Optional<PartitionCounts> partitions) {
        public ModelSummary {
            windows = List.copyOf(windows);
        }

        /** A model whose chunks are not told one by one, and of which all was rewritten that was asked for. */
        public ModelSummary(
                Address model,
                State state,
                int chunksDone,
                int chunks,
                long deleted,
                long inserted,
                long leftOutNull,
                Duration elapsed) {
            this(
                    model,
                    state,
                    chunksDone,
                    chunks,
                    deleted,
                    inserted,
                    leftOutNull,
                    elapsed,
                    List.of(),
                    Optional.empty());
        }
    }

    /** A chunk that was committed: the output partitions it wrote, and the rows it took out and put in. */
    public record ChunkSummary(
            Interval window, Granularity granularity, long deleted, long inserted, Duration elapsed) {}

    /**
     * A step that failed.
     *
     * @param kind whose turn it is
     * @param diagnostic what failed, where, what remains, what to do
     * @param statement the statement at which the engine failed
     */
    public record Failure(Address model, SmeltException.Kind kind, Diagnostic diagnostic, Optional<String> statement) {}

    public RunSummary {
        models = List.copyOf(models);
        failures = List.copyOf(failures);
        warnings = List.copyOf(warnings);
    }

    /** A failure outweighs a stop. */
    public Outcome outcome() {
        if (!failures.isEmpty()) {
            return Outcome.FAILED;
        }
        return stopped.isPresent() ? Outcome.STOPPED : Outcome.SUCCEEDED;
    }

    public Duration elapsed() {
        return Duration.between(started, finished);
    }

    /** The exception that a goal ends with: all failures where the user can mend them, else the tool's first one. */
    public Optional<SmeltException> exception() {
        Optional<Diagnostic> ofTool = failures.stream()
                .filter(failure -> failure.kind() == SmeltException.Kind.TOOL)
                .map(Failure::diagnostic)
                .findFirst()
                .or(() -> failures.isEmpty() ? stopped : Optional.empty());
        if (ofTool.isPresent()) {
            return ofTool.map(SmeltException::tool);
        }
        return failures.isEmpty()
                ? Optional.empty()
                : Optional.of(SmeltException.project(
                        failures.stream().map(Failure::diagnostic).toList()));
    }

    List<RunFailure> recordedFailures() {
        return failures.stream()
                .map(failure -> new RunFailure(
                        failure.model(),
                        failure.diagnostic().code(),
                        failure.diagnostic().message()))
                .toList();
    }

    /** As a ledger's run record has it: {@code succeeded}, {@code failed: ...} or {@code stopped: ...}. */
    String recordedOutcome() {
        return switch (outcome()) {
            case SUCCEEDED -> "succeeded";
            case FAILED -> "failed: " + failures.get(0).diagnostic().message();
            case STOPPED -> "stopped: " + stopped.orElseThrow().message();
        };
    }
}
