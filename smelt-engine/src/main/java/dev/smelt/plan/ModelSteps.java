package dev.smelt.plan;

import dev.smelt.ledger.LedgerChange;
import dev.smelt.model.Address;
import dev.smelt.model.Model;
import dev.smelt.model.Timeseries;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** The steps that do the work of one model, its migration left aside. */
final class ModelSteps {
    private final Landscape landscape;
    private final PlanRequest.Options options;
    private final SortedMap<Address, IntervalSet> changed;
    private final ExpectedPartitions expected;
    private final Horizon horizon;
    private final StaleMarks marks;
    private final DirtyPropagation.Spread spread;

    ModelSteps(
            Landscape landscape, PlanRequest.Options options, Workload work, SortedMap<Address, IntervalSet> changed) {
        this.landscape = landscape;
        this.options = options;
        this.changed = changed;
        this.expected = new ExpectedPartitions(landscape, work.works()::containsKey);
        this.horizon = new Horizon(landscape, expected, model -> written(work, model));
        this.marks = new StaleMarks(landscape);
        this.spread = new DirtyPropagation(landscape).spread(changed);
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
        Granularity granularity = landscape.granularity(model);
        List<Interval> windows = work.pieces().isEmpty()
                ? Chunking.chunks(
                        work.windows(),
                        granularity,
                        Chunking.granules(landscape, model, work.windows(), options.chunkSize()))
                : work.pieces();
        ChunkStatements statements = new ChunkStatements(landscape, model);
        ChunkChecks checks = new ChunkChecks(landscape, model, statements);
        long until = horizon.of(model);
        boolean redeployed = missing || Deployments.isCurrent(landscape, model);
        for (int i = 0; i < windows.size(); i++) {
            Interval window = windows.get(i);
            List<LedgerChange> ledger = new ArrayList<>();
            ledger.add(built(model, window, until));
            if (i == 0 && !redeployed) {
                ledger.add(Deployments.current(landscape, model));
            }
            ledger.addAll(marks.of(Map.of(model, IntervalSet.of(window)), rewritten(model, window)));
            steps.add(new Step.Chunk(
                    model,
                    landscape.table(model),
                    i + 1,
                    windows.size(),
                    window,
                    granularity,
                    statements.delete(window),
                    statements.insert(window),
                    statements.reads(window),
                    checks.of(window),
                    List.copyOf(ledger),
                    work.reason()));
        }
        if (!windows.isEmpty()) {
            new LeftOut(landscape, statements)
                    .count(model, work.windows(), work.reason())
                    .ifPresent(steps::add);
        }
        return steps;
    }

    /** A full rebuild of an incremental model: exactly the partitions that are recorded with it. */
    private Step rebuilt(Address model, Work.Whole work) {
        Interval window = wholeWindow(landscape, expected, model);
        ModelFacts facts = landscape.facts(model);
        List<LedgerChange> ledger = new ArrayList<>();
        ledger.add(new LedgerChange.Forgotten(model));
        if (!window.isEmpty()) {
            ledger.add(built(model, window, horizon.of(model)));
        }
        ledger.add(Deployments.current(landscape, model));
        ledger.addAll(marks.of(Map.of(model, IntervalSet.of(Interval.ALL)), model + " was rebuilt whole"));
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
        IntervalSet moved = spread.dirty(model).union(changed.getOrDefault(model, IntervalSet.none()));
        if (!moved.isEmpty()) {
            ledger.addAll(marks.of(Map.of(model, moved), model + " was rebuilt from changed inputs"));
        }
        return shown(model, Step.How.TABLE, ledger, work.reason());
    }

    private Step shown(Address model, Step.How how, List<LedgerChange> ledger, String reason) {
        return materialize(model, TypedSelect.of(landscape.facts(model)), how, ledger, reason);
    }

    private Step materialize(Address model, String select, Step.How how, List<LedgerChange> ledger, String reason) {
        Model declared = landscape.model(model);
        Optional<String> partition =
                declared.isTable() ? declared.timeseries().map(Timeseries::partitionColumn) : Optional.empty();
        return new Step.Materialize(model, declared.table(), select, how, partition, List.copyOf(ledger), reason);
    }

    private LedgerChange built(Address model, Interval window, long until) {
        Timeseries clock = landscape.clock(model).orElseThrow();
        return new LedgerChange.Built(
                model,
                landscape.table(model),
                clock.partitionColumn(),
                clock.granularity(),
                window,
                horizon.complete(model, window, until),
                landscape.facts(model).definition().fingerprint(),
                until);
    }

    private boolean isViewDue(Address model) {
        return landscape.isView(model) && (!landscape.exists(model) || !Deployments.isCurrent(landscape, model));
    }

    private String rewritten(Address model, Interval window) {
        return model + " " + landscape.granularity(model).format(window) + " was rewritten";
    }

    private IntervalSet written(Workload work, Address model) {
        return work.works().get(model) instanceof Work.Whole
                ? IntervalSet.of(wholeWindow(landscape, expected, model))
                : work.rewrites(model);
    }

    private static Interval wholeWindow(Landscape landscape, ExpectedPartitions expected, Address model) {
        return landscape.fromStart(model, expected.extent(model));
    }
}
