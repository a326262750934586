package dev.smelt.plan;

import dev.smelt.ledger.LedgerChange;
import dev.smelt.model.Address;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Where the work of a plan ends early. The steps of the plan are an upper bound: what may have to be done after what
 * landed. As a run goes on it learns which partitions really came out otherwise, and this tells what of a later step
 * remains then. Pure: it decides from the plan's own snapshot and from what it is told.
 *
 * <p>A partition of a later step remains where it is certain (missing, stale before this plan, reopened, of changed
 * logic), or where what it reads touches something that changed. For a model that reads itself that is its own earlier
 * partitions too, so that it stops once they come out as they were for as long as it looks back.
 */
public final class Cutoff {
    private final Landscape landscape;
    private final DirtyPropagation propagation;
    private final StaleMarks marks;
    private final SortedMap<Address, IntervalSet> certain;
    private final SortedMap<Address, IntervalSet> landed;
    private final ModelSteps steps;
    private final Function<Address, ChunkSteps> chunks;

    /**
     * @param propagation by which changes spread
     * @param certain by model, the partitions that are rewritten whatever comes out above them
     * @param landed what is known to have changed before the first step
     */
    Cutoff(
            Landscape landscape,
            DirtyPropagation propagation,
            ModelSteps steps,
            SortedMap<Address, IntervalSet> certain,
            SortedMap<Address, IntervalSet> landed) {
        this.landscape = landscape;
        this.propagation = propagation;
        this.marks = new StaleMarks(landscape, propagation);
        this.certain = Collections.unmodifiableSortedMap(new TreeMap<>(certain));
        this.landed = Collections.unmodifiableSortedMap(new TreeMap<>(landed));
        this.steps = steps;
        this.chunks = steps::chunks;
    }

    /** What is known to have changed before the first step: by source or model, the windows that landed. */
    public SortedMap<Address, IntervalSet> landed() {
        return landed;
    }

    /**
     * What remains of a step that makes a table or rewrites partitions; a chunk may come back with a smaller window.
     *
     * @param changed by source or model, what is known to have changed so far
     * @return empty where nothing of it remains
     */
    public Optional<Step> remaining(Step step, Map<Address, IntervalSet> changed) {
        if (step instanceof Step.Chunk chunk) {
            return narrowed(
                    chunk,
                    due(chunk.model(), changed).intersection(chunk.window()).hull());
        }
        boolean whole = step instanceof Step.Materialize made
                && made.how() == Step.How.TABLE
                && !landscape.isIncremental(step.model());
        return whole && due(step.model(), changed).isEmpty() ? Optional.empty() : Optional.of(step);
    }

    /** What the ledger is told of a step of which nothing remains: its partitions are true as they are. */
    public List<LedgerChange> confirmed(Step step) {
        List<LedgerChange> told = new ArrayList<>();
        if (step instanceof Step.Chunk chunk) {
            told.add(new LedgerChange.Confirmed(chunk.model(), IntervalSet.of(chunk.window())));
            told.addAll(besides(chunk));
        } else {
            told.add(new LedgerChange.Confirmed(step.model(), IntervalSet.of(Interval.ALL)));
        }
        return told;
    }

    /** The marks for partitions that came out otherwise in a step that compares. */
    public List<LedgerChange> marks(Step step, IntervalSet changed) {
        if (changed.isEmpty()) {
            return List.of();
        }
        String reason = step instanceof Step.Chunk
                ? ChunkSteps.rewritten(landscape, step.model(), changed.hull())
                : ModelSteps.rebuilt(step.model());
        return marks.of(Map.of(step.model(), changed), reason);
    }

    /** What counts as changed by a step that compares nothing. */
    public IntervalSet changedBy(Step step) {
        if (step instanceof Step.Chunk chunk) {
            return IntervalSet.of(chunk.window());
        }
        if (step instanceof Step.Materialize made && made.how() == Step.How.TABLE) {
            return landscape.isIncremental(step.model()) ? IntervalSet.of(Interval.ALL) : steps.moved(step.model());
        }
        return IntervalSet.none();
    }

    private Optional<Step> narrowed(Step.Chunk chunk, Interval window) {
        if (window.isEmpty()) {
            return Optional.empty();
        }
        Interval due = chunk.granularity().outward(window);
        if (due.equals(chunk.window()) || chunk.update().isPresent()) {
            return Optional.of(chunk);
        }
        List<LedgerChange> more = new ArrayList<>(besides(chunk));
        more.add(new LedgerChange.Confirmed(
                chunk.model(), IntervalSet.of(chunk.window()).minus(IntervalSet.of(due))));
        return Optional.of(chunks.apply(chunk.model())
                .comparing(due, new ChunkSteps.Place(chunk.number(), chunk.count(), more, chunk.reason())));
    }

    /** What a chunk tells the ledger besides of its window and of what it makes stale. */
    private static List<LedgerChange> besides(Step.Chunk chunk) {
        return chunk.ledger().stream()
                .filter(change -> change instanceof LedgerChange.Deployed
                        || (change instanceof LedgerChange.Stale
                                && change.model().equals(chunk.model())))
                .toList();
    }

    private IntervalSet due(Address model, Map<Address, IntervalSet> changed) {
        SortedMap<Address, IntervalSet> moving = throughViews(changed);
        IntervalSet due = certain.getOrDefault(model, IntervalSet.none())
                .union(DirtyPropagation.union(propagation.incoming(model, moving)));
        for (ReferenceRelation self : landscape.selfReferences(model)) {
            for (Interval window :
                    moving.getOrDefault(model, IntervalSet.none()).intervals()) {
                due = due.plus(self.read().orElseThrow().inverse(window));
            }
        }
        return due;
    }

    /** A view changes with what it reads, and no step says so. */
    private SortedMap<Address, IntervalSet> throughViews(Map<Address, IntervalSet> changed) {
        SortedMap<Address, IntervalSet> moving = new TreeMap<>(changed);
        for (Address view : landscape.order()) {
            if (landscape.isView(view)) {
                moving.merge(view, DirtyPropagation.union(propagation.incoming(view, moving)), IntervalSet::union);
            }
        }
        return moving;
    }
}
