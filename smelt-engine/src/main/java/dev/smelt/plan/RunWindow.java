package dev.smelt.plan;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Diagnostic.Severity;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A run over a window W: W landed in every clocked source. A model writes the partitions that rows of W fall into, and
 * rewrites the built ones that read W or something that this run rewrites.
 */
final class RunWindow {
    private final Landscape landscape;
    private final PlanRequest.RunWindow request;
    private final ExpectedPartitions expected;
    private final DirtyPropagation propagation;

    RunWindow(Landscape landscape, PlanRequest.RunWindow request) {
        this.landscape = landscape;
        this.request = request;
        this.expected = new ExpectedPartitions(landscape, request.selected()::contains);
        this.propagation = new DirtyPropagation(landscape);
    }

    Workload work() {
        SortedMap<Address, IntervalSet> landed = landed();
        if (request.start().trim().equals(request.end().trim())) {
            Diagnostic nothing = new Diagnostic(
                    "SMELT-P004",
                    Severity.NOTICE,
                    Optional.empty(),
                    "There is nothing to do: [" + request.start() + ", " + request.end() + ") is empty.",
                    "");
            return new Workload(
                    new TreeMap<>(),
                    new TreeMap<>(),
                    RetentionGuard.Rule.REFUSE,
                    List.of(nothing),
                    List.of(),
                    Optional.empty());
        }
        SortedMap<Address, Work> works = works(landed);
        // That the window landed in every source says nothing of what it makes stale: a run per model goes through it,
        // too.
        new DroppedUpstreams(landscape, Set.of(), DirtyPropagation.Spread.NONE).refuse(request.selected(), works);
        return new Workload(works, landed, RetentionGuard.Rule.REFUSE, List.of(), List.of(), Optional.empty());
    }

    /** W on every clocked source and seed, and on every clocked model that this run rebuilds whole. */
    private SortedMap<Address, IntervalSet> landed() {
        SortedSet<Address> origins =
                new TreeSet<>(landscape.world().project().sources().keySet());
        origins.addAll(landscape.world().project().seeds().keySet());
        request.selected().stream().filter(landscape::isFullRefreshTable).forEach(origins::add);
        origins.removeIf(origin -> landscape.clock(origin).isEmpty());
        SortedMap<Address, IntervalSet> landed = new TreeMap<>();
        List<Diagnostic> unreadable = new ArrayList<>();
        for (Address origin : origins) {
            try {
                Granularity granularity = landscape.granularity(origin);
                Interval window = Alignment.window(request.start(), request.end(), granularity, origin.toString());
                landed.put(origin, IntervalSet.of(granularity.outward(window)));
            } catch (SmeltException e) {
                unreadable.addAll(e.diagnostics());
            }
        }
        // a window of days says nothing about numbered partitions, and the other way round
        if (landed.isEmpty() && !unreadable.isEmpty()) {
            throw SmeltException.project(unreadable);
        }
        landed.values().removeIf(IntervalSet::isEmpty);
        return landed;
    }

    private SortedMap<Address, Work> works(SortedMap<Address, IntervalSet> landed) {
        SortedMap<Address, IntervalSet> changed = new TreeMap<>(landed);
        SortedMap<Address, Work> works = new TreeMap<>();
        for (Address model : landscape.order()) {
            if (!request.selected().contains(model)) {
                continue;
            }
            if (landscape.isIncremental(model)) {
                IntervalSet windows = windows(model, changed);
                works.put(model, new Work.Rewrite(windows, reason()));
                changed.merge(model, windows, IntervalSet::union);
            } else {
                works.put(model, landscape.isView(model) ? new Work.View(reason()) : new Work.Whole(reason()));
                changed.merge(model, DirtyPropagation.union(propagation.incoming(model, changed)), IntervalSet::union);
            }
        }
        return works;
    }

    private IntervalSet windows(Address model, SortedMap<Address, IntervalSet> changed) {
        IntervalSet base = IntervalSet.none();
        for (ReferenceRelation driver : landscape.drivers(model)) {
            Interval over = window(driver.reference().target()).hull();
            if (!over.isEmpty()) {
                base = base.plus(clipped(
                        driver.attribution().orElseThrow().inverse(over),
                        window(model).hull()));
            }
        }
        IntervalSet read = clockedOnly(model, changed).intersection(landscape.built(model));
        IntervalSet windows = landscape.fromStart(model, base.union(read));
        return SelfReference.closed(landscape, expected, model, windows);
    }

    /** What dirties the model by its windows; a changed lookup only marks what was built from it. */
    private IntervalSet clockedOnly(Address model, SortedMap<Address, IntervalSet> changed) {
        SortedMap<Address, IntervalSet> clocked = new TreeMap<>(changed);
        clocked.keySet().removeIf(upstream -> landscape.clock(upstream).isEmpty());
        return DirtyPropagation.union(propagation.incoming(model, clocked));
    }

    /** W on the axis of a clocked relation, in whole granules; nothing where its axis has no such values. */
    private IntervalSet window(Address address) {
        if (landscape.clock(address).isEmpty()) {
            return IntervalSet.none();
        }
        Granularity granularity = landscape.granularity(address);
        Optional<Long> start = granularity.parse(request.start());
        Optional<Long> end = granularity.parse(request.end());
        return start.isPresent() && end.isPresent() && start.get() <= end.get()
                ? IntervalSet.of(granularity.outward(new Interval(start.get(), end.get())))
                : IntervalSet.none();
    }

    private static Interval clipped(Interval mapped, Interval own) {
        long start = mapped.start() == Interval.NEGATIVE_INFINITY ? own.start() : mapped.start();
        long end = mapped.end() == Interval.POSITIVE_INFINITY ? own.end() : mapped.end();
        return start < end ? new Interval(start, end) : Interval.EMPTY;
    }

    private String reason() {
        return "run over [" + request.start() + ", " + request.end() + ")";
    }
}
