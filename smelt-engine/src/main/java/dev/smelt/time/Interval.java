package dev.smelt.time;

import java.util.Optional;

/**
 * A half-open span {@code [start, end)} on one axis.
 *
 * <p>On a time axis the unit is the microsecond since 1970-01-01T00:00 without a zone (the project's zone is applied
 * before values reach the axis); on an integer axis it is the integer itself. {@link #NEGATIVE_INFINITY} and
 * {@link #POSITIVE_INFINITY} stand for "no bound on this side".
 */
public record Interval(long start, long end) implements Comparable<Interval> {
    public static final long NEGATIVE_INFINITY = Long.MIN_VALUE;
    public static final long POSITIVE_INFINITY = Long.MAX_VALUE;
    public static final Interval ALL = new Interval(NEGATIVE_INFINITY, POSITIVE_INFINITY);
    public static final Interval EMPTY = new Interval(0, 0);

    public Interval {
        if (start > end) {
            throw new IllegalArgumentException("An interval must not end before it starts: " + start + " > " + end);
        }
    }

    public boolean isEmpty() {
        return start == end;
    }

    public boolean isBounded() {
        return start != NEGATIVE_INFINITY && end != POSITIVE_INFINITY;
    }

    public boolean contains(long value) {
        return start <= value && value < end;
    }

    public boolean contains(Interval other) {
        return other.isEmpty() || (start <= other.start && other.end <= end);
    }

    /** The least multiple of a step from the start on; no bound where there is none. */
    public long firstMultiple(long step) {
        return start == NEGATIVE_INFINITY ? start : -Math.floorDiv(-start, step) * step;
    }

    /** The greatest multiple of a step before the end, which may lie before the start; no bound where there is none. */
    public long lastMultiple(long step) {
        return end == POSITIVE_INFINITY ? end : Math.floorDiv(end - 1, step) * step;
    }

    /** Whether the two share at least one value; intervals that only touch do not. */
    public boolean overlaps(Interval other) {
        return !isEmpty() && !other.isEmpty() && start < other.end && other.start < end;
    }

    public Optional<Interval> intersection(Interval other) {
        return overlaps(other)
                ? Optional.of(new Interval(Math.max(start, other.start), Math.min(end, other.end)))
                : Optional.empty();
    }

    /** The smallest interval that covers both; an empty one adds nothing. */
    public Interval hull(Interval other) {
        if (isEmpty()) {
            return other;
        }
        if (other.isEmpty()) {
            return this;
        }
        return new Interval(Math.min(start, other.start), Math.max(end, other.end));
    }

    @Override
    public int compareTo(Interval other) {
        int byStart = Long.compare(start, other.start);
        return byStart != 0 ? byStart : Long.compare(end, other.end);
    }
}
