package dev.smelt.run;

import dev.smelt.ledger.Ledger;
import dev.smelt.model.Address;
import dev.smelt.plan.Plan;
import dev.smelt.plan.Step;
import dev.smelt.warehouse.Warehouse;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Executes a plan: each step is one transaction that holds the data and what the ledger says of it, so that a run which
 * dies at any instant leaves both in agreement at the end of a step, and the same request finishes the job.
 *
 * <p>Where a step fails, the remaining steps of its model and of the models that read it, directly or not, are not begun;
 * all others are. Everything that failed is in the summary.
 */
public final class PlanExecutor {
    private final Function<Address, ? extends Collection<Address>> upstreams;

    /** @param upstreams what a model reads directly; itself, sources, seeds and unknown addresses do no harm */
    public PlanExecutor(Function<Address, ? extends Collection<Address>> upstreams) {
        this.upstreams = upstreams;
    }

    /** The steps in their order. A plan without a step that writes leaves the warehouse untouched. */
    public RunSummary execute(Plan plan, Warehouse warehouse, Ledger ledger, RunContext context, RunListener listener) {
        return execute(plan, RunGuards.NONE, warehouse, ledger, context, listener);
    }

    /** As {@link #execute(Plan, Warehouse, Ledger, RunContext, RunListener)}, with checks of what is built. */
    public RunSummary execute(
            Plan plan, RunGuards guards, Warehouse warehouse, Ledger ledger, RunContext context, RunListener listener) {
        List<Step> steps = plan.steps().stream().filter(PlanExecutor::isRun).toList();
        RunTally tally = new RunTally();
        steps.stream()
                .filter(PlanExecutor::isWritten)
                .forEach(step -> tally.plan(step, plan.cutoff().isPresent()));
        if (tally.models() == 0) {
            Instant now = context.clock().instant();
            RunSummary summary = tally.summary(context, now, now);
            listener.on(new RunEvent.RunFinished(summary));
            return summary;
        }
        ConflictRetry retry = new ConflictRetry(warehouse, listener, context);
        RunJournal journal =
                new RunJournal(steps.stream().filter(PlanExecutor::isWritten).toList());
        StepRunner runner = new StepRunner(warehouse, ledger, context.runId(), retry, journal);
        RunChecks checks = new RunChecks(guards, steps, warehouse, tally, context, listener);
        PlanExecution execution = new PlanExecution(
                runner, tally, context, listener, this::blocker, checks, new Narrowing(plan.cutoff()));
        return new RecordedRun(ledger, context, listener).run(tally, journal.steps(), () -> execution.execute(steps));
    }

    private static boolean isRun(Step step) {
        return isWritten(step) || step instanceof Step.CountLeftOut;
    }

    private static boolean isWritten(Step step) {
        boolean shownOnly = step instanceof Step.Materialize materialize && materialize.how() == Step.How.SHOWN_ONLY;
        return !shownOnly && !(step instanceof Step.CountLeftOut);
    }

    /** The first of the failed models that this one reads, through whatever lies between. */
    private Optional<Address> blocker(Address model, Set<Address> failed) {
        if (failed.isEmpty()) {
            return Optional.empty();
        }
        Set<Address> seen = new TreeSet<>();
        Deque<Address> open = new ArrayDeque<>(List.of(model));
        while (!open.isEmpty()) {
            for (Address upstream : upstreams.apply(open.pop())) {
                if (seen.add(upstream)) {
                    open.push(upstream);
                }
            }
        }
        return failed.stream()
                .filter(seen::contains)
                .filter(each -> !each.equals(model))
                .findFirst();
    }
}
