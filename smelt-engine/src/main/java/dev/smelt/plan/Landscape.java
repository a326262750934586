package dev.smelt.plan;

import dev.smelt.ledger.ModelState;
import dev.smelt.ledger.PartitionState;
import dev.smelt.model.Address;
import dev.smelt.model.Granules;
import dev.smelt.model.Materialization;
import dev.smelt.model.Model;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import dev.smelt.relation.Derivation;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.sql.Reference;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The world as planning asks about it: models in order, who reads whom through which window, what is built. */
final class Landscape {
    private final World world;
    private final List<Address> order;
    private final Map<Address, SortedSet<Address>> ancestors = new TreeMap<>();
    private final Map<Address, IntervalSet> built = new TreeMap<>();

    Landscape(World world) {
        this.world = world;
        this.order = world.graph().order().stream()
                .filter(world.facts()::containsKey)
                .filter(each -> model(each).materialization() != Materialization.EPHEMERAL)
                .toList();
    }

    World world() {
        return world;
    }

    /** Every model that has a table or view, upstreams first, else by name. */
    List<Address> order() {
        return order;
    }

    boolean isModel(Address address) {
        return world.facts().containsKey(address);
    }

    ModelFacts facts(Address model) {
        return world.facts().get(model);
    }

    Model model(Address model) {
        return facts(model).model();
    }

    boolean isIncremental(Address address) {
        return isModel(address) && model(address).isIncremental();
    }

    /** Whether it is a model that is rebuilt whole into a table. */
    boolean isFullRefreshTable(Address address) {
        return isModel(address) && model(address).isTable() && !model(address).isIncremental();
    }

    boolean isView(Address address) {
        return isModel(address) && model(address).materialization() == Materialization.VIEW;
    }

    Optional<Timeseries> clock(Address address) {
        return world.project().timeseries(address);
    }

    /** The granularity of a clocked relation; days stand in where there is no clock and nothing is counted. */
    Granularity granularity(Address address) {
        return clock(address).map(Timeseries::granularity).orElse(Granularity.DAY);
    }

    TableName table(Address address) {
        return world.project().table(address).orElseThrow();
    }

    boolean exists(Address address) {
        return world.catalogue().relation(table(address)).isPresent();
    }

    /** The relations of a model's references; empty where nothing could be derived, so that any window may matter. */
    Optional<List<ReferenceRelation>> relations(Address model) {
        return facts(model).derivation().filter(each -> !each.isRefused()).map(Derivation::relations);
    }

    List<ReferenceRelation> drivers(Address model) {
        return driving(relations(model).orElse(List.of()));
    }

    /**
     * The references that a model's partitions come from, also where its windows were refused: a table that is made whole
     * has partitions all the same. Only for where rows are to be looked for, never for what may be left alone.
     */
    List<ReferenceRelation> presumedDrivers(Address model) {
        return driving(facts(model).derivation().map(Derivation::relations).orElse(List.of()));
    }

    private static List<ReferenceRelation> driving(List<ReferenceRelation> relations) {
        return relations.stream()
                .filter(relation -> relation.driver() && !relation.self() && !relation.isLookup())
                .toList();
    }

    List<ReferenceRelation> selfReferences(Address model) {
        return relations(model).orElse(List.of()).stream()
                .filter(relation -> relation.self() && !relation.isLookup())
                .toList();
    }

    boolean isSelfReferential(Address model) {
        return !selfReferences(model).isEmpty();
    }

    /** Whether its partitions are built one at a time, oldest first. */
    boolean isOrdered(Address model) {
        return facts(model).derivation().map(Derivation::ordered).orElse(false)
                || isSelfReferential(model)
                || relations(model).orElse(List.of()).stream()
                        .anyMatch(relation -> relation.read()
                                .map(read -> !read.boundedBelow())
                                .orElse(false));
    }

    /** The relations that a model's expanded text reads, itself left out. */
    SortedSet<Address> referenced(Address model) {
        SortedSet<Address> reads = new TreeSet<>();
        if (isModel(model)) {
            facts(model).sql().references().stream().map(Reference::target).forEach(reads::add);
        }
        reads.remove(model);
        return reads;
    }

    /** Everything above a model, sources and seeds too. */
    SortedSet<Address> ancestors(Address model) {
        return ancestors.computeIfAbsent(model, world.graph()::ancestors);
    }

    /** What the ledger knows about a model whose table is still there. */
    Optional<ModelState> state(Address model) {
        return exists(model) ? world.ledger().model(model) : Optional.empty();
    }

    IntervalSet built(Address model) {
        return built.computeIfAbsent(
                model, each -> state(each).map(ModelState::built).orElse(IntervalSet.none()));
    }

    IntervalSet stale(Address model) {
        return state(model).map(ModelState::stale).orElse(IntervalSet.none());
    }

    List<PartitionState> partitions(Address model) {
        return state(model).map(ModelState::partitions).orElse(List.of());
    }

    /** Where rows of a source, seed or full-refresh model lie; empty where nobody could look. */
    Optional<Granules> granules(Address address) {
        return Optional.ofNullable(world.granules().get(address));
    }

    /** The part of a window that a model may build: from its declared start on. */
    Interval fromStart(Address model, Interval window) {
        Granularity granularity = granularity(model);
        return model(model)
                .start()
                .map(granularity::floor)
                .flatMap(start -> window.intersection(new Interval(start, Interval.POSITIVE_INFINITY)))
                .orElse(model(model).start().isPresent() ? Interval.EMPTY : window);
    }

    IntervalSet fromStart(Address model, IntervalSet windows) {
        return IntervalSet.of(
                windows.intervals().stream().map(each -> fromStart(model, each)).toList());
    }
}
