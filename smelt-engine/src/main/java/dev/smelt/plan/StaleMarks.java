package dev.smelt.plan;

import dev.smelt.ledger.LedgerChange;
import dev.smelt.model.Address;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which built partitions a write makes stale. They are marked in the transaction of the write even where the same plan
 * rewrites them later: if it dies in between, the ledger tells the truth, and a rewrite clears the mark.
 */
final class StaleMarks {
    private final Landscape landscape;
    private final DirtyPropagation propagation;
    private final boolean anythingBuilt;

    StaleMarks(Landscape landscape) {
        this(landscape, new DirtyPropagation(landscape));
    }

    /** @param propagation by which changes spread */
    StaleMarks(Landscape landscape, DirtyPropagation propagation) {
        this.landscape = landscape;
        this.propagation = propagation;
        this.anythingBuilt = landscape.order().stream()
                .anyMatch(model -> !landscape.built(model).isEmpty());
    }

    /** The marks for a change, by model. */
    List<LedgerChange> of(Map<Address, IntervalSet> changed, String reason) {
        List<LedgerChange> marks = new ArrayList<>();
        built(changed).forEach((model, windows) -> marks.add(new LedgerChange.Stale(model, windows, reason)));
        return marks;
    }

    /** The built partitions that a change dirties; all of a table that is rebuilt whole. */
    SortedMap<Address, IntervalSet> built(Map<Address, IntervalSet> changed) {
        SortedMap<Address, IntervalSet> stale = new TreeMap<>();
        if (!anythingBuilt) {
            return stale;
        }
        propagation.spread(changed).dirty().forEach((model, windows) -> {
            IntervalSet built = landscape.built(model);
            IntervalSet hit = landscape.isIncremental(model) || windows.isEmpty() ? built.intersection(windows) : built;
            IntervalSet whole = granules(hit, built);
            if (!whole.isEmpty()) {
                stale.put(model, whole);
            }
        });
        return stale;
    }

    /** {@code [2026-04-01, 2026-04-03), [2026-04-07, 2026-04-08)}. */
    static String text(IntervalSet windows, Granularity granularity) {
        return windows.intervals().stream()
                .map(window -> window.equals(Interval.ALL) ? "(whole)" : granularity.format(window))
                .collect(Collectors.joining(", "));
    }

    private static IntervalSet granules(IntervalSet hit, IntervalSet built) {
        return built.equals(IntervalSet.of(Interval.ALL)) && !hit.isEmpty() ? built : hit;
    }
}
