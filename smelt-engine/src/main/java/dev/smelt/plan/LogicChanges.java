package dev.smelt.plan;

import dev.smelt.ledger.ModelState;
import dev.smelt.ledger.PartitionState;
import dev.smelt.lineage.ColumnOrigin;
import dev.smelt.lineage.DefinitionChange;
import dev.smelt.model.Address;
import dev.smelt.model.TableName;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds what changed logic makes stale: the history of the model whose definition is not the one that its table was
 * written by, and below it the history of those models alone that use a column that changed.
 */
public final class LogicChanges {
    private static final IntervalSet EVERYTHING = IntervalSet.of(Interval.ALL);

    private final Landscape landscape;
    private final Predicate<Address> deployed;
    private final Function<Address, IntervalSet> extent;
    private final Function<Address, IntervalSet> marks;
    private final DirtyPropagation propagation;
    private final SortedMap<Address, LogicChange> changes = new TreeMap<>();
    private final SortedMap<Address, IntervalSet> moving = new TreeMap<>();

    private LogicChanges(
            Landscape landscape,
            Predicate<Address> deployed,
            Function<Address, IntervalSet> extent,
            Function<Address, IntervalSet> marks) {
        this.landscape = landscape;
        this.deployed = deployed;
        this.extent = extent;
        this.marks = marks;
        this.propagation = new DirtyPropagation(landscape);
    }

    /** What a run of everything would find. */
    public static SortedMap<Address, LogicChange> of(World world) {
        Landscape landscape = new Landscape(world);
        return of(landscape, model -> true);
    }

    /** @param deployed whether the definition of a model takes effect; that of others stays as recorded */
    static SortedMap<Address, LogicChange> of(Landscape landscape, Predicate<Address> deployed) {
        return new LogicChanges(landscape, deployed, landscape::built, landscape::built).find();
    }

    /**
     * The same while things are written.
     *
     * @param extent the partitions of a model that can be stale
     * @param marks the partitions whose marks of earlier runs still hold
     */
    static SortedMap<Address, LogicChange> of(
            Landscape landscape,
            Predicate<Address> deployed,
            Function<Address, IntervalSet> extent,
            Function<Address, IntervalSet> marks) {
        return new LogicChanges(landscape, deployed, extent, marks).find();
    }

    private SortedMap<Address, LogicChange> find() {
        for (Address model : landscape.order()) {
            LogicChange change = of(model);
            boolean view = landscape.isView(model);
            if (!change.stale().isEmpty()
                    || (view && (change.rows() || !change.columns().isEmpty()))) {
                changes.put(model, change);
            }
        }
        return Collections.unmodifiableSortedMap(changes);
    }

    private LogicChange of(Address model) {
        DefinitionChange own = deployed.test(model) ? own(model) : DefinitionChange.NONE;
        SortedMap<String, SortedSet<String>> inherited = new TreeMap<>();
        landscape.facts(model).lineage().columns().forEach((column, origins) -> {
            SortedSet<String> changed = changed(model, origins);
            if (!changed.isEmpty()) {
                inherited.put(column, changed);
            }
        });
        SortedSet<String> rows = changed(model, landscape.facts(model).lineage().rowSet());
        landscape.referenced(model).stream()
                .filter(upstream -> Optional.ofNullable(changes.get(upstream))
                        .filter(LogicChange::rows)
                        .isPresent())
                .forEach(upstream -> rows.add("the rows of " + upstream));
        SortedSet<Address> upstreams = usedUpstreams(model);
        IntervalSet held = marks.apply(model);
        Optional<String> pending = landscape.partitions(model).stream()
                .filter(partition -> held.overlaps(partition.range()))
                .flatMap(partition -> partition.stale().flatMap(LogicChange::part).stream())
                .findFirst();
        IntervalSet windows = windows(model, own, upstreams);
        LogicChange change = new LogicChange(model, own, inherited, rows, pending, windows.intersection(marked(model)));
        if (!windows.isEmpty()) {
            moving.put(model, windows);
        }
        return change;
    }

    private DefinitionChange own(Address model) {
        return landscape
                .state(model)
                .map(ModelState::deployment)
                .filter(recorded -> recorded.table().equals(landscape.table(model)))
                .map(recorded -> DefinitionChange.between(
                        recorded.definition(),
                        landscape.facts(model).definition(),
                        LogicChange.renames(landscape.model(model))))
                .orElse(DefinitionChange.NONE);
    }

    /** What can be stale at all: what is built; of a view, which is always what it says, everything. */
    private IntervalSet marked(Address model) {
        return landscape.isView(model) ? EVERYTHING : extent.apply(model);
    }

    private IntervalSet windows(Address model, DefinitionChange own, Set<Address> upstreams) {
        if (!own.isEmpty()) {
            return marked(model);
        }
        IntervalSet windows = landscape.isView(model) ? IntervalSet.none() : pending(model);
        SortedMap<Address, IntervalSet> above = new TreeMap<>(moving);
        above.keySet().retainAll(upstreams);
        windows = windows.union(DirtyPropagation.union(propagation.incoming(model, above)));
        if (!windows.isEmpty() && landscape.isFullRefreshTable(model)) {
            return marked(model).isEmpty() ? EVERYTHING : marked(model);
        }
        windows = windows.union(propagation.later(model, windows));
        return landscape.isIncremental(model) ? windows.intersection(marked(model)) : windows;
    }

    private IntervalSet pending(Address model) {
        return IntervalSet.of(landscape.partitions(model).stream()
                        .filter(partition ->
                                partition.stale().flatMap(LogicChange::part).isPresent())
                        .map(PartitionState::range)
                        .toList())
                .intersection(marks.apply(model));
    }

    private SortedSet<String> changed(Address model, Set<ColumnOrigin> origins) {
        SortedSet<String> changed = new TreeSet<>();
        for (ColumnOrigin origin : origins) {
            changeOf(model, origin.table()).ifPresent(above -> {
                boolean any = origin.column().equals(ColumnOrigin.ANY);
                if (any ? !above.columns().isEmpty() : above.columns().contains(origin.column())) {
                    changed.add(above.model() + (any ? "" : "." + origin.column()));
                }
            });
        }
        return changed;
    }

    private Optional<LogicChange> changeOf(Address model, TableName table) {
        return changes.values().stream()
                .filter(change -> !change.model().equals(model))
                .filter(change -> landscape.table(change.model()).equals(table))
                .findFirst();
    }

    /** Those upstreams whose change reaches the model: by a column that it uses, or by their rows. */
    private SortedSet<Address> usedUpstreams(Address model) {
        SortedSet<Address> upstreams = new TreeSet<>();
        for (Address upstream : landscape.referenced(model)) {
            LogicChange above = changes.get(upstream);
            if (above != null && (above.rows() || usesColumn(landscape, model, above))) {
                upstreams.add(upstream);
            }
        }
        return upstreams;
    }

    /**
     * Whether a change above matters to what is now written of a model: by a column that it uses, by the rows, or, where
     * an earlier run marked it and the columns are no longer known, always.
     */
    static boolean reaches(Landscape landscape, Address model, LogicChange above) {
        return above.rows() || above.pending().isPresent() || usesColumn(landscape, model, above);
    }

    /** Whether a model may use a column that changed above it; one that has itself another text now may have used any. */
    static boolean mayUse(Landscape landscape, Address model, LogicChange above) {
        return !isAsDeployed(landscape, model) || usesColumn(landscape, model, above);
    }

    /** Whether a model means what it meant when its table was written, as far as there is one. */
    static boolean isAsDeployed(Landscape landscape, Address model) {
        return landscape
                .state(model)
                .filter(state -> !state.deployment()
                        .definition()
                        .means(landscape.facts(model).definition()))
                .isEmpty();
    }

    private static boolean usesColumn(Landscape landscape, Address model, LogicChange above) {
        TableName table = landscape.table(above.model());
        return Stream.concat(
                        landscape.facts(model).lineage().columns().values().stream()
                                .flatMap(Set::stream),
                        landscape.facts(model).lineage().rowSet().stream())
                .filter(origin -> origin.table().equals(table))
                .anyMatch(origin -> (origin.column().equals(ColumnOrigin.ANY)
                                && !above.columns().isEmpty())
                        || above.columns().contains(origin.column()));
    }
}
