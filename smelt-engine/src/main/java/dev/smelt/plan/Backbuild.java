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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Rebuilds output partitions of the selected models, exactly these, and what they read upstream: of an incremental
 * upstream the windows that are read, a full-refresh one whole.
 */
final class Backbuild {
    private final Landscape landscape;
    private final PlanRequest.Backbuild request;
    private final ExpectedPartitions expected;
    private final List<Diagnostic> notices = new ArrayList<>();

    Backbuild(Landscape landscape, PlanRequest.Backbuild request) {
        this.landscape = landscape;
        this.request = request;
        this.expected = new ExpectedPartitions(landscape, model -> true);
    }

    Workload work() {
        SortedMap<Address, IntervalSet> asked = asked();
        SortedMap<Address, Work> works = new TreeMap<>();
        if (asked.values().stream().anyMatch(windows -> !windows.isEmpty())) {
            works.putAll(upwards(asked));
        }
        if (works.isEmpty()) {
            notices.add(new Diagnostic(
                    "SMELT-P004",
                    Severity.NOTICE,
                    Optional.empty(),
                    "There is nothing to do: [" + request.start() + ", " + request.end() + ") holds no partition.",
                    ""));
        }
        return new Workload(works, new TreeMap<>(), RetentionGuard.Rule.REFUSE, notices, List.of(), Optional.empty());
    }

    /** The windows of the selected models; all axis values for one that is rebuilt whole. */
    private SortedMap<Address, IntervalSet> asked() {
        SortedMap<Address, IntervalSet> asked = new TreeMap<>();
        List<Diagnostic> refusals = new ArrayList<>();
        for (Address model : landscape.order()) {
            if (request.selected().contains(model)) {
                try {
                    asked.put(model, asked(model));
                } catch (SmeltException e) {
                    refusals.addAll(e.diagnostics());
                }
            }
        }
        if (!refusals.isEmpty()) {
            throw SmeltException.project(refusals);
        }
        return asked;
    }

    private IntervalSet asked(Address model) {
        if (!landscape.isIncremental(model)) {
            Interval window = landscape.clock(model).isPresent()
                    ? Alignment.window(request.start(), request.end(), landscape.granularity(model), model.toString())
                    : Interval.ALL;
            if (!window.isEmpty() && landscape.isFullRefreshTable(model)) {
                notices.add(new Diagnostic(
                        "SMELT-P005",
                        Severity.NOTICE,
                        Optional.of(landscape.model(model).place()),
                        model + " is no incremental model: it is rebuilt whole, not only [" + request.start() + ", "
                                + request.end() + ").",
                        ""));
            }
            return window.isEmpty() ? IntervalSet.none() : requested(model);
        }
        Granularity granularity = landscape.granularity(model);
        Interval window = Alignment.partitions(request.start(), request.end(), granularity, model.toString());
        Interval built = landscape.fromStart(model, window);
        if (!built.equals(window)) {
            notices.add(new Diagnostic(
                    "SMELT-P006",
                    Severity.NOTICE,
                    Optional.of(landscape.model(model).place()),
                    model + " starts at "
                            + granularity.format(landscape.model(model).start().orElseThrow())
                            + ": nothing before it is built.",
                    ""));
        }
        if (!built.isEmpty()) {
            SelfReference.refuseGap(landscape, expected, model, built);
            SelfReference.refuseStaleTail(landscape, model, built);
        }
        return IntervalSet.of(built);
    }

    /** From the asked models up: what is read is built first. */
    private SortedMap<Address, Work> upwards(SortedMap<Address, IntervalSet> asked) {
        SortedMap<Address, IntervalSet> wanted = new TreeMap<>(asked);
        SortedMap<Address, Work> works = new TreeMap<>();
        List<Address> order = landscape.order();
        for (int i = order.size() - 1; i >= 0; i--) {
            Address model = order.get(i);
            IntervalSet windows = wanted.getOrDefault(model, IntervalSet.none());
            if (windows.isEmpty()) {
                continue;
            }
            if (landscape.isIncremental(model)) {
                IntervalSet written = partitions(model, windows);
                works.put(model, new Work.Rewrite(written, reason(model, asked)));
                reads(model, written, wanted);
            } else {
                works.put(
                        model,
                        landscape.isView(model)
                                ? new Work.Shown(reason(model, asked))
                                : new Work.Whole(reason(model, asked)));
                reads(model, windows, wanted);
            }
        }
        return works;
    }

    private void reads(Address model, IntervalSet windows, SortedMap<Address, IntervalSet> wanted) {
        Optional<List<ReferenceRelation>> relations = landscape.relations(model);
        if (relations.isEmpty()) {
            landscape
                    .referenced(model)
                    .forEach(upstream -> wanted.merge(upstream, requested(upstream), IntervalSet::union));
            return;
        }
        for (ReferenceRelation relation : relations.get()) {
            Address upstream = relation.reference().target();
            if (relation.self()) {
                continue;
            }
            IntervalSet read = relation.isLookup()
                    ? requested(upstream)
                    : IntervalSet.of(windows.intervals().stream()
                            .map(relation.read().orElseThrow()::image)
                            .toList());
            wanted.merge(upstream, read, IntervalSet::union);
        }
    }

    /** The request's window as partitions of something that is read whole: older ones are there and stay. */
    private IntervalSet requested(Address upstream) {
        Granularity granularity = landscape.granularity(upstream);
        Optional<Long> start = granularity.parse(request.start());
        Optional<Long> end = granularity.parse(request.end());
        if (landscape.clock(upstream).isEmpty() || start.isEmpty() || end.isEmpty()) {
            return IntervalSet.of(Interval.ALL);
        }
        return IntervalSet.of(granularity.outward(new Interval(start.get(), end.get())));
    }

    /** The partitions of an incremental model for what was asked and is read of it, as far as it reaches. */
    private IntervalSet partitions(Address model, IntervalSet read) {
        Interval extent = expected.extent(model);
        Granularity granularity = landscape.granularity(model);
        IntervalSet bounded = IntervalSet.of(read.intervals().stream()
                .map(window -> window.isBounded()
                        ? granularity.outward(window)
                        : window.intersection(extent).map(granularity::outward).orElse(Interval.EMPTY))
                .toList());
        return SelfReference.closed(landscape, expected, model, landscape.fromStart(model, bounded));
    }

    private String reason(Address model, SortedMap<Address, IntervalSet> asked) {
        if (asked.containsKey(model)) {
            return "asked for";
        }
        return "upstream of "
                + asked.keySet().stream()
                        .filter(each -> landscape.ancestors(each).contains(model))
                        .map(Address::toString)
                        .collect(Collectors.joining(", "));
    }
}
