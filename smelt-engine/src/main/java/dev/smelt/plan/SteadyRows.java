package dev.smelt.plan;

import dev.smelt.ledger.ModelState;
import dev.smelt.ledger.PartitionState;
import dev.smelt.model.Address;
import dev.smelt.model.ColumnDeclaration;
import dev.smelt.model.Model;
import dev.smelt.model.SafetyOverride;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where a repair of changed logic gives rows other values of the columns that changed, and nothing else: partitions that
 * are, but for these columns, what a rebuild gives. Whoever does not use the columns feels nothing of it.
 *
 * <p>Models are told of in their order, each with what is written of it, since what moves the rows of one can move those of
 * the models below.
 */
final class SteadyRows {
    private final Landscape landscape;
    private final Map<Address, LogicChange> logic;
    private final DirtyPropagation propagation;
    private final SortedMap<Address, IntervalSet> landed;
    private final SortedMap<Address, IntervalSet> moving;
    private final SortedMap<Address, IntervalSet> steady = new TreeMap<>();

    /**
     * @param logic what changed logic means, by model; empty where history is not repaired
     * @param landed what changed outside the plan, by source and model
     */
    SteadyRows(Landscape landscape, Map<Address, LogicChange> logic, Map<Address, IntervalSet> landed) {
        this.landscape = landscape;
        this.logic = logic;
        this.propagation = new DirtyPropagation(landscape);
        this.landed = new TreeMap<>(landed);
        this.moving = new TreeMap<>(landed);
    }

    /** That of a plan that repairs no logic: all rows that are written may move. */
    static SteadyRows none(Landscape landscape) {
        return new SteadyRows(landscape, Map.of(), Map.of());
    }

    /** Of everything that a plan writes. */
    static SteadyRows of(
            Landscape landscape,
            Map<Address, LogicChange> logic,
            Map<Address, IntervalSet> landed,
            Map<Address, Work> works) {
        SteadyRows rows = new SteadyRows(landscape, logic, landed);
        for (Address model : landscape.order()) {
            Work work = works.get(model);
            if (work instanceof Work.Whole && landscape.isIncremental(model)) {
                rows.move(model, IntervalSet.of(Interval.ALL));
            } else {
                rows.add(model, work instanceof Work.Rewrite rewrite ? rewrite.windows() : IntervalSet.none());
            }
        }
        return rows;
    }

    /** Learns of the next model in order, and of the windows of it that are written. */
    void add(Address model, IntervalSet written) {
        IntervalSet reached = reached(model);
        IntervalSet still = still(model).minus(reached);
        if (!still.isEmpty()) {
            steady.put(model, still);
        }
        move(model, reached.union(repeats(model) ? written.minus(still) : written));
    }

    /** The partitions of a model in which rows stay, and only columns whose logic changed get other values. */
    IntervalSet of(Address model) {
        return steady.getOrDefault(model, IntervalSet.none());
    }

    /** What a model feels of the windows that change above it. */
    IntervalSet felt(Address reader, Address upstream, IntervalSet windows) {
        LogicChange change = logic.get(upstream);
        boolean blind =
                change == null || change.rows() || LogicChanges.mayUse(landscape, reader, change) || windows.isEmpty();
        return blind ? windows : windows.intersection(moving.getOrDefault(upstream, IntervalSet.none()));
    }

    private void move(Address model, IntervalSet windows) {
        if (!windows.isEmpty()) {
            moving.merge(model, windows, IntervalSet::union);
        }
    }

    /** Where rows of the model come out otherwise because rows above do, or because that was announced. */
    private IntervalSet reached(Address model) {
        IntervalSet reached = DirtyPropagation.union(propagation.incoming(model, moving))
                .union(landed.getOrDefault(model, IntervalSet.none()));
        return reached.union(propagation.later(model, reached));
    }

    /**
     * The stale partitions that the ledger knows nothing else against: complete, stale for nothing that an earlier run
     * found, and written by the very definition that it recorded last.
     */
    private IntervalSet still(Address model) {
        LogicChange change = logic.get(model);
        if (change == null || !keepsItsRows(change) || SchemaGate.isRebuilt(landscape, model)) {
            return IntervalSet.none();
        }
        String recorded = landscape
                .state(model)
                .map(ModelState::deployment)
                .map(deployment -> deployment.definition().fingerprint())
                .orElse("");
        return IntervalSet.of(landscape.partitions(model).stream()
                        .filter(partition -> partition.complete() && !partition.isStale())
                        .filter(partition -> partition.definition().equals(recorded))
                        .map(PartitionState::range)
                        .toList())
                .intersection(change.stale());
    }

    /** Whether rows that are built again from the same inputs are the same: nothing in them is as it was at that moment. */
    private boolean repeats(Address model) {
        Model declared = landscape.model(model);
        return !declared.overrides().contains(SafetyOverride.ALLOW_NONDETERMINISTIC)
                && declared.columns().values().stream().noneMatch(ColumnDeclaration::plausible)
                && propagation.keptAsBuilt(model).isEmpty();
    }

    private boolean keepsItsRows(LogicChange change) {
        return !change.rows()
                && !landscape.isSelfReferential(change.model())
                && !change.movesPartitions(landscape.clock(change.model()));
    }
}
