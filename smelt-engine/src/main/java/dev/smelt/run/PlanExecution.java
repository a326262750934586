package dev.smelt.run;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.plan.Step;
import dev.smelt.warehouse.StatementFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** One execution of a plan's steps: decides of each whether it is begun, and tells what became of it. */
final class PlanExecution {
    private final StepRunner runner;
    private final RunTally tally;
    private final RunContext context;
    private final RunListener listener;
    private final BiFunction<Address, Set<Address>, Optional<Address>> blocker;
    private final RunChecks checks;
    private final Narrowing narrowing;

    /** @param blocker for a model and the failed models, the failed one because of which it cannot be built */
    PlanExecution(
            StepRunner runner,
            RunTally tally,
            RunContext context,
            RunListener listener,
            BiFunction<Address, Set<Address>, Optional<Address>> blocker,
            RunChecks checks,
            Narrowing narrowing) {
        this.runner = runner;
        this.tally = tally;
        this.context = context;
        this.listener = listener;
        this.blocker = blocker;
        this.checks = checks;
        this.narrowing = narrowing;
    }

    void execute(List<Step> steps) {
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            checks.before(i);
            if (tally.stepsLeft() > 0 && context.shouldStop()) {
                stop("Stopped before " + StepName.of(step) + ", as asked: ");
                return;
            }
            if (isBegun(step)) {
                Optional<Step> remaining = narrowing.remaining(step);
                if (remaining.isEmpty()) {
                    leave(step);
                } else if (!execute(remaining.get())) {
                    return;
                }
            }
        }
        checks.before(steps.size());
    }

    private boolean isBegun(Step step) {
        Address model = step.model();
        if (tally.isOver(model)) {
            return false;
        }
        Optional<Address> because = blocker.apply(model, checks.blocking(tally.failed()));
        because.ifPresent(failed -> {
            tally.skip(model);
            listener.on(checks.violated(failed)
                    .<RunEvent>map(check -> new RunEvent.StepGuarded(model, failed, check))
                    .orElseGet(() -> new RunEvent.StepSkipped(model, failed)));
        });
        return because.isEmpty();
    }

    /** False where the run was asked to stop meanwhile: the step was rolled back. */
    private boolean execute(Step step) {
        if (narrowing.hasLeft(step.model()) && !confirm(step)) {
            return true;
        }
        return attempt(step);
    }

    /** Nothing of the step remains. The ledger is told of all such steps of a model at once. */
    private void leave(Step step) {
        if (step instanceof Step.CountLeftOut) {
            return;
        }
        narrowing.leave(step);
        boolean last = !(step instanceof Step.Chunk chunk) || chunk.number() == chunk.count();
        if (last) {
            confirm(step);
        }
    }

    /** Whether the ledger could be told of the steps of this model that were left. */
    private boolean confirm(Step next) {
        Address model = next.model();
        Instant started = context.clock().instant();
        try {
            runner.record(model, narrowing.confirmed(model), narrowing.left(model));
        } catch (StatementFailure failure) {
            fail(StepFailures.of(next, tally.chunksDone(model), failure));
            return false;
        }
        List<Step> left = narrowing.taken(model);
        left.forEach(tally::left);
        tally.took(model, Duration.between(started, context.clock().instant()));
        listener.on(RunEvent.StepsLeft.of(left));
        return true;
    }

    /** False where the run was asked to stop meanwhile: the step was rolled back. */
    private boolean attempt(Step step) {
        listener.on(new RunEvent.StepStarted(step));
        List<RunEvent> told;
        try {
            told = perform(step);
        } catch (StatementFailure failure) {
            if (context.shouldStop()) {
                stop("Stopped in " + StepName.of(step) + ", as asked: it was rolled back, ");
                return false;
            }
            fail(StepFailures.of(step, tally.chunksDone(step.model()), failure));
            return true;
        } catch (SmeltException failure) {
            StepFailures.of(step, tally.chunksDone(step.model()), failure).forEach(this::fail);
            return true;
        }
        told.forEach(listener::on);
        return true;
    }

    private List<RunEvent> perform(Step step) {
        Instant started = context.clock().instant();
        if (step instanceof Step.Migrate migrate) {
            int statements = runner.migrate(migrate);
            return List.of(new RunEvent.Migrated(step.model(), migrate.table(), statements, done(step, started)));
        }
        if (step instanceof Step.Materialize materialize) {
            StepRunner.Made made = runner.materialize(materialize, changed -> narrowing.marks(step, changed));
            narrowing.done(step, made.changed());
            tally.made(step.model(), made.rows());
            RunEvent finished = new RunEvent.MaterializeFinished(
                    step.model(),
                    materialize.table(),
                    materialize.how(),
                    made.rows(),
                    made.leftOutNull(),
                    done(step, started));
            return Stream.concat(
                            Stream.of(finished),
                            leftOut(step.model(), materialize.partition().orElse(""), made.leftOutNull()).stream())
                    .toList();
        }
        if (step instanceof Step.Chunk chunk) {
            StepRunner.Rewritten rows = runner.chunk(chunk, changed -> narrowing.marks(step, changed));
            narrowing.done(step, rows.changed());
            Duration took = done(step, started);
            tally.rewritten(chunk, rows, took);
            return List.of(finished(chunk, rows, took));
        }
        return count((Step.CountLeftOut) step);
    }

    private RunEvent finished(Step.Chunk chunk, StepRunner.Rewritten rows, Duration took) {
        return new RunEvent.ChunkFinished(
                chunk.model(),
                chunk.number(),
                chunk.count(),
                chunk.window(),
                chunk.granularity(),
                rows.deleted(),
                rows.inserted(),
                chunk.update().isPresent(),
                rows.changed().map(changed -> RunTally.counts(chunk, changed)),
                took,
                tally.remaining(chunk.model()));
    }

    /** The chunks are committed and true whatever becomes of the count, so that its failure is a warning only. */
    private List<RunEvent> count(Step.CountLeftOut step) {
        try {
            return leftOut(step.model(), step.partition(), runner.leftOut(step));
        } catch (StatementFailure failure) {
            Diagnostic warning = warning(
                    "SMELT-L109",
                    step.model() + ": the rows without " + step.partition() + " could not be counted: "
                            + StepFailures.sentence(failure.getMessage()));
            tally.warn(warning);
            return List.of(new RunEvent.Noticed(warning));
        }
    }

    private List<RunEvent> leftOut(Address model, String partition, long rows) {
        if (rows == 0) {
            return List.of();
        }
        tally.leftOut(model, rows);
        tally.warn(warning(
                "SMELT-L108",
                model + ": " + rows + (rows == 1 ? " row" : " rows") + " without " + partition + " left out."));
        return List.of(new RunEvent.LeftOut(model, partition, rows));
    }

    private Duration done(Step step, Instant started) {
        Duration took = Duration.between(started, context.clock().instant());
        tally.done(step.model(), took);
        return took;
    }

    private void fail(RunSummary.Failure failure) {
        tally.fail(failure);
        listener.on(new RunEvent.StepFailed(failure));
    }

    private void stop(String where) {
        int left = tally.stepsLeft();
        Diagnostic stopped = Diagnostic.error(
                "SMELT-L105",
                where + left + (left == 1 ? " step is" : " steps are") + " left, everything before is committed.",
                "Resume with: mvn smelt:run -Dsmelt.resume");
        tally.stop(stopped);
        listener.on(new RunEvent.Stopped(stopped));
    }

    private static Diagnostic warning(String code, String message) {
        return new Diagnostic(code, Diagnostic.Severity.WARNING, Optional.empty(), message, "");
    }
}
