package dev.smelt.plan;

import dev.smelt.model.Address;
import dev.smelt.model.Project.LookupPolicy;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import dev.smelt.time.PartitionMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which partitions a change can have made stale: P is dirty where read(P) touches what changed.
 *
 * <p>Sides without a bound end at the first and last built partition, where anything is built: what is not built cannot
 * be stale.
 */
final class DirtyPropagation {
    private static final IntervalSet EVERYTHING = IntervalSet.of(Interval.ALL);

    private final Landscape landscape;
    private final Optional<SteadyRows> steady;

    DirtyPropagation(Landscape landscape) {
        this.landscape = landscape;
        this.steady = Optional.empty();
    }

    /** One in which models feel nothing of other values in columns that they do not use. */
    DirtyPropagation(Landscape landscape, SteadyRows steady) {
        this.landscape = landscape;
        this.steady = Optional.of(steady);
    }

    /**
     * The spread of a change.
     *
     * @param edges per downstream and upstream, the downstream's partitions that the upstream's change dirties
     * @param dirty per model, the union of its edges; what changed at first is not in it
     */
    record Spread(SortedMap<Address, SortedMap<Address, IntervalSet>> edges, SortedMap<Address, IntervalSet> dirty) {
        /** That nothing changed. */
        static final Spread NONE = new Spread(new TreeMap<>(), new TreeMap<>());

        IntervalSet dirty(Address model) {
            return dirty.getOrDefault(model, IntervalSet.none());
        }
    }

    /** Follows a change through all models below it. */
    Spread spread(Map<Address, IntervalSet> changed) {
        SortedMap<Address, IntervalSet> moving = new TreeMap<>(changed);
        SortedMap<Address, SortedMap<Address, IntervalSet>> edges = new TreeMap<>();
        SortedMap<Address, IntervalSet> dirty = new TreeMap<>();
        for (Address model : landscape.order()) {
            SortedMap<Address, IntervalSet> incoming = incoming(model, moving);
            IntervalSet all = union(incoming);
            IntervalSet own = all.union(moving.getOrDefault(model, IntervalSet.none()));
            IntervalSet later = later(model, own);
            if (!later.isEmpty()) {
                incoming.put(model, later);
                all = all.union(later);
            }
            if (!all.isEmpty()) {
                edges.put(model, incoming);
                dirty.put(model, all);
                moving.merge(model, all, IntervalSet::union);
            }
        }
        return new Spread(edges, dirty);
    }

    /** Per upstream, what its change makes dirty in one model; the model's own earlier partitions do not count. */
    SortedMap<Address, IntervalSet> incoming(Address model, Map<Address, IntervalSet> changed) {
        SortedMap<Address, IntervalSet> incoming = new TreeMap<>();
        Optional<List<ReferenceRelation>> relations = landscape.relations(model);
        if (relations.isEmpty()) {
            for (Address upstream : landscape.referenced(model)) {
                if (!felt(model, upstream, changed).isEmpty()) {
                    incoming.put(upstream, bounded(model, EVERYTHING));
                }
            }
            return incoming;
        }
        for (ReferenceRelation relation : relations.get()) {
            Address upstream = relation.reference().target();
            IntervalSet windows = relation.self() ? IntervalSet.none() : felt(model, upstream, changed);
            if (!windows.isEmpty()) {
                incoming.merge(upstream, through(model, relation, windows), IntervalSet::union);
            }
        }
        incoming.values().removeIf(IntervalSet::isEmpty);
        return incoming;
    }

    private IntervalSet felt(Address model, Address upstream, Map<Address, IntervalSet> changed) {
        IntervalSet windows = changed.getOrDefault(upstream, IntervalSet.none());
        return steady.map(rows -> rows.felt(model, upstream, windows)).orElse(windows);
    }

    /** The later partitions of a model that reads itself which a change of some of its partitions dirties, one by one. */
    IntervalSet later(Address model, IntervalSet changed) {
        IntervalSet later = IntervalSet.none();
        for (ReferenceRelation self : landscape.selfReferences(model)) {
            for (Interval window : changed.intervals()) {
                Interval next = self.read().orElseThrow().inverse(window);
                if (!next.isEmpty()) {
                    later = later.plus(new Interval(next.start(), Interval.POSITIVE_INFINITY));
                }
            }
        }
        return bounded(model, later);
    }

    /** A relation without a clock of which a model keeps what it held when the model was built. */
    Optional<Address> keptAsBuilt(Address model) {
        return landscape.relations(model).orElse(List.of()).stream()
                .filter(ReferenceRelation::isLookup)
                .map(relation -> relation.reference().target())
                .filter(lookup -> !restates(lookup))
                .findFirst();
    }

    /** Whether a relation without a clock changes what was built from it. */
    boolean restates(Address lookup) {
        return landscape.world().project().lookups().getOrDefault(lookup, LookupPolicy.RESTATE) == LookupPolicy.RESTATE;
    }

    static IntervalSet union(Map<Address, IntervalSet> sets) {
        return sets.values().stream().reduce(IntervalSet.none(), IntervalSet::union);
    }

    private IntervalSet through(Address model, ReferenceRelation relation, IntervalSet windows) {
        if (relation.isLookup()) {
            return restates(relation.reference().target()) ? bounded(model, EVERYTHING) : IntervalSet.none();
        }
        PartitionMap read = relation.read().orElseThrow();
        return bounded(
                model,
                IntervalSet.of(windows.intervals().stream().map(read::inverse).toList()));
    }

    private IntervalSet bounded(Address model, IntervalSet windows) {
        Interval built = landscape.built(model).hull();
        if (built.isEmpty()) {
            return windows;
        }
        return IntervalSet.of(windows.intervals().stream()
                .map(window -> {
                    long start = window.start() == Interval.NEGATIVE_INFINITY ? built.start() : window.start();
                    long end = window.end() == Interval.POSITIVE_INFINITY ? built.end() : window.end();
                    return start < end ? new Interval(start, end) : Interval.EMPTY;
                })
                .toList());
    }
}
