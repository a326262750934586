package dev.smelt.time;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A set of axis values in normal form: ordered, non-empty, disjoint intervals that do not touch.
 *
 * <p>Equality is equality of the values held, whatever the order in which they were added.
 */
public record IntervalSet(List<Interval> intervals) {
    private static final IntervalSet NONE = new IntervalSet(List.of());

    public IntervalSet {
        intervals = normalise(intervals);
    }

    public static IntervalSet none() {
        return NONE;
    }

    public static IntervalSet of(Interval... intervals) {
        return new IntervalSet(List.of(intervals));
    }

    public static IntervalSet of(Collection<Interval> intervals) {
        return new IntervalSet(List.copyOf(intervals));
    }

    public boolean isEmpty() {
        return intervals.isEmpty();
    }

    public boolean contains(Interval interval) {
        return interval.isEmpty() || intervals.stream().anyMatch(each -> each.contains(interval));
    }

    public boolean overlaps(Interval interval) {
        return intervals.stream().anyMatch(each -> each.overlaps(interval));
    }

    public IntervalSet plus(Interval interval) {
        return new IntervalSet(
                Stream.concat(intervals.stream(), Stream.of(interval)).toList());
    }

    public IntervalSet union(IntervalSet other) {
        return new IntervalSet(
                Stream.concat(intervals.stream(), other.intervals.stream()).toList());
    }

    public IntervalSet intersection(Interval interval) {
        return new IntervalSet(intervals.stream()
                .flatMap(each -> each.intersection(interval).stream())
                .toList());
    }

    public IntervalSet intersection(IntervalSet other) {
        List<Interval> shared = new ArrayList<>();
        int left = 0;
        int right = 0;
        while (left < intervals.size() && right < other.intervals.size()) {
            Interval a = intervals.get(left);
            Interval b = other.intervals.get(right);
            a.intersection(b).ifPresent(shared::add);
            if (a.end() < b.end()) {
                left++;
            } else {
                right++;
            }
        }
        return new IntervalSet(shared);
    }

    public IntervalSet minus(IntervalSet other) {
        return intersection(other.complement());
    }

    /** All values of the axis that are not in this set. */
    public IntervalSet complement() {
        List<Interval> gaps = new ArrayList<>();
        long from = Interval.NEGATIVE_INFINITY;
        for (Interval each : intervals) {
            if (from < each.start()) {
                gaps.add(new Interval(from, each.start()));
            }
            from = each.end();
        }
        if (from < Interval.POSITIVE_INFINITY) {
            gaps.add(new Interval(from, Interval.POSITIVE_INFINITY));
        }
        return new IntervalSet(gaps);
    }

    /** The smallest interval that covers the set, {@link Interval#EMPTY} for the empty set. */
    public Interval hull() {
        return intervals.isEmpty()
                ? Interval.EMPTY
                : new Interval(
                        intervals.get(0).start(),
                        intervals.get(intervals.size() - 1).end());
    }

    private static List<Interval> normalise(List<Interval> raw) {
        List<Interval> sorted =
                raw.stream().filter(each -> !each.isEmpty()).sorted().collect(Collectors.toList());
        List<Interval> merged = new ArrayList<>();
        for (Interval each : sorted) {
            int last = merged.size() - 1;
            if (last >= 0 && each.start() <= merged.get(last).end()) {
                merged.set(last, merged.get(last).hull(each));
            } else {
                merged.add(each);
            }
        }
        return List.copyOf(merged);
    }
}
