package dev.smelt.plan;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Diagnostic.Severity;
import dev.smelt.ledger.LedgerChange;
import dev.smelt.model.Address;
import dev.smelt.plan.PlanRequest.OnLogicChange;
import dev.smelt.plan.PlanRequest.Repair;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a run does about history that was built under other logic. It is marked stale before anything else, in whatever way
 * the user chose: once the new definition is recorded, nothing else would say so.
 */
final class LogicRepair {
    private static final String COMMAND = "mvn smelt:run -Dsmelt.onLogicChange=backbuild";

    private final Landscape landscape;
    private final OnLogicChange choice;
    private final Repair repair;
    private final Workload asked;
    private final SortedMap<Address, LogicChange> changes;
    private final InPlaceRepair inPlace;

    LogicRepair(Landscape landscape, PlanRequest.Options options, Workload asked) {
        this.landscape = landscape;
        this.choice = options.onLogicChange();
        this.repair = options.repair();
        this.asked = asked;
        this.changes = LogicChanges.of(landscape, this::isDeployed);
        this.inPlace = new InPlaceRepair(landscape, changes);
    }

    /** What was asked for, and what is repaired besides. */
    SortedMap<Address, Work> works() {
        SortedMap<Address, Work> works = new TreeMap<>(asked.works());
        if (choice != OnLogicChange.BACKBUILD) {
            return works;
        }
        changes.forEach((model, change) -> {
            if (works.get(model) instanceof Work.Rewrite rewrite && landscape.isIncremental(model)) {
                IntervalSet more = change.stale().minus(rewrite.windows());
                if (!more.isEmpty()) {
                    works.put(
                            model,
                            new Work.Rewrite(rewrite.windows().union(more), rewrite.reason() + "; changed logic"));
                }
            }
        });
        return works;
    }

    /** Where works that repair logic give rows no more than other values. */
    SteadyRows steady(Map<Address, IntervalSet> landed, Map<Address, Work> works) {
        return choice == OnLogicChange.BACKBUILD
                ? SteadyRows.of(landscape, changes, landed, works)
                : SteadyRows.none(landscape);
    }

    /** The same work, in which what can be is repaired in place, where that is chosen. */
    Workload inPlace(Workload work, SteadyRows steady) {
        if (choice != OnLogicChange.BACKBUILD || repair != Repair.UPDATE) {
            return work;
        }
        return work.with(inPlace.of(work.works(), steady));
    }

    List<Diagnostic> notices() {
        return inPlace.notices();
    }

    List<Diagnostic> refusals(Workload work) {
        if (choice != OnLogicChange.FAIL) {
            return List.of();
        }
        List<Diagnostic> refusals = new ArrayList<>();
        changes.forEach((model, change) -> {
            IntervalSet left = left(work, change);
            if (!change.own().isEmpty() && !left.isEmpty()) {
                refusals.add(Diagnostic.error(
                        "SMELT-P041",
                        landscape.model(model).place(),
                        sentence(change) + " " + text(model, left) + " was built under the old logic.",
                        "Say -Dsmelt.onLogicChange=backbuild to build it again, or warn to leave it stale."));
            }
        });
        return refusals;
    }

    List<Diagnostic> warnings(Workload work) {
        List<Diagnostic> warnings = new ArrayList<>();
        changes.forEach((model, change) -> {
            IntervalSet left = toldStale(work, model);
            if (!left.isEmpty()) {
                warnings.add(new Diagnostic(
                        "SMELT-P040",
                        Severity.WARNING,
                        Optional.of(landscape.model(model).place()),
                        sentence(change) + " " + text(model, left) + " is stale now.",
                        "Repair it by: " + COMMAND));
            }
        });
        return warnings;
    }

    /** The partitions of a model that stay stale and are warned of, with the command that repairs all that is stale. */
    IntervalSet toldStale(Workload work, Address model) {
        LogicChange change = changes.get(model);
        boolean told = change != null && (isDeployed(model) || change.pending().isEmpty());
        return told ? left(work, change) : IntervalSet.none();
    }

    /** The marks, and the definitions that take effect; empty where the ledger already says it all. */
    Optional<Step> marks(Workload work) {
        List<LedgerChange> ledger = new ArrayList<>();
        changes.forEach((model, change) -> {
            boolean fresh = !change.own().isEmpty() || change.pending().isEmpty();
            if (!landscape.isView(model) && fresh && !(work.works().get(model) instanceof Work.Whole)) {
                ledger.add(new LedgerChange.Stale(model, change.stale(), change.reason()));
            }
        });
        changes.forEach((model, change) -> {
            if (!change.own().isEmpty() && work.works().get(model) instanceof Work.Rewrite) {
                landscape.state(model).ifPresent(state -> ledger.add(Deployments.meaning(landscape, state)));
            }
        });
        if (ledger.isEmpty()) {
            return Optional.empty();
        }
        Address first = ledger.get(0).model();
        return Optional.of(new Step.Migrate(
                first, landscape.table(first), List.of(), ledger, "history was built under other logic"));
    }

    /** Steps that read history which stays as it is under the old logic: what they write is stale from the start. */
    List<Step> stillStale(Workload work, List<Step> steps) {
        SortedMap<Address, LogicChange> after = LogicChanges.of(
                landscape,
                model -> work.works().get(model) instanceof Work.Rewrite,
                model -> landscape.isFullRefreshTable(model) ? IntervalSet.of(Interval.ALL) : unwritten(work, model),
                model -> unwritten(work, model));
        return after.isEmpty()
                ? steps
                : steps.stream().map(step -> marked(after, step)).toList();
    }

    private IntervalSet unwritten(Workload work, Address model) {
        return landscape.built(model).minus(written(work, model));
    }

    private static IntervalSet written(Workload work, Address model) {
        return work.works().get(model) instanceof Work.Whole ? IntervalSet.of(Interval.ALL) : work.rewrites(model);
    }

    private Step marked(SortedMap<Address, LogicChange> after, Step step) {
        if (step instanceof Step.Chunk chunk) {
            return stale(after, chunk.model(), chunk.window())
                    .map(mark -> (Step) chunk.with(plus(chunk.ledger(), mark)))
                    .orElse(step);
        }
        if (step instanceof Step.Materialize made && made.how() == Step.How.TABLE) {
            return stale(after, made.model(), Interval.ALL)
                    .map(mark -> (Step) made.with(plus(made.ledger(), mark)))
                    .orElse(step);
        }
        return step;
    }

    private static List<LedgerChange> plus(List<LedgerChange> ledger, LedgerChange mark) {
        List<LedgerChange> all = new ArrayList<>(ledger);
        all.add(mark);
        return List.copyOf(all);
    }

    /** What a window reads of history under the old logic, of other models or of the model itself. */
    private Optional<LedgerChange> stale(SortedMap<Address, LogicChange> after, Address model, Interval window) {
        SortedMap<Address, IntervalSet> above = new TreeMap<>();
        after.forEach((upstream, change) -> {
            if (!upstream.equals(model) && LogicChanges.reaches(landscape, model, change)) {
                above.put(upstream, change.stale());
            }
        });
        DirtyPropagation propagation = new DirtyPropagation(landscape);
        SortedMap<Address, IntervalSet> incoming = propagation.incoming(model, above);
        IntervalSet own = Optional.ofNullable(after.get(model))
                .map(change -> propagation.later(model, change.stale()))
                .orElse(IntervalSet.none());
        IntervalSet stale = DirtyPropagation.union(incoming).union(own).intersection(IntervalSet.of(window));
        if (stale.isEmpty()) {
            return Optional.empty();
        }
        String origins = incoming.isEmpty()
                ? model.toString()
                : incoming.keySet().stream().map(Address::toString).collect(Collectors.joining(", "));
        return Optional.of(new LedgerChange.Stale(model, stale, LogicChange.REASON + origins));
    }

    private boolean isDeployed(Address model) {
        Work work = asked.works().get(model);
        return work instanceof Work.Rewrite || work instanceof Work.Whole || (work != null && landscape.isView(model));
    }

    private IntervalSet left(Workload work, LogicChange change) {
        boolean whole = work.works().get(change.model()) instanceof Work.Whole;
        return whole || landscape.isView(change.model())
                ? IntervalSet.none()
                : change.stale().minus(work.rewrites(change.model()));
    }

    private String text(Address model, IntervalSet windows) {
        return windows.hull().equals(Interval.ALL)
                ? "The table"
                : StaleMarks.text(windows, landscape.granularity(model));
    }

    private static String sentence(LogicChange change) {
        return change.model() + ": " + change.reason() + ".";
    }
}
