package dev.smelt.time;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * A monotone (non-decreasing) map from axis values to axis values, applied step by step in the order written.
 *
 * <p>Months and exact spans are kept apart and never cancelled: "one month later, one month earlier" is not the identity
 * (31 January ends on the 28th). Monotony is what makes windows invertible by search, so every {@link Step} keeps it; where
 * SQL's own arithmetic is not monotone (adding a month to the hours of 29 to 31 January), a step is the tightest monotone
 * bound of it, see {@link Envelope}. Strict bounds are inclusive ones moved by one axis unit ({@link #shift}).
 */
public record TimeMap(List<Step> steps) {
    /** One monotone step. */
    public sealed interface Step permits Shift, Months, MonthsBack, Floor, Ceiling, ToLocal, ToInstant {}

    /** Adds an exact span in axis units: microseconds on a time axis, days being 24 hours. */
    public record Shift(long span) implements Step {}

    /** Bounds {@code x + months}, clamped to the month's last day as SQL engines do. */
    public record Months(int months, Envelope envelope) implements Step {}

    /** Bounds the x of {@code x + months = y}: the least x that reaches y, or the greatest that does not pass it. */
    public record MonthsBack(int months, Envelope envelope) implements Step {}

    /** The start of the granule that holds the value: what a cast to DATE or {@code date_trunc} computes. */
    public record Floor(Granularity granularity) implements Step {}

    /** The value itself where it starts a granule, else the start of the next. */
    public record Ceiling(Granularity granularity) implements Step {}

    /** Bounds the local time of an instant. */
    public record ToLocal(ZoneClock clock, Envelope envelope) implements Step {}

    /** Bounds the instant of a local time. */
    public record ToInstant(ZoneClock clock, Envelope envelope) implements Step {}

    /** Which side a bound lies on. */
    public enum Envelope {
        LOWER,
        UPPER
    }

    public static final TimeMap IDENTITY = new TimeMap(List.of());

    private static final long DAY = Granularity.MICROS_PER_DAY;

    public TimeMap {
        steps = List.copyOf(steps);
    }

    public static TimeMap of(Step... steps) {
        return new TimeMap(List.of(steps));
    }

    /** Adds an exact span in axis units. */
    public static TimeMap shift(long span) {
        return span == 0 ? IDENTITY : of(new Shift(span));
    }

    /** Adds whole days. */
    public static TimeMap days(long days) {
        return shift(Math.multiplyExact(days, DAY));
    }

    public static TimeMap floor(Granularity granularity) {
        return of(new Floor(granularity));
    }

    public static TimeMap ceiling(Granularity granularity) {
        return of(new Ceiling(granularity));
    }

    /** From instants to local times; in UTC they are the same. */
    public static TimeMap toLocal(ZoneClock clock, Envelope envelope) {
        return clock.isUtc() ? IDENTITY : of(new ToLocal(clock, envelope));
    }

    /** From local times to instants; in UTC they are the same. */
    public static TimeMap toInstant(ZoneClock clock, Envelope envelope) {
        return clock.isUtc() ? IDENTITY : of(new ToInstant(clock, envelope));
    }

    public boolean isIdentity() {
        return steps.isEmpty();
    }

    /** This map first, the other on its result; spans that meet are added. */
    public TimeMap then(TimeMap next) {
        List<Step> all = new ArrayList<>(steps);
        for (Step step : next.steps) {
            int last = all.size() - 1;
            if (step instanceof Shift shift && last >= 0 && all.get(last) instanceof Shift before) {
                all.remove(last);
                long span = saturatedAdd(before.span(), shift.span());
                if (span != 0) {
                    all.add(new Shift(span));
                }
            } else {
                all.add(step);
            }
        }
        return new TimeMap(all);
    }

    /** The image of a value; the infinities are their own images, and an overflow saturates at them. */
    public long apply(long value) {
        long current = value;
        for (Step step : steps) {
            if (current == Interval.NEGATIVE_INFINITY || current == Interval.POSITIVE_INFINITY) {
                return current;
            }
            current = applied(step, current);
        }
        return current;
    }

    private static long applied(Step step, long value) {
        if (step instanceof Shift shift) {
            return saturatedAdd(value, shift.span());
        }
        if (step instanceof Months months) {
            return monthsLater(value, months.months(), months.envelope());
        }
        if (step instanceof MonthsBack back) {
            return monthsBefore(value, back.months(), back.envelope());
        }
        if (step instanceof Floor floor) {
            return floor.granularity().floor(value);
        }
        if (step instanceof ToLocal local) {
            return local.clock().toLocal(value, local.envelope());
        }
        if (step instanceof ToInstant instant) {
            return instant.clock().toInstant(value, instant.envelope());
        }
        return ((Ceiling) step).granularity().ceiling(value);
    }

    /** A value no greater than {@code apply(x) - x} for any x, in axis units; months count 28 days forward, 31 back. */
    public long leastOffset() {
        long offset = 0;
        for (Step step : steps) {
            if (step instanceof Shift shift) {
                offset = saturatedAdd(offset, shift.span());
            } else if (step instanceof Months months) {
                offset = saturatedAdd(offset, leastMonths(months.months()) - DAY);
            } else if (step instanceof MonthsBack back) {
                offset = saturatedAdd(offset, leastMonths(-back.months()));
            } else if (step instanceof Floor floor) {
                offset = saturatedAdd(offset, 1 - longest(floor.granularity()));
            } else if (step instanceof ToLocal local) {
                offset = saturatedAdd(offset, local.clock().leastOffset());
            } else if (step instanceof ToInstant instant) {
                offset = saturatedAdd(
                        offset,
                        -instant.clock().greatestOffset() - instant.clock().greatestChange());
            }
        }
        return offset;
    }

    /** A value no less than {@code apply(x) - x} for any x, in axis units; months count 31 days forward, 28 back. */
    public long greatestOffset() {
        long offset = 0;
        for (Step step : steps) {
            if (step instanceof Shift shift) {
                offset = saturatedAdd(offset, shift.span());
            } else if (step instanceof Months months) {
                offset = saturatedAdd(offset, -leastMonths(-months.months()) + DAY);
            } else if (step instanceof MonthsBack back) {
                offset = saturatedAdd(offset, -leastMonths(back.months()) + 3 * DAY);
            } else if (step instanceof Ceiling ceiling) {
                offset = saturatedAdd(offset, longest(ceiling.granularity()) - 1);
            } else if (step instanceof ToLocal local) {
                offset = saturatedAdd(offset, local.clock().greatestOffset());
            } else if (step instanceof ToInstant instant) {
                offset = saturatedAdd(
                        offset, -instant.clock().leastOffset() + instant.clock().greatestChange());
            }
        }
        return offset;
    }

    private static long leastMonths(int months) {
        return months * (months < 0 ? 31L : 28L) * DAY;
    }

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

    /**
     * On days that clamp (the 29th to the 31st seen from a shorter month) the hours of several days fall on one, so that a
     * later value can have an earlier sum: the lower envelope takes that day's midnight, the upper one its last instant.
     */
    private static long monthsLater(long value, int months, Envelope envelope) {
        LocalDateTime from = TimeAxis.dateTimeOf(value);
        long sum = TimeAxis.ofDateTime(from.plusMonths(months));
        LocalDate target = from.toLocalDate().plusMonths(months);
        boolean shorter = target.lengthOfMonth() < from.toLocalDate().lengthOfMonth();
        if (shorter && envelope == Envelope.LOWER && from.getDayOfMonth() >= target.lengthOfMonth()) {
            return Granularity.DAY.floor(sum);
        }
        if (shorter && envelope == Envelope.UPPER && from.getDayOfMonth() > target.lengthOfMonth()) {
            return Granularity.DAY.next(sum) - 1;
        }
        return sum;
    }

    private static long monthsBefore(long value, int months, Envelope envelope) {
        LocalDateTime from = TimeAxis.dateTimeOf(value);
        LocalDateTime base = from.plusMonths(-(long) months);
        boolean clamped = base.getDayOfMonth() < from.getDayOfMonth();
        long reached = TimeAxis.ofDateTime(base);
        if (envelope == Envelope.LOWER) {
            return clamped ? Granularity.DAY.next(reached) : reached;
        }
        if (clamped) {
            return Granularity.DAY.next(reached) - 1;
        }
        boolean lastOfMonth = from.getDayOfMonth() == from.toLocalDate().lengthOfMonth();
        return lastOfMonth
                ? TimeAxis.ofDateTime(base.withDayOfMonth(base.toLocalDate().lengthOfMonth()))
                : reached;
    }

    private static long saturatedAdd(long a, long b) {
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            return a < 0 ? Interval.NEGATIVE_INFINITY : Interval.POSITIVE_INFINITY;
        }
        return sum;
    }
}
