package dev.smelt.run;

import dev.smelt.ledger.LedgerChange;
import dev.smelt.model.Address;
import dev.smelt.plan.Cutoff;
import dev.smelt.plan.Step;
import dev.smelt.time.IntervalSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What a run has learnt about what really changed, and what that leaves of the steps still to come. */
final class Narrowing {
    private final Optional<Cutoff> cutoff;
    private final Map<Address, IntervalSet> changed = new TreeMap<>();
    private final Set<Address> executed = new HashSet<>();
    private final Map<Address, List<Step>> left = new TreeMap<>();

    Narrowing(Optional<Cutoff> cutoff) {
        this.cutoff = cutoff;
        cutoff.ifPresent(known -> changed.putAll(known.landed()));
    }

    /** The step, or as much of it as is still needed; empty where that is nothing. */
    Optional<Step> remaining(Step step) {
        if (cutoff.isEmpty()) {
            return Optional.of(step);
        }
        if (step instanceof Step.CountLeftOut) {
            return executed.contains(step.model()) ? Optional.of(step) : Optional.empty();
        }
        return cutoff.get().remaining(step, changed);
    }

    /** The ledger changes that follow from which partitions a step changed. */
    List<LedgerChange> marks(Step step, IntervalSet differing) {
        return cutoff.map(known -> known.marks(step, differing)).orElse(List.of());
    }

    /**
     * A step is committed.
     *
     * @param differing the partitions that came out otherwise; empty where nobody compared
     */
    void done(Step step, Optional<IntervalSet> differing) {
        if (step instanceof Step.Chunk) {
            executed.add(step.model());
        }
        cutoff.ifPresent(known -> {
            IntervalSet windows = differing.orElseGet(() -> known.changedBy(step));
            if (!windows.isEmpty()) {
                changed.merge(step.model(), windows, IntervalSet::union);
            }
        });
    }

    /** Nothing remains of a step; the ledger is told later, of many at once. */
    void leave(Step step) {
        left.computeIfAbsent(step.model(), model -> new ArrayList<>()).add(step);
    }

    boolean hasLeft(Address model) {
        return left.containsKey(model);
    }

    /** The steps that were left since the last time. */
    List<Step> left(Address model) {
        return List.copyOf(left.getOrDefault(model, List.of()));
    }

    /** What the ledger has to be told of the model's steps that were left, in few statements. */
    List<LedgerChange> confirmed(Address model) {
        IntervalSet windows = IntervalSet.none();
        List<LedgerChange> told = new ArrayList<>();
        for (Step step : left.getOrDefault(model, List.of())) {
            for (LedgerChange change : cutoff.orElseThrow().confirmed(step)) {
                if (change instanceof LedgerChange.Confirmed confirmed) {
                    windows = windows.union(confirmed.windows());
                } else {
                    told.add(change);
                }
            }
        }
        told.add(0, new LedgerChange.Confirmed(model, windows));
        return told;
    }

    /** The steps that were left since the last time, forgotten with this call. */
    List<Step> taken(Address model) {
        return Optional.ofNullable(left.remove(model)).orElse(List.of());
    }
}
