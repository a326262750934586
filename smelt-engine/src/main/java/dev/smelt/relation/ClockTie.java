package dev.smelt.relation;

import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.TimeMap;
import java.util.List;
import java.util.Optional;

/**
 * How the clock of the rows of one reference that count is bounded by another time column of the same rows: a filter such as
 * {@code event_date BETWEEN CAST(arrival_time AS DATE) - INTERVAL '3 days' AND CAST(arrival_time AS DATE)}.
 *
 * @param column the other column
 * @param lower maps of the column's value to bounds from below, inclusive; the greatest holds
 * @param upper the same from above; the least holds
 * @param evidence the clauses that say so
 */
public record ClockTie(String column, List<TimeMap> lower, List<TimeMap> upper, List<Evidence> evidence) {
    public ClockTie {
        lower = List.copyOf(lower);
        upper = List.copyOf(upper);
        evidence = List.copyOf(evidence);
    }

    /** Whether both sides are bounded. */
    public boolean isBounded() {
        return !lower.isEmpty() && !upper.isEmpty();
    }

    /** The granules of the clock in which rows can lie whose column lies in a window, where both sides are bounded. */
    public Optional<Interval> window(Interval values, Granularity clock) {
        if (!isBounded() || values.isEmpty()) {
            return Optional.empty();
        }
        long start = lower.stream()
                .mapToLong(map -> clock.floor(map.apply(values.start())))
                .max()
                .orElseThrow();
        long end = upper.stream()
                .mapToLong(map -> clock.next(map.apply(values.end() - 1)))
                .min()
                .orElseThrow();
        return Optional.of(start < end ? new Interval(start, end) : Interval.EMPTY);
    }
}
