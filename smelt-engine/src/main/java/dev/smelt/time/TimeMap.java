package dev.smelt.time;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * A monotone (non-decreasing) map from axis values to axis values, applied step by step in the order written.
 *
 * <p>Months, days and microseconds are kept apart and never cancelled: "one month later, one month earlier" is not the
 * identity (31 January ends on the 28th). Monotony is what makes windows invertible by search; every {@link Step} must
 * keep it. Strict bounds are inclusive ones moved by one microsecond ({@link #shift}).
 */
public record TimeMap(List<Step> steps) {
    /** One monotone step. */
    public sealed interface Step permits Shift, Floor, Ceiling {}

    /** Adds months (clamped to the month's last day, as SQL engines do), then days, then microseconds. */
    public record Shift(int months, long days, long micros) implements Step {}

    /** The start of the granule that holds the value: what a cast to DATE or {@code date_trunc} computes. */
    public record Floor(Granularity granularity) implements Step {}

    /** The value itself where it starts a granule, else the start of the next. */
    public record Ceiling(Granularity granularity) implements Step {}

    public static final TimeMap IDENTITY = new TimeMap(List.of());

    public TimeMap {
        steps = List.copyOf(steps);
    }

    public static TimeMap shift(int months, long days, long micros) {
        return months == 0 && days == 0 && micros == 0
                ? IDENTITY
                : new TimeMap(List.of(new Shift(months, days, micros)));
    }

    public static TimeMap floor(Granularity granularity) {
        return new TimeMap(List.of(new Floor(granularity)));
    }

    public static TimeMap ceiling(Granularity granularity) {
        return new TimeMap(List.of(new Ceiling(granularity)));
    }

    public boolean isIdentity() {
        return steps.isEmpty();
    }

    /** This map first, the other on its result. */
    public TimeMap then(TimeMap next) {
        if (isIdentity()) {
            return next;
        }
        if (next.isIdentity()) {
            return this;
        }
        List<Step> all = new ArrayList<>(steps);
        all.addAll(next.steps);
        return new TimeMap(all);
    }

    /** The image of a value; the infinities are their own images, and an overflow saturates at them. */
    public long apply(long value) {
        long current = value;
        for (Step step : steps) {
            if (current == Interval.NEGATIVE_INFINITY || current == Interval.POSITIVE_INFINITY) {
                return current;
            }
            if (step instanceof Shift shift) {
                current = shifted(current, shift);
            } else if (step instanceof Floor floor) {
                current = floor.granularity().floor(current);
            } else if (step instanceof Ceiling ceiling) {
                current = ceiling.granularity().ceiling(current);
            }
        }
        return current;
    }

    /** The least offset {@code apply(x) - x} over all x, in axis units: months count 28 days forward and 31 back. */
    public long leastOffset() {
        long offset = 0;
        for (Step step : steps) {
            if (step instanceof Shift shift) {
                offset = saturatedAdd(offset, shift.months() * (shift.months() < 0 ? 31L : 28L) * DAY);
                offset = saturatedAdd(offset, shift.days() * DAY + shift.micros());
            } else if (step instanceof Floor floor) {
                offset = saturatedAdd(offset, -longest(floor.granularity()) + 1);
            }
        }
        return offset;
    }

    /** The greatest offset {@code apply(x) - x} over all x, in axis units: months count 31 days forward and 28 back. */
    public long greatestOffset() {
        long offset = 0;
        for (Step step : steps) {
            if (step instanceof Shift shift) {
                offset = saturatedAdd(offset, shift.months() * (shift.months() < 0 ? 28L : 31L) * DAY);
                offset = saturatedAdd(offset, shift.days() * DAY + shift.micros());
            } else if (step instanceof Ceiling ceiling) {
                offset = saturatedAdd(offset, longest(ceiling.granularity()) - 1);
            }
        }
        return offset;
    }

    private static final long DAY = Granularity.MICROS_PER_DAY;

    private static long longest(Granularity granularity) {
        return switch (granularity.unit()) {
            case INTEGER -> 1;
            case HOUR -> Granularity.MICROS_PER_HOUR;
            case DAY -> DAY;
            case WEEK -> 7 * DAY;
            case MONTH -> 31 * DAY;
            case QUARTER -> 92 * DAY;
            case YEAR -> 366 * DAY;
        };
    }

    private static long shifted(long value, Shift shift) {
        long moved = value;
        if (shift.months() != 0) {
            LocalDateTime there = TimeAxis.dateTimeOf(value).plusMonths(shift.months());
            moved = TimeAxis.ofDateTime(there);
        }
        return saturatedAdd(moved, saturatedAdd(shift.days() * DAY, shift.micros()));
    }

    private static long saturatedAdd(long a, long b) {
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            return a < 0 ? Interval.NEGATIVE_INFINITY : Interval.POSITIVE_INFINITY;
        }
        return sum;
    }
}
