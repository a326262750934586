package dev.smelt.plan;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Address;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an earlier run did not come to: its missing chunks with the bounds that they had, its missing tables and views. All
 * of it is computed, and what comes out as it was is not rewritten.
 */
final class Resumed {
    private static final Comparator<Interval> BY_START = Comparator.comparingLong(Interval::start);

    private final Landscape landscape;
    private final PlanRequest.Resume request;

    Resumed(Landscape landscape, PlanRequest.Resume request) {
        this.landscape = landscape;
        this.request = request;
    }

    Workload work() {
        SortedMap<Address, Work> works = new TreeMap<>();
        SortedMap<Address, IntervalSet> certain = new TreeMap<>();
        String reason = "missing of run " + request.runId();
        for (Address model : landscape.order()) {
            PlanRequest.Missing missing = request.missing().get(model);
            if (missing != null) {
                Work work = work(model, missing, reason);
                works.put(model, work);
                certain.put(
                        model, work instanceof Work.Rewrite rewrite ? rewrite.windows() : IntervalSet.of(Interval.ALL));
            }
        }
        List<Diagnostic> notices = request.told().map(List::of).orElse(List.of());
        return new Workload(
                works,
                new TreeMap<>(),
                RetentionGuard.Rule.LEAVE,
                notices,
                List.of(),
                Optional.empty(),
                Optional.of(certain));
    }

    private Work work(Address model, PlanRequest.Missing missing, String reason) {
        if (landscape.isView(model)) {
            return new Work.View(reason);
        }
        if (missing.whole() || !landscape.isIncremental(model)) {
            return new Work.Whole(reason);
        }
        IntervalSet windows = IntervalSet.of(missing.chunks());
        return new Work.Rewrite(
                windows, reason, missing.chunks().stream().sorted(BY_START).toList());
    }
}
