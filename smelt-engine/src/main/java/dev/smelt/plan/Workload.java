package dev.smelt.plan;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Address;
import dev.smelt.time.IntervalSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a request comes to, before schemas are looked at and statements are made.
 *
 * @param works by model
 * @param landed what changed outside the plan, by source or model: windows that a request announced
 * @param guard what is done about history that the inputs no longer hold
 * @param certain present where a partition is rewritten only if something that it reads came out changed: those, by
 *     model, that are rewritten whatever comes out; missing and stale ones always are
 */
record Workload(
        SortedMap<Address, Work> works,
        SortedMap<Address, IntervalSet> landed,
        RetentionGuard.Rule guard,
        List<Diagnostic> notices,
        List<Diagnostic> closing,
        Optional<DirtySet> dirtySet,
        Optional<SortedMap<Address, IntervalSet>> certain) {
    Workload {
        works = Collections.unmodifiableSortedMap(new TreeMap<>(works));
        landed = Collections.unmodifiableSortedMap(new TreeMap<>(landed));
        notices = List.copyOf(notices);
        closing = List.copyOf(closing);
    }

    /** Work of which everything is done. */
    Workload(
            SortedMap<Address, Work> works,
            SortedMap<Address, IntervalSet> landed,
            RetentionGuard.Rule guard,
            List<Diagnostic> notices,
            List<Diagnostic> closing,
            Optional<DirtySet> dirtySet) {
        this(works, landed, guard, notices, closing, dirtySet, Optional.empty());
    }

    Workload with(SortedMap<Address, Work> changed) {
        return new Workload(changed, landed, guard, notices, closing, dirtySet, certain);
    }

    /** The partitions of an incremental model that are written. */
    IntervalSet rewrites(Address model) {
        return works.get(model) instanceof Work.Rewrite rewrite ? rewrite.windows() : IntervalSet.none();
    }
}
