package dev.smelt.plan;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Diagnostic.Severity;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.ledger.LedgerChange;
import dev.smelt.model.Address;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Makes a plan of a workload: refusals first, then steps with statements and ledger changes, in their order. */
final class PlanAssembly {
    private static final String REPAIR = "mvn smelt:run -Dsmelt.auto";

    private final Landscape landscape;
    private final PlanRequest.Options options;
    private final Detection detection;
    private final List<Diagnostic> notices = new ArrayList<>();
    private final List<Diagnostic> closing = new ArrayList<>();
    private final List<Diagnostic> refusals = new ArrayList<>();

    PlanAssembly(Landscape landscape, PlanRequest.Options options) {
        this.landscape = landscape;
        this.options = options;
        this.detection = new Detection(landscape);
    }

    Plan assemble(Workload asked) {
        notices.addAll(asked.notices());
        closing.addAll(asked.closing());
        asked.works().keySet().forEach(this::refuse);
        if (!refusals.isEmpty()) {
            throw SmeltException.project(refusals);
        }
        LogicRepair logic = new LogicRepair(landscape, options, asked);
        SchemaGate.Passed passed = SchemaGate.pass(landscape, options, logic.works());
        notices.addAll(passed.notices());
        refusals.addAll(passed.refusals());
        Workload gated = asked.with(passed.works());
        SteadyRows steady = logic.steady(landed(gated), gated.works());
        DirtyPropagation propagation = new DirtyPropagation(landscape, steady);
        Workload work = guarded(logic.inPlace(gated, steady));
        notices.addAll(logic.notices());
        if (!refusals.isEmpty()) {
            throw SmeltException.project(refusals);
        }
        refusals.addAll(logic.refusals(work));
        if (!refusals.isEmpty()) {
            throw SmeltException.project(refusals);
        }
        closing.addAll(logic.warnings(work));
        ExpectedPartitions expected = new ExpectedPartitions(landscape, work.works()::containsKey);
        SortedMap<Address, IntervalSet> changed = changed(work, expected);
        ModelSteps modelSteps = new ModelSteps(landscape, options, work, expected, changed, propagation);
        List<Step> steps = new ArrayList<>();
        steps.addAll(StepOrder.order(landscape, logic.stillStale(work, steps(work, passed.migrations(), modelSteps))));
        logic.marks(work).ifPresent(mark -> steps.add(0, mark));
        Optional<Cutoff> cutoff = work.certain()
                .map(named -> new Certainty(landscape).of(work, named, steps))
                .map(certain -> new Cutoff(landscape, propagation, modelSteps, certain, landed(work)));
        boolean idle = steps.isEmpty();
        marks(work, steps).ifPresent(mark -> steps.add(0, mark));
        if (idle && notices.stream().noneMatch(each -> each.code().equals("SMELT-P004"))) {
            notices.add(notice("SMELT-P004", "There is nothing to do: everything that was asked for is up to date."));
        }
        warnOfStale(work, logic, new StaleMarks(landscape, propagation).built(changed));
        UnfilledHistory unfilled = new UnfilledHistory(landscape, work);
        steps.stream()
                .filter(step -> step.equals(passed.migrations().get(step.model())))
                .flatMap(migration -> unfilled.of(migration.model()).stream())
                .forEach(closing::add);
        Plan plan = new Plan(steps, notices, closing, work.dirtySet(), cutoff);
        PlanSanity.check(landscape, work, plan);
        return plan;
    }

    private void refuse(Address model) {
        ModelFacts facts = landscape.facts(model);
        refusals.addAll(facts.model().refusals());
        if (!landscape.isIncremental(model)) {
            return;
        }
        facts.derivation().ifPresent(derivation -> refusals.addAll(derivation.refusals()));
        if (facts.derivation().isEmpty()) {
            refusals.add(Diagnostic.error(
                    "SMELT-P021",
                    facts.model().place(),
                    model + " is incremental, but no windows could be derived for it.",
                    "Run mvn smelt:validate for the reason, or build it with refresh: full."));
        }
    }

    /** Keeps history that the inputs no longer hold. */
    private Workload guarded(Workload work) {
        if (options.allowFullRefresh()) {
            return work;
        }
        RetentionGuard guard = new RetentionGuard(landscape, work);
        SortedMap<Address, Work> kept = new TreeMap<>(work.works());
        work.works().forEach((model, each) -> {
            if (!landscape.isIncremental(model)) {
                return;
            }
            boolean whole = each instanceof Work.Whole;
            IntervalSet windows = whole ? IntervalSet.of(Interval.ALL) : recomputed(each);
            IntervalSet erased = windows.intervals().stream()
                    .map(window -> guard.erased(model, window))
                    .reduce(IntervalSet.none(), IntervalSet::union);
            if (erased.isEmpty()) {
                return;
            }
            String partitions = StaleMarks.text(erased, landscape.granularity(model));
            if (whole || work.guard() == RetentionGuard.Rule.REFUSE) {
                refusals.add(Diagnostic.error(
                        "SMELT-P018",
                        landscape.model(model).place(),
                        model + " holds rows in " + partitions
                                + " that can no longer be computed: its inputs hold no rows for them. Rebuilding would"
                                + " erase them.",
                        "Leave them out of the window, load the inputs again, or say -Dsmelt.allowFullRefresh=true"
                                + " to let them go."));
            } else {
                kept.put(model, ((Work.Rewrite) each).without(erased));
                closing.add(warning(
                        "SMELT-P019",
                        partitions + " of " + model + " was left as it is: its inputs no longer hold rows for it.",
                        "Load the inputs again, or say -Dsmelt.allowFullRefresh=true to let these rows go."));
            }
        });
        return work.with(kept);
    }

    /** What is updated in place needs nothing of the inputs. */
    private static IntervalSet recomputed(Work work) {
        return work instanceof Work.Rewrite rewrite ? rewrite.recomputed() : IntervalSet.none();
    }

    /** What changes, by source and model: what landed, and what the plan writes. */
    private SortedMap<Address, IntervalSet> changed(Workload work, ExpectedPartitions expected) {
        SortedMap<Address, IntervalSet> changed = landed(work);
        work.works().forEach((model, each) -> {
            if (landscape.isIncremental(model)) {
                IntervalSet windows =
                        each instanceof Work.Whole ? expected.changedByRebuild(model) : work.rewrites(model);
                changed.merge(model, windows, IntervalSet::union);
            }
        });
        changed.values().removeIf(IntervalSet::isEmpty);
        return changed;
    }

    /**
     * What landed data made stale is recorded before anything runs, so that a run that dies leaves a true ledger; and
     * what was seen of the sources together with it, so that no change of them is forgotten.
     */
    private Optional<Step> marks(Workload work, List<Step> steps) {
        SortedMap<Address, IntervalSet> landed = landed(work);
        String origins = String.join(
                ", ", landed.keySet().stream().map(Address::toString).toList());
        List<LedgerChange> marks = new ArrayList<>(new StaleMarks(landscape).of(landed, "new data in " + origins));
        Optional<Address> first = marks.stream()
                .map(LedgerChange::model)
                .findFirst()
                .or(() -> steps.stream().map(Step::model).findFirst())
                .or(() -> work.works().keySet().stream().findFirst());
        marks.addAll(detection.seen());
        if (first.isEmpty() || marks.isEmpty()) {
            return Optional.empty();
        }
        String reason = landed.isEmpty()
                ? "what the sources hold is remembered"
                : "what landed in " + origins + " makes these stale";
        return Optional.of(
                new Step.Migrate(first.get(), landscape.table(first.get()), List.of(), List.copyOf(marks), reason));
    }

    /** What was announced, and what landed without a word. */
    private SortedMap<Address, IntervalSet> landed(Workload work) {
        SortedMap<Address, IntervalSet> landed = new TreeMap<>(work.landed());
        detection.landed().forEach((origin, windows) -> landed.merge(origin, windows, IntervalSet::union));
        return landed;
    }

    private List<Step> steps(Workload work, SortedMap<Address, Step.Migrate> migrations, ModelSteps modelSteps) {
        List<Step> steps = new ArrayList<>();
        for (Address model : landscape.order()) {
            Work each = work.works().get(model);
            if (each != null) {
                steps.addAll(modelSteps.of(model, each));
                Optional.ofNullable(migrations.get(model)).ifPresent(steps::add);
                nameLookups(model, work);
            }
        }
        return steps;
    }

    private void nameLookups(Address model, Workload work) {
        if (work.rewrites(model).isEmpty()) {
            return;
        }
        landscape.relations(model).orElse(List.of()).stream()
                .filter(relation -> relation.isLookup())
                .map(relation -> relation.reference().target())
                .distinct()
                .forEach(lookup -> notices.add(notice(
                        "SMELT-P013",
                        model + " reads " + lookup + " in full for every chunk: it declares no timeseries.")));
    }

    private void warnOfStale(Workload work, LogicRepair logic, SortedMap<Address, IntervalSet> stale) {
        List<String> left = new ArrayList<>();
        stale.forEach((model, windows) -> {
            Work done = work.works().get(model);
            IntervalSet remaining = done instanceof Work.Whole
                    ? IntervalSet.none()
                    : windows.minus(work.rewrites(model)).minus(logic.toldStale(work, model));
            if (!remaining.isEmpty()) {
                left.add(model + " " + StaleMarks.text(remaining, landscape.granularity(model)));
            }
        });
        if (!left.isEmpty()) {
            closing.add(warning(
                    "SMELT-P014",
                    "Built from what this changed, and stale now: " + String.join("; ", left) + ".",
                    "Repair it by: " + REPAIR));
        }
    }

    private static Diagnostic notice(String code, String message) {
        return new Diagnostic(code, Severity.NOTICE, Optional.empty(), message, "");
    }

    private static Diagnostic warning(String code, String message, String cure) {
        return new Diagnostic(code, Severity.WARNING, Optional.empty(), message, cure);
    }
}
