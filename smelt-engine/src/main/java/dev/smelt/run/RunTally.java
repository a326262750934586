package dev.smelt.run;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Address;
import dev.smelt.plan.Step;
import dev.smelt.time.IntervalSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Counts what a run has done so far. */
final class RunTally {
    private final Map<Address, Counts> models = new LinkedHashMap<>();
    private final List<RunSummary.Failure> failures = new ArrayList<>();
    private final List<Diagnostic> warnings = new ArrayList<>();
    private Optional<Diagnostic> stopped = Optional.empty();

    /** What is known of one model. */
    private static final class Counts {
        private RunSummary.State state = RunSummary.State.NOT_REACHED;
        private int stepsLeft;
        private int chunksDone;
        private int chunks;
        private long deleted;
        private long inserted;
        private long leftOut;
        private Optional<PartitionCounts> partitions = Optional.empty();
        private Duration elapsed = Duration.ZERO;
        private Duration chunksElapsed = Duration.ZERO;
        private final List<RunSummary.ChunkSummary> windows = new ArrayList<>();

        private void add(PartitionCounts more) {
            partitions = Optional.of(partitions.orElse(PartitionCounts.NONE).plus(more));
        }
    }

    /** One thing is to be done of a model or seed that has no chunks. */
    void plan(Address model) {
        models.computeIfAbsent(model, each -> new Counts()).stepsLeft++;
    }

    /** @param narrowed whether it is counted how much of what was announced had to be rewritten */
    void plan(Step step, boolean narrowed) {
        Counts counts = models.computeIfAbsent(step.model(), each -> new Counts());
        counts.stepsLeft++;
        if (step instanceof Step.Chunk chunk) {
            counts.chunks++;
            if (narrowed) {
                counts.add(new PartitionCounts(chunk.granularity().count(chunk.window()), 0, 0));
            }
        }
    }

    /** How many partitions a chunk that compared has computed and changed. */
    static PartitionCounts counts(Step.Chunk chunk, IntervalSet changed) {
        return new PartitionCounts(
                0,
                chunk.granularity().count(chunk.window()),
                changed.intervals().stream()
                        .mapToLong(chunk.granularity()::count)
                        .sum());
    }

    int models() {
        return models.size();
    }

    /** What is to be done, asked before anything is. */
    List<RunEvent.PlannedModel> planned() {
        return models.entrySet().stream()
                .map(each ->
                        new RunEvent.PlannedModel(each.getKey(), each.getValue().stepsLeft, each.getValue().chunks))
                .toList();
    }

    /** Steps that may still be begun: those of models that neither failed nor were skipped. */
    int stepsLeft() {
        return models.values().stream()
                .filter(counts -> counts.state == RunSummary.State.NOT_REACHED)
                .mapToInt(counts -> counts.stepsLeft)
                .sum();
    }

    int chunksDone(Address model) {
        return counts(model).chunksDone;
    }

    boolean isOver(Address model) {
        RunSummary.State state = counts(model).state;
        return state == RunSummary.State.FAILED || state == RunSummary.State.SKIPPED;
    }

    Set<Address> failed() {
        Set<Address> failed = new TreeSet<>();
        failures.forEach(failure -> failed.add(failure.model()));
        return failed;
    }

    void done(Address model, Duration took) {
        Counts counts = counts(model);
        counts.elapsed = counts.elapsed.plus(took);
        counts.stepsLeft--;
        if (counts.stepsLeft == 0) {
            counts.state = RunSummary.State.DONE;
        }
    }

    void made(Address model, long rows) {
        counts(model).inserted += rows;
    }

    /** A step was passed over, since nothing of it remained. */
    void left(Step step) {
        if (step instanceof Step.Chunk) {
            counts(step.model()).chunksDone++;
        }
        done(step.model(), Duration.ZERO);
    }

    void took(Address model, Duration more) {
        Counts counts = counts(model);
        counts.elapsed = counts.elapsed.plus(more);
    }

    void rewritten(Step.Chunk chunk, StepRunner.Rewritten rows, Duration took) {
        Counts counts = counts(chunk.model());
        counts.windows.add(new RunSummary.ChunkSummary(
                chunk.window(), chunk.granularity(), rows.deleted(), rows.inserted(), took));
        if (counts.partitions.isPresent()) {
            counts.add(counts(chunk, rows.changed().orElse(IntervalSet.of(chunk.window()))));
        }
        counts.chunksDone++;
        counts.chunksElapsed = counts.chunksElapsed.plus(took);
        counts.deleted += rows.deleted();
        counts.inserted += rows.inserted();
    }

    void leftOut(Address model, long rows) {
        counts(model).leftOut += rows;
    }

    /** What the chunks that are left may take if each takes as long as those done did. */
    Duration remaining(Address model) {
        Counts counts = counts(model);
        return counts.chunksElapsed
                .multipliedBy(counts.chunks - counts.chunksDone)
                .dividedBy(counts.chunksDone);
    }

    void fail(RunSummary.Failure failure) {
        failures.add(failure);
        Optional.ofNullable(models.get(failure.model())).ifPresent(counts -> counts.state = RunSummary.State.FAILED);
    }

    /** A check was violated: the model's data is committed, and stays what the model is judged by. */
    void violated(RunSummary.Failure failure) {
        failures.add(failure);
    }

    void skip(Address model) {
        counts(model).state = RunSummary.State.SKIPPED;
    }

    void warn(Diagnostic warning) {
        warnings.add(warning);
    }

    void stop(Diagnostic why) {
        stopped = Optional.of(why);
    }

    RunSummary summary(RunContext context, Instant started, Instant finished) {
        List<RunSummary.ModelSummary> summaries = new ArrayList<>();
        models.forEach((model, counts) -> summaries.add(new RunSummary.ModelSummary(
                model,
                counts.state,
                counts.chunksDone,
                counts.chunks,
                counts.deleted,
                counts.inserted,
                counts.leftOut,
                counts.elapsed,
                counts.windows,
                counts.partitions)));
        return new RunSummary(
                context.runId(),
                context.goal(),
                context.request(),
                context.asOf(),
                started,
                finished,
                summaries,
                failures,
                warnings,
                stopped);
    }

    private Counts counts(Address model) {
        return Optional.ofNullable(models.get(model))
                .orElseThrow(() -> new IllegalStateException("The plan writes no model " + model + "."));
    }
}
