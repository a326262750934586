package dev.smelt.plan;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;

/** What holds for a model that reads its own earlier partitions: no hole before a window, nothing wrong left after it. */
final class SelfReference {
    private SelfReference() {}

    /**
     * Refuses a window that starts after a hole, or after stale partitions, within what it reads of the model itself.
     *
     * @throws SmeltException naming the command that starts at the hole
     */
    static void refuseGap(Landscape landscape, ExpectedPartitions expected, Address model, Interval window) {
        Interval gap = gap(landscape, expected, model, window).hull();
        if (gap.isEmpty()) {
            return;
        }
        Granularity granularity = landscape.granularity(model);
        throw SmeltException.project(Diagnostic.error(
                "SMELT-P017",
                landscape.model(model).place(),
                model + " reads its own earlier partitions, and " + granularity.format(gap)
                        + " is missing or stale before " + granularity.format(window.start()) + ".",
                "Start there: " + command(model, granularity, new Interval(gap.start(), window.end()))));
    }

    /**
     * Refuses a window that would leave later built partitions wrong.
     *
     * @throws SmeltException naming the command that goes to the last built partition
     */
    static void refuseStaleTail(Landscape landscape, Address model, Interval window) {
        IntervalSet tail = tail(landscape, model, IntervalSet.of(window));
        if (tail.isEmpty()) {
            return;
        }
        Granularity granularity = landscape.granularity(model);
        throw SmeltException.project(Diagnostic.error(
                "SMELT-P007",
                landscape.model(model).place(),
                model + " reads its own earlier partitions: rebuilding only " + granularity.format(window)
                        + " would leave " + StaleMarks.text(tail, granularity) + " wrong.",
                "Rebuild to the last built partition: "
                        + command(
                                model,
                                granularity,
                                new Interval(window.start(), tail.hull().end()))));
    }

    /** The windows, begun at a hole within what they read of the model itself, and gone to the last built partition. */
    static IntervalSet closed(Landscape landscape, ExpectedPartitions expected, Address model, IntervalSet windows) {
        IntervalSet all = windows;
        for (Interval window : windows.intervals()) {
            Interval gap = gap(landscape, expected, model, window).hull();
            if (!gap.isEmpty()) {
                all = all.plus(new Interval(gap.start(), window.start()));
            }
        }
        return all.union(tail(landscape, model, all));
    }

    private static IntervalSet gap(Landscape landscape, ExpectedPartitions expected, Address model, Interval window) {
        Interval extent = expected.extent(model);
        IntervalSet needed = IntervalSet.none();
        for (ReferenceRelation self : landscape.selfReferences(model)) {
            needed = needed.plus(self.read().orElseThrow().image(window));
        }
        if (needed.isEmpty() || extent.isEmpty() || extent.start() >= window.start()) {
            return IntervalSet.none();
        }
        IntervalSet sound = landscape.built(model).minus(landscape.stale(model));
        IntervalSet unsound =
                IntervalSet.of(new Interval(extent.start(), window.start())).minus(sound);
        if (unsound.intersection(needed).isEmpty()) {
            return IntervalSet.none();
        }
        // what stands before the hole read it too: begin at the first unsound partition that leads up to the window
        return unsound;
    }

    private static IntervalSet tail(Landscape landscape, Address model, IntervalSet windows) {
        if (!landscape.isSelfReferential(model)) {
            return IntervalSet.none();
        }
        return new DirtyPropagation(landscape)
                .later(model, windows)
                .intersection(landscape.built(model))
                .minus(windows);
    }

    private static String command(Address model, Granularity granularity, Interval window) {
        return "mvn smelt:backbuild -Dsmelt.select=" + model + " -Dsmelt.start="
                + Alignment.argument(granularity, window.start()) + " -Dsmelt.end="
                + Alignment.argument(granularity, window.end());
    }
}
