package dev.smelt.plan;

import dev.smelt.model.Address;
import dev.smelt.model.Granules;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import dev.smelt.time.PartitionMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The partitions that a model ought to have: those that rows of its driver fall into, and the short gaps between them,
 * from the declared start on.
 *
 * <p>Rows more than five years away from all others (1970, 9999) are taken for errors: their partitions are named, not
 * built, and the years between are not gone through.
 */
final class ExpectedPartitions {
    private static final long FILLED_GAP = 90 * Granularity.MICROS_PER_DAY;
    private static final long OUTLIER_GAP = 5 * 366 * Granularity.MICROS_PER_DAY;

    private final Landscape landscape;
    private final Predicate<Address> updated;
    private final Map<Address, Expected> known = new TreeMap<>();

    /** @param updated the models that are brought up to date; of others only what is built counts */
    ExpectedPartitions(Landscape landscape, Predicate<Address> updated) {
        this.landscape = landscape;
        this.updated = updated;
    }

    /**
     * What a model ought to have.
     *
     * @param windows whole granules
     * @param outliers granules left out because they lie far from all others
     */
    record Expected(IntervalSet windows, IntervalSet outliers) {}

    Expected of(Address model) {
        Expected expected = known.get(model);
        if (expected == null) {
            expected = derive(model);
            known.put(model, expected);
        }
        return expected;
    }

    /** From the first to the last partition that a model has or ought to have; empty where nothing is known. */
    Interval extent(Address model) {
        return of(model).windows().union(landscape.built(model)).hull();
    }

    /** The one window that a rebuild aside makes: all that a model has or ought to have, from its declared start. */
    Interval whole(Address model) {
        return landscape.fromStart(model, extent(model));
    }

    /** Where a rebuild aside may change an incremental model; everywhere, where nothing is known of its table. */
    IntervalSet changedByRebuild(Address model) {
        IntervalSet built = landscape.built(model);
        return IntervalSet.of(built.isEmpty() ? Interval.ALL : whole(model)).union(built);
    }

    /** Where a relation holds rows, or will once it is up to date. */
    IntervalSet held(Address address) {
        if (landscape.isIncremental(address)) {
            IntervalSet built = landscape.built(address);
            return updated.test(address) ? of(address).windows().union(built) : built;
        }
        Optional<IntervalSet> seen = landscape.granules(address).map(Granules::intervals);
        // what was seen of a model is what it would give now, before what it reads is brought up to date
        boolean moves = landscape.ancestors(address).stream().anyMatch(landscape::isIncremental);
        if (landscape.isModel(address) && (seen.isEmpty() || moves)) {
            return of(address).windows().union(seen.orElse(IntervalSet.none()));
        }
        return seen.orElse(IntervalSet.none());
    }

    private Expected derive(Address model) {
        if (landscape.clock(model).isEmpty()) {
            return new Expected(IntervalSet.none(), IntervalSet.none());
        }
        IntervalSet windows = IntervalSet.none();
        for (ReferenceRelation driver : landscape.presumedDrivers(model)) {
            IntervalSet held = held(driver.reference().target());
            PartitionMap attribution = driver.attribution().orElseThrow();
            List<Interval> mapped = held.intervals().stream()
                    .map(window -> within(attribution.inverse(window), window, landscape.granularity(model)))
                    .toList();
            windows = windows.union(IntervalSet.of(mapped));
        }
        windows = landscape.fromStart(model, windows);
        if (!landscape.granularity(model).isTime()) {
            return new Expected(windows, IntervalSet.none());
        }
        IntervalSet body = body(windows);
        return new Expected(filled(model, body), windows.minus(IntervalSet.of(body.hull())));
    }

    /** A side without a bound ends with the driver's rows themselves. */
    private static Interval within(Interval mapped, Interval held, Granularity granularity) {
        Interval own = granularity.outward(held);
        long start = mapped.start() == Interval.NEGATIVE_INFINITY ? own.start() : mapped.start();
        long end = mapped.end() == Interval.POSITIVE_INFINITY ? own.end() : mapped.end();
        return start < end ? new Interval(start, end) : Interval.EMPTY;
    }

    private static IntervalSet body(IntervalSet windows) {
        List<IntervalSet> bodies = new ArrayList<>();
        for (Interval window : windows.intervals()) {
            int last = bodies.size() - 1;
            if (last >= 0 && window.start() - bodies.get(last).hull().end() <= OUTLIER_GAP) {
                bodies.set(last, bodies.get(last).plus(window));
            } else {
                bodies.add(IntervalSet.of(window));
            }
        }
        return bodies.stream()
                .max(Comparator.comparingLong(ExpectedPartitions::length))
                .orElse(IntervalSet.none());
    }

    private static long length(IntervalSet windows) {
        return windows.intervals().stream()
                .mapToLong(each -> each.end() - each.start())
                .sum();
    }

    private IntervalSet filled(Address model, IntervalSet body) {
        if (landscape.isSelfReferential(model)) {
            return IntervalSet.of(body.hull());
        }
        List<Interval> all = new ArrayList<>(body.intervals());
        for (int i = 1; i < body.intervals().size(); i++) {
            Interval gap = new Interval(
                    body.intervals().get(i - 1).end(), body.intervals().get(i).start());
            if (gap.end() - gap.start() <= FILLED_GAP) {
                all.add(gap);
            }
        }
        return IntervalSet.of(all);
    }
}
