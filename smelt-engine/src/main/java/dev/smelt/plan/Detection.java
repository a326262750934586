package dev.smelt.plan;

import dev.smelt.ledger.LedgerChange;
import dev.smelt.model.Address;
import dev.smelt.model.PartitionPrint;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What landed without being announced: the partitions of sources and seeds that are no longer as the ledger saw them
 * last. New and corrected rows, late commits and deletions are found, and of a moved row both the partition that it left
 * and the one that it reached.
 */
final class Detection {
    private final Landscape landscape;
    private final SortedMap<Address, IntervalSet> landed = new TreeMap<>();
    private final List<LedgerChange> seen = new ArrayList<>();

    Detection(Landscape landscape) {
        this.landscape = landscape;
        landscape.world().prints().forEach(this::compare);
    }

    /** What landed, by source or seed. */
    SortedMap<Address, IntervalSet> landed() {
        return landed;
    }

    /** What the ledger has to know of the looks taken, where it is not what it knows already. */
    List<LedgerChange> seen() {
        return seen;
    }

    private void compare(Address origin, List<PartitionPrint> now) {
        Optional<List<PartitionPrint>> before = landscape.world().ledger().source(origin);
        if (before.equals(Optional.of(now))) {
            return;
        }
        seen.add(new LedgerChange.Seen(origin, now));
        IntervalSet moved = before.map(last -> changed(origin, last, now)).orElseGet(() -> unknown(origin));
        if (!moved.isEmpty()) {
            landed.put(origin, moved);
        }
    }

    /** Of a source that nobody looked at, anything may have changed since something was built from it. */
    private IntervalSet unknown(Address origin) {
        boolean used = landscape.order().stream()
                .anyMatch(model -> !landscape.built(model).isEmpty()
                        && landscape.ancestors(model).contains(origin));
        return used ? IntervalSet.of(Interval.ALL) : IntervalSet.none();
    }

    private IntervalSet changed(Address origin, List<PartitionPrint> before, List<PartitionPrint> now) {
        List<Interval> changed = new ArrayList<>(PrintChanges.between(before, now, Interval.POSITIVE_INFINITY));
        if (landscape.clock(origin).isPresent() && !isReadWhole(origin)) {
            // incremental models never read rows without a place on the clock
            changed.remove(Interval.ALL);
        }
        return IntervalSet.of(changed);
    }

    private boolean isReadWhole(Address origin) {
        return landscape.order().stream()
                .anyMatch(model -> !landscape.isIncremental(model)
                        && landscape.referenced(model).contains(origin));
    }
}
