package dev.smelt.plan;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.NearNames;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Runs what landed windows can have made stale: the dirty set as derived, of which the built part is rewritten. */
final class SinceUpstream {
    private final Landscape landscape;
    private final PlanRequest.SinceUpstream request;
    private final List<Diagnostic> notices = new ArrayList<>();

    SinceUpstream(Landscape landscape, PlanRequest.SinceUpstream request) {
        this.landscape = landscape;
        this.request = request;
    }

    Workload work() {
        SortedMap<Address, IntervalSet> landed =
                request.landed().isEmpty() ? new Detection(landscape).landed() : landed();
        DirtyPropagation.Spread spread = new DirtyPropagation(landscape).spread(landed);
        SortedMap<Address, Work> works = new TreeMap<>();
        String reason = "dirtied by what landed in "
                + String.join(
                        ", ", landed.keySet().stream().map(Address::toString).toList());
        for (Address model : landscape.order()) {
            IntervalSet dirty = spread.dirty(model);
            if (!request.selected().contains(model) || dirty.isEmpty() || !landscape.exists(model)) {
                continue;
            }
            if (landscape.isIncremental(model)) {
                IntervalSet rewritten = dirty.intersection(within(model));
                if (!rewritten.isEmpty()) {
                    works.put(model, new Work.Rewrite(rewritten, reason));
                }
            } else if (landscape.isFullRefreshTable(model)) {
                works.put(model, new Work.Whole(reason));
            }
        }
        new DroppedUpstreams(landscape, landed.keySet(), spread).refuse(request.selected(), works);
        return new Workload(
                works,
                landed,
                RetentionGuard.Rule.LEAVE,
                notices,
                List.of(),
                Optional.of(dirtySet(spread)),
                Optional.of(new TreeMap<>()));
    }

    /** What is built; of a model that reads itself also what is not but lies before, since later partitions read that. */
    private IntervalSet within(Address model) {
        IntervalSet built = landscape.built(model);
        return built.isEmpty() || !landscape.isSelfReferential(model)
                ? built
                : IntervalSet.of(
                        new Interval(Interval.NEGATIVE_INFINITY, built.hull().end()));
    }

    private DirtySet dirtySet(DirtyPropagation.Spread spread) {
        List<DirtySet.Edge> edges = new ArrayList<>();
        spread.edges()
                .forEach((downstream, incoming) -> incoming.forEach((upstream, windows) -> windows.intervals()
                        .forEach(window -> edges.add(
                                new DirtySet.Edge(downstream, upstream, window, landscape.granularity(downstream))))));
        List<DirtySet.Run> runs = new ArrayList<>();
        spread.dirty().forEach((model, windows) -> {
            if (!landscape.isView(model)) {
                windows.intervals()
                        .forEach(window -> runs.add(new DirtySet.Run(model, window, landscape.granularity(model))));
            }
        });
        return new DirtySet(edges, runs);
    }

    private SortedMap<Address, IntervalSet> landed() {
        SortedMap<Address, IntervalSet> landed = new TreeMap<>();
        List<Diagnostic> refusals = new ArrayList<>();
        for (PlanRequest.Landed each : request.landed()) {
            try {
                landed.merge(each.origin(), windows(each), IntervalSet::union);
            } catch (SmeltException e) {
                refusals.addAll(e.diagnostics());
            }
        }
        if (!refusals.isEmpty()) {
            throw SmeltException.project(refusals);
        }
        return landed;
    }

    private IntervalSet windows(PlanRequest.Landed landed) {
        if (landed.clock() == PlanRequest.Landed.Clock.PARTITION) {
            return IntervalSet.of(window(landed));
        }
        ArrivalWindow.Partitions partitions = ArrivalWindow.of(
                        landed,
                        Optional.ofNullable(
                                landscape.world().project().sources().get(landed.origin())))
                .partitions(landscape);
        notices.add(partitions.found());
        return partitions.windows();
    }

    private Interval window(PlanRequest.Landed landed) {
        Address origin = landed.origin();
        if (landscape.world().project().table(origin).isEmpty()) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-P015",
                    "Nothing in the project has the name " + origin + ", so nothing can have landed in it."
                            + NearNames.didYouMean(origin.path(), names()),
                    "Name a model, a seed or a source (sources.<path>)."));
        }
        if (landed.start().isEmpty() && landed.end().isEmpty()) {
            return Interval.ALL;
        }
        if (landscape.clock(origin).isEmpty()) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-P016",
                    origin + " declares no timeseries, so no window of it can have landed.",
                    "Say -Dsmelt.landed=all: every partition that was built from it is then dirty."));
        }
        Granularity granularity = landscape.granularity(origin);
        return granularity.outward(Alignment.window(landed.start(), landed.end(), granularity, origin.toString()));
    }

    private List<String> names() {
        return Stream.of(
                        landscape.world().project().models().keySet(),
                        landscape.world().project().sources().keySet(),
                        landscape.world().project().seeds().keySet())
                .flatMap(Collection::stream)
                .map(Address::path)
                .toList();
    }
}
