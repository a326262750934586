package dev.smelt.plan;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Diagnostic.Severity;
import dev.smelt.ledger.PartitionState;
import dev.smelt.model.Address;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Brings models up to date by the ledger: what is missing is built, what is stale is repaired, and an open partition is
 * written again once the horizon moved or something that it reads is written.
 */
final class AutoRun {
    private final Landscape landscape;
    private final PlanRequest.RunAuto request;
    private final ExpectedPartitions expected;
    private final DirtyPropagation propagation;
    private final SortedMap<Address, IntervalSet> changed = new TreeMap<>();
    private final SortedMap<Address, IntervalSet> certain = new TreeMap<>();
    private final Horizon horizon;
    private final SortedMap<Address, LogicChange> logic;
    private final SortedMap<Address, IntervalSet> landed;
    private final SteadyRows steady;
    private final List<Diagnostic> notices = new ArrayList<>();

    AutoRun(Landscape landscape, PlanRequest.RunAuto request) {
        this.landscape = landscape;
        this.request = request;
        this.expected = new ExpectedPartitions(landscape, request.selected()::contains);
        this.logic = LogicChanges.of(landscape, request.selected()::contains);
        this.landed = new Detection(landscape).landed();
        boolean repairs = request.options().onLogicChange() == PlanRequest.OnLogicChange.BACKBUILD;
        this.steady = repairs && !request.fullRefresh()
                ? new SteadyRows(landscape, logic, landed)
                : SteadyRows.none(landscape);
        this.propagation = new DirtyPropagation(landscape, steady);
        this.horizon = new Horizon(landscape, expected, model -> changed.getOrDefault(model, IntervalSet.none()));
    }

    Workload work() {
        changed.putAll(landed);
        SortedMap<Address, Work> works = new TreeMap<>();
        for (Address model : landscape.order()) {
            if (!request.selected().contains(model)) {
                steady.add(model, IntervalSet.none());
                continue;
            }
            if (landscape.isIncremental(model)) {
                listOutliers(model);
                nameUnclocked(model);
                works.put(model, incremental(model));
            } else {
                works.put(
                        model,
                        landscape.isView(model)
                                ? new Work.View("kept as defined")
                                : new Work.Whole("rebuilt whole in every run"));
                certain.put(model, IntervalSet.of(Interval.ALL));
                // what landed while it was left out changes it only now
                changed.put(
                        model,
                        DirtyPropagation.union(propagation.incoming(model, changed))
                                .union(landscape.stale(model)));
            }
            steady.add(model, landscape.isIncremental(model) ? changed.get(model) : IntervalSet.none());
        }
        new DroppedUpstreams(landscape, landed.keySet(), propagation.spread(landed)).refuse(request.selected(), works);
        return new Workload(
                works,
                landed,
                RetentionGuard.Rule.LEAVE,
                notices,
                List.of(),
                Optional.empty(),
                request.fullRefresh() ? Optional.empty() : Optional.of(certain));
    }

    private Work incremental(Address model) {
        IntervalSet should = expected.of(model).windows();
        if (request.fullRefresh() && !landscape.isSelfReferential(model)) {
            changed.put(model, should.union(landscape.built(model)));
            return new Work.Whole("full refresh asked for");
        }
        IntervalSet built = landscape.built(model);
        List<String> reasons = new ArrayList<>();
        IntervalSet windows = IntervalSet.none();
        if (request.fullRefresh()) {
            windows = add(windows, should.union(built), "full refresh asked for", reasons);
        }
        windows = add(windows, should.minus(built), "missing", reasons);
        windows = add(windows, stale(model), "stale", reasons);
        windows = add(windows, relogic(model), "changed logic", reasons);
        windows = add(
                windows,
                DirtyPropagation.union(propagation.incoming(model, changed)).intersection(built),
                "reads what landed or what this run writes",
                reasons);
        windows = add(windows, reopened(model), "open, and its inputs moved on", reasons);
        certain.put(model, relogic(model).union(reopened(model)));
        windows = SelfReference.closed(landscape, expected, model, landscape.fromStart(model, windows));
        changed.put(model, windows);
        return new Work.Rewrite(windows, reasons.isEmpty() ? "up to date" : String.join("; ", reasons));
    }

    private static IntervalSet add(IntervalSet windows, IntervalSet more, String reason, List<String> reasons) {
        if (!more.isEmpty()) {
            reasons.add(reason);
        }
        return windows.union(more);
    }

    /** Stale for another reason than changed logic alone, which is repaired only where that is asked for. */
    private IntervalSet stale(Address model) {
        return IntervalSet.of(landscape.partitions(model).stream()
                .filter(partition -> partition
                        .stale()
                        .filter(reason -> !LogicChange.isOnly(reason))
                        .isPresent())
                .map(PartitionState::range)
                .toList());
    }

    private IntervalSet relogic(Address model) {
        return request.options().onLogicChange() == PlanRequest.OnLogicChange.BACKBUILD && logic.containsKey(model)
                ? logic.get(model).stale()
                : IntervalSet.none();
    }

    private IntervalSet reopened(Address model) {
        long now = horizon.of(model);
        return IntervalSet.of(landscape.partitions(model).stream()
                .filter(partition -> !partition.complete() && partition.horizon() < now)
                .map(PartitionState::range)
                .toList());
    }

    private void nameUnclocked(Address model) {
        if (landscape.relations(model).isPresent() && landscape.drivers(model).isEmpty()) {
            notices.add(new Diagnostic(
                    "SMELT-P022",
                    Severity.WARNING,
                    Optional.of(landscape.model(model).place()),
                    model
                            + " takes its partitions from nothing that declares a timeseries, so which ones are missing is"
                            + " not known.",
                    "Build them by mvn smelt:backbuild, or declare the timeseries of what it reads."));
        }
    }

    private void listOutliers(Address model) {
        IntervalSet outliers = expected.of(model).outliers().minus(landscape.built(model));
        if (outliers.isEmpty()) {
            return;
        }
        Granularity granularity = landscape.granularity(model);
        notices.add(new Diagnostic(
                "SMELT-P012",
                Severity.WARNING,
                Optional.of(landscape.model(model).place()),
                "Rows for " + StaleMarks.text(outliers, granularity) + " of " + model
                        + " lie more than five years away from all others; these partitions are not built.",
                "Correct the rows, declare a start, or build these partitions by mvn smelt:backbuild."));
    }
}
