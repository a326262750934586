package dev.smelt.run;

import dev.smelt.assertion.CheckOutcome;
import dev.smelt.assertion.ReadyCheck;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.plan.Step;
import dev.smelt.warehouse.Warehouse;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Runs the checks of a run when they are due. What a violated check has looked at is committed and recorded as built: the
 * ledger says what the tables hold, and a check says that this is not what somebody expects. So the data stays, the run
 * fails, and nothing is built upon it, in later runs either, until the check passes.
 */
final class RunChecks {
    private final TreeMap<Integer, List<RunGuards.Due>> schedule;
    private final Warehouse warehouse;
    private final RunTally tally;
    private final RunContext context;
    private final RunListener listener;
    private final Map<Address, String> violated = new TreeMap<>();

    RunChecks(
            RunGuards guards,
            List<Step> steps,
            Warehouse warehouse,
            RunTally tally,
            RunContext context,
            RunListener listener) {
        this.schedule = guards.schedule(steps);
        this.warehouse = warehouse;
        this.tally = tally;
        this.context = context;
        this.listener = listener;
    }

    /** Runs what is due before the step of this index; that of their number stands for the end. */
    void before(int index) {
        NavigableMap<Integer, List<RunGuards.Due>> due = schedule.headMap(index, true);
        List<RunGuards.Due> now = due.values().stream()
                .flatMap(List::stream)
                .filter(each -> each.written().stream().noneMatch(tally::isOver))
                .toList();
        due.clear();
        if (!now.isEmpty()) {
            CatalogueSnapshot catalogue = warehouse.catalogue();
            now.forEach(each -> run(each, catalogue));
        }
    }

    /** The check that was violated by something that the address stands for. */
    Optional<String> violated(Address model) {
        return Optional.ofNullable(violated.get(model));
    }

    /** Everything downstream of which nothing is built: what failed, and what violates a check. */
    Set<Address> blocking(Set<Address> failed) {
        Set<Address> blocking = new TreeSet<>(failed);
        blocking.addAll(violated.keySet());
        return blocking;
    }

    private void run(RunGuards.Due due, CatalogueSnapshot catalogue) {
        ReadyCheck check = due.check();
        Optional<Address> missing = check.notBuilt(catalogue);
        if (missing.isPresent()) {
            listener.on(new RunEvent.CheckPassedOver(check.check(), missing.get()));
            return;
        }
        listener.on(new RunEvent.CheckStarted(check.check()));
        CheckOutcome outcome = check.judge(warehouse::query, context.clock());
        if (context.shouldStop() && outcome.verdict() != CheckOutcome.Verdict.PASSED) {
            // Its statement was cancelled, or may have been: that says nothing of the data.
            leaveOut(check);
            return;
        }
        listener.on(new RunEvent.Checked(outcome));
        if (outcome.verdict() == CheckOutcome.Verdict.WARNED) {
            tally.warn(outcome.diagnostic().orElseThrow());
        } else if (outcome.verdict() == CheckOutcome.Verdict.FAILED) {
            fail(due, outcome.diagnostic().orElseThrow());
        }
    }

    private void leaveOut(ReadyCheck check) {
        Diagnostic stopped = new Diagnostic(
                "SMELT-T011",
                Diagnostic.Severity.WARNING,
                Optional.of(check.check().place()),
                "The check '" + check.check().name() + "' was not finished: the run was asked to stop.",
                "Run it with mvn smelt:check.");
        tally.warn(stopped);
        listener.on(new RunEvent.Noticed(stopped));
    }

    private void fail(RunGuards.Due due, Diagnostic found) {
        Set<Address> reads = due.check().reads();
        reads.forEach(
                address -> violated.putIfAbsent(address, due.check().check().name()));
        String kept = due.written().isEmpty()
                ? " Nothing is built upon " + names(reads) + " until it passes."
                : " What was built of " + names(new TreeSet<>(due.written()))
                        + " is committed and recorded as built; nothing is built upon it until the check passes.";
        Diagnostic diagnostic =
                Diagnostic.error(found.code(), due.check().check().place(), found.message() + kept, found.cure());
        Address model = due.written().stream()
                .min(Address::compareTo)
                .orElseGet(() -> reads.iterator().next());
        tally.violated(new RunSummary.Failure(model, SmeltException.Kind.PROJECT, diagnostic, Optional.empty()));
    }

    private static String names(Set<Address> addresses) {
        return addresses.stream().map(Address::path).collect(Collectors.joining(", "));
    }
}
