package dev.smelt.plan;

import dev.smelt.ledger.LedgerChange;
import dev.smelt.model.Address;
import dev.smelt.model.Model;
import dev.smelt.model.Timeseries;
import dev.smelt.schema.SchemaDifference;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The steps that do the work of one model, its migration left aside. */
final class ModelSteps {
    private final Landscape landscape;
    private final PlanRequest.Options options;
    private final boolean narrowed;
    private final Map<Address, ChunkSteps> chunks = new TreeMap<>();
    private final SortedMap<Address, IntervalSet> changed;
    private final ExpectedPartitions expected;
    private final Horizon horizon;
    private final StaleMarks marks;
    private final DirtyPropagation.Spread spread;
    private final RetentionGuard guard;

    ModelSteps(
            Landscape landscape,
            PlanRequest.Options options,
            Workload work,
            ExpectedPartitions expected,
            SortedMap<Address, IntervalSet> changed,
            DirtyPropagation propagation) {
        this.landscape = landscape;
        this.options = options;
        this.narrowed = work.certain().isPresent();
        this.changed = changed;
        this.expected = expected;
        this.horizon = new Horizon(landscape, expected, model -> written(work, model));
        this.marks = new StaleMarks(landscape, propagation);
        this.spread = propagation.spread(changed);
        this.guard = new RetentionGuard(landscape, work);
    }

    List<Step> of(Address model, Work work) {
        if (work instanceof Work.Rewrite rewrite) {
            return rewrite(model, rewrite);
        }
        if (work instanceof Work.Whole whole) {
            return List.of(landscape.isIncremental(model) ? rebuilt(model, whole) : whole(model, whole));
        }
        if (isViewDue(model)) {
            return List.of(shown(model, Step.How.VIEW, List.of(Deployments.current(landscape, model)), work.reason()));
        }
        return work instanceof Work.Shown
                ? List.of(shown(model, Step.How.SHOWN_ONLY, List.of(), work.reason()))
                : List.of();
    }

    /** Whoever lets history go wants it gone from all that was built from it. */
    private long lostBefore(Address model) {
        return options.allowFullRefresh() ? Interval.NEGATIVE_INFINITY : guard.lostBefore(model);
    }

    private List<Step> rewrite(Address model, Work.Rewrite work) {
        List<Step> steps = new ArrayList<>();
        boolean missing = !landscape.exists(model);
        if (missing || !work.windows().isEmpty()) {
            List<LedgerChange> ledger = missing
                    ? List.of(new LedgerChange.Forgotten(model), Deployments.current(landscape, model))
                    : List.of();
            String select =
                    missing ? TypedSelect.beforeItself(landscape.facts(model)) : TypedSelect.of(landscape.facts(model));
            steps.add(materialize(model, select, Step.How.EMPTY_TABLE_IF_MISSING, ledger, work.reason()));
        }
        List<Interval> windows = work.pieces().isEmpty() ? pieces(model, work) : work.pieces();
        ChunkSteps chunks = chunks(model);
        boolean redeployed = missing || Deployments.isCurrent(landscape, model);
        for (int i = 0; i < windows.size(); i++) {
            List<LedgerChange> more =
                    i == 0 && !redeployed ? List.of(Deployments.current(landscape, model)) : List.of();
            ChunkSteps.Place place = new ChunkSteps.Place(i + 1, windows.size(), more, work.reason());
            steps.add(chunk(chunks, work, windows.get(i), place));
        }
        if (!work.recomputed().isEmpty()) {
            chunks.count(work.recomputed(), work.reason()).ifPresent(steps::add);
        }
        return steps;
    }

    /** The windows cut into chunks, in order; what stays in place is cut apart, since it reads nothing around it. */
    private List<Interval> pieces(Address model, Work.Rewrite work) {
        Granularity granularity = landscape.granularity(model);
        IntervalSet recomputed = work.recomputed();
        IntervalSet staying = work.windows().intersection(work.inPlace().windows());
        List<Interval> pieces = new ArrayList<>(Chunking.chunks(
                recomputed, granularity, Chunking.granules(landscape, model, recomputed, options.chunkSize())));
        pieces.addAll(Chunking.chunks(
                staying,
                granularity,
                options.chunkSize()
                        .map(Integer::longValue)
                        .orElseGet(() -> Chunking.granules(List.of(), granularity, staying))));
        pieces.sort(Comparator.comparingLong(Interval::start));
        return pieces;
    }

    private Step.Chunk chunk(ChunkSteps chunks, Work.Rewrite work, Interval window, ChunkSteps.Place place) {
        if (work.inPlace().windows().contains(window)) {
            return chunks.updating(window, work.inPlace().values(), place);
        }
        return narrowed ? chunks.comparing(window, place) : chunks.rewriting(window, place);
    }

    /** What makes the chunks of an incremental model. */
    ChunkSteps chunks(Address model) {
        return chunks.computeIfAbsent(model, each -> new ChunkSteps(landscape, each, horizon, marks));
    }

    /** Where a model that is rebuilt whole changes, as far as that is known beforehand. */
    IntervalSet moved(Address model) {
        return spread.dirty(model).union(changed.getOrDefault(model, IntervalSet.none()));
    }

    /** A full rebuild of an incremental model: exactly the partitions that are recorded with it. */
    private Step rebuilt(Address model, Work.Whole work) {
        Interval window = expected.whole(model);
        ModelFacts facts = landscape.facts(model);
        List<LedgerChange> ledger = new ArrayList<>();
        ledger.add(new LedgerChange.Forgotten(model));
        if (!window.isEmpty()) {
            ledger.add(ChunkSteps.built(landscape, horizon, model, window));
        }
        ledger.add(Deployments.current(landscape, model));
        ledger.addAll(marks.of(Map.of(model, changed.get(model)), model + " was rebuilt whole"));
        String select = window.isEmpty()
                ? TypedSelect.of(facts)
                : TypedSelect.within(
                        facts,
                        ClockColumn.partition(landscape, model).within(window).orElseThrow());
        return materialize(model, select, Step.How.TABLE, ledger, work.reason());
    }

    private Step whole(Address model, Work.Whole work) {
        List<LedgerChange> ledger = new ArrayList<>();
        ledger.add(new LedgerChange.Forgotten(model));
        ledger.add(new LedgerChange.BuiltWhole(
                model,
                landscape.table(model),
                landscape.facts(model).definition().fingerprint(),
                landscape.world().asOf()));
        ledger.add(Deployments.current(landscape, model));
        if (narrowed && isComparable(model)) {
            return shown(model, Step.How.TABLE, ledger, work.reason())
                    .comparing(new Step.Prints(landscape.clock(model), lostBefore(model)));
        }
        IntervalSet moved = moved(model);
        if (!moved.isEmpty()) {
            ledger.addAll(marks.of(Map.of(model, moved), rebuilt(model)));
        }
        return shown(model, Step.How.TABLE, ledger, work.reason());
    }

    /** Whether its table, as it stands, is what the model made: then a difference is one of data. */
    private boolean isComparable(Address model) {
        return !landscape.built(model).isEmpty() && Deployments.isCurrent(landscape, model);
    }

    static String rebuilt(Address model) {
        return model + " was rebuilt from changed inputs";
    }

    private Step.Materialize shown(Address model, Step.How how, List<LedgerChange> ledger, String reason) {
        return materialize(model, TypedSelect.of(landscape.facts(model)), how, ledger, reason);
    }

    private Step.Materialize materialize(
            Address model, String select, Step.How how, List<LedgerChange> ledger, String reason) {
        Model declared = landscape.model(model);
        Optional<String> partition =
                declared.isTable() ? declared.timeseries().map(Timeseries::partitionColumn) : Optional.empty();
        return new Step.Materialize(model, declared.table(), select, how, partition, List.copyOf(ledger), reason);
    }

    private boolean isViewDue(Address model) {
        return landscape.isView(model)
                && (!landscape.exists(model)
                        || !Deployments.isCurrent(landscape, model)
                        || landscape.facts(model).difference().state() == SchemaDifference.State.CHANGED);
    }

    private IntervalSet written(Workload work, Address model) {
        return work.works().get(model) instanceof Work.Whole
                ? IntervalSet.of(expected.whole(model))
                : work.rewrites(model);
    }
}
