package dev.smelt.run;

import dev.smelt.assertion.CheckOutcome;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Address;
import dev.smelt.model.DataCheck;
import dev.smelt.model.TableName;
import dev.smelt.plan.Step;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Something that happened in a run. */
public sealed interface RunEvent {
    /**
     * The first event of a run that writes.
     *
     * @param models what is written, in the order of the plan
     */
    record PlanStarted(List<PlannedModel> models) implements RunEvent {
        public PlanStarted {
            models = List.copyOf(models);
        }
    }

    /**
     * A model or seed that a run is going to write.
     *
     * @param steps how many steps it has, chunks included; at least 1
     * @param chunks how many of them are chunks
     */
    record PlannedModel(Address model, int steps, int chunks) {}

    /** A step begins; its statements are those that will be executed. */
    record StepStarted(Step step) implements RunEvent {}

    /** A table's shape was changed in place, by so many statements. */
    record Migrated(Address model, TableName table, int statements, Duration elapsed) implements RunEvent {}

    /**
     * A table or view was made.
     *
     * @param rows that the table holds; 0 for a view and for a table made empty
     * @param leftOutNull rows that belong to no partition and were left out
     */
    record MaterializeFinished(
            Address model, TableName table, Step.How how, long rows, long leftOutNull, Duration elapsed)
            implements RunEvent {}

    /**
     * A window was rewritten and committed.
     *
     * @param inPlace whether rows stayed and were updated: they count as deleted and as inserted
     * @param compared where only partitions that came out otherwise were written: how many were computed, and written
     * @param remaining how long the chunks that are left may take, from those of this model that are done
     */
    record ChunkFinished(
            Address model,
            int number,
            int count,
            Interval window,
            Granularity granularity,
            long deleted,
            long inserted,
            boolean inPlace,
            Optional<PartitionCounts> compared,
            Duration elapsed,
            Duration remaining)
            implements RunEvent {
        /** Of a chunk that rewrote all of its window. */
        public ChunkFinished(
                Address model,
                int number,
                int count,
                Interval window,
                Granularity granularity,
                long deleted,
                long inserted,
                Duration elapsed,
                Duration remaining) {
            this(
                    model,
                    number,
                    count,
                    window,
                    granularity,
                    deleted,
                    inserted,
                    false,
                    Optional.empty(),
                    elapsed,
                    remaining);
        }
    }

    /**
     * Steps of a model were passed over, because nothing that they read came out changed; the ledger says so.
     *
     * @param steps how many steps, chunks included; at least 1
     * @param chunks how many of them are chunks
     * @param windows the partitions that are left as they are; empty for a table that is made whole
     */
    record StepsLeft(Address model, int steps, int chunks, IntervalSet windows, Optional<Granularity> granularity)
            implements RunEvent {
        static StepsLeft of(List<Step> steps) {
            List<Step.Chunk> chunks = steps.stream()
                    .filter(Step.Chunk.class::isInstance)
                    .map(Step.Chunk.class::cast)
                    .toList();
            return new StepsLeft(
                    steps.get(0).model(),
                    steps.size(),
                    chunks.size(),
                    IntervalSet.of(chunks.stream().map(Step.Chunk::window).toList()),
                    chunks.stream().map(Step.Chunk::granularity).findFirst());
        }
    }

    /** Rows that belong to no partition, since their partition column is NULL, were left out; at least one. */
    record LeftOut(Address model, String partition, long rows) implements RunEvent {}

    /**
     * Something that may pass was in the way; the step was rolled back and is tried again.
     *
     * @param attempt the attempt that failed, from 1
     * @param attempts how many there will be at most
     * @param conflict whether another transaction was in the way, else the machine
     */
    record Retried(Address model, int attempt, int attempts, boolean conflict, String message) implements RunEvent {}

    /** A warning that stops nothing. */
    record Noticed(Diagnostic diagnostic) implements RunEvent {}

    /** A step failed and was rolled back; no further step of its model is begun. */
    record StepFailed(RunSummary.Failure failure) implements RunEvent {}

    /** A model's remaining steps are not begun, because a model that it reads, directly or not, failed. */
    record StepSkipped(Address model, Address because) implements RunEvent {}

    /** A check of built data begins. */
    record CheckStarted(DataCheck check) implements RunEvent {}

    /** A check of built data was run, or could not be. */
    record Checked(CheckOutcome outcome) implements RunEvent {}

    /**
     * A check could not be run, since something that it reads is not built; this stops nothing.
     *
     * @param missing what is not built
     */
    record CheckPassedOver(DataCheck check, Address missing) implements RunEvent {}

    /** A model's steps are not begun, because a check of something that it reads, directly or not, was violated. */
    record StepGuarded(Address model, Address because, String check) implements RunEvent {}

    /** A seed's table begins to be made. */
    record SeedStarted(Address seed) implements RunEvent {}

    /** A seed's table was made and committed. */
    record SeedFinished(Address seed, TableName table, long rows, Duration elapsed) implements RunEvent {}

    /** The run was asked to stop and has; says what is left and how to resume. */
    record Stopped(Diagnostic diagnostic) implements RunEvent {}

    /** The last event, also of a run that had nothing to write. */
    record RunFinished(RunSummary summary) implements RunEvent {}
}
