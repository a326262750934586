package dev.smelt.plan;

import dev.smelt.ledger.LedgerChange;
import dev.smelt.model.Address;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which partitions a plan rewrites whatever comes out above them: nothing that it finds later can make them true. */
final class Certainty {
    private final Landscape landscape;

    Certainty(Landscape landscape) {
        this.landscape = landscape;
    }

    /**
     * By model.
     *
     * @param asked those that the request names
     * @param steps of the plan: what they mark stale of a model, such as history under other logic, is not true either
     */
    SortedMap<Address, IntervalSet> of(Workload work, Map<Address, IntervalSet> asked, List<Step> steps) {
        SortedMap<Address, IntervalSet> certain = new TreeMap<>(asked);
        work.works().forEach((model, each) -> {
            if (landscape.isIncremental(model)) {
                IntervalSet sound = landscape.built(model).minus(landscape.stale(model));
                certain.merge(model, work.rewrites(model).minus(sound), IntervalSet::union);
            } else if (landscape.isFullRefreshTable(model) && !isSound(model)) {
                certain.put(model, IntervalSet.of(Interval.ALL));
            }
        });
        for (Step step : steps) {
            ledger(step).stream()
                    .filter(LedgerChange.Stale.class::isInstance)
                    .map(LedgerChange.Stale.class::cast)
                    .filter(stale ->
                            step instanceof Step.Migrate || stale.model().equals(step.model()))
                    .forEach(stale -> certain.merge(stale.model(), stale.windows(), IntervalSet::union));
        }
        return certain;
    }

    private boolean isSound(Address model) {
        return !landscape.built(model).isEmpty()
                && landscape.stale(model).isEmpty()
                && Deployments.isCurrent(landscape, model);
    }

    private static List<LedgerChange> ledger(Step step) {
        if (step instanceof Step.Chunk chunk) {
            return chunk.ledger();
        }
        if (step instanceof Step.Migrate migrate) {
            return migrate.ledger();
        }
        return step instanceof Step.Materialize made ? made.ledger() : List.of();
    }
}
