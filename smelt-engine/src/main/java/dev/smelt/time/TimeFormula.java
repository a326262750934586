package dev.smelt.time;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A {@link TimeMap} in words, such as {@code P - 2 days} or {@code month(ts) + 1 day}. Steps that change nothing are left
 * out: where a value is known to be a midnight, so are its floors to a day, and a whole number of days later it still is;
 * where it starts a month, it is its own start of the month, and a moment later the next one is a month away.
 */
public final class TimeFormula {

    private static final long DAY = Granularity.MICROS_PER_DAY;

    /** A value that is a midnight if {@link #midnight} says so, and what is added to it. */
    private String base;

    private boolean midnight;

    /** Of which granularity the base is known to start a granule. */
    private Optional<Granularity> starts = Optional.empty();

    private long span;

    private TimeFormula(String base, boolean midnight) {
        this.base = base;
        this.midnight = midnight;
    }

    /**
     * The map applied to something called by a name.
     *
     * @param midnights whether only midnights are meant, as a DATE has them
     */
    public static String of(TimeMap map, String name, boolean midnights) {
        TimeFormula formula = new TimeFormula(name, midnights);
        map.steps().forEach(formula::apply);
        return formula.text();
    }

    /** As {@link #of(TimeMap, String, boolean)} on an integer axis, which knows shifts only. */
    public static String ofIntegers(TimeMap map, String name) {
        long sum = map.steps().stream()
                .filter(TimeMap.Shift.class::isInstance)
                .mapToLong(step -> ((TimeMap.Shift) step).span())
                .sum();
        return sum == 0 ? name : name + (sum < 0 ? " - " : " + ") + Math.abs(sum);
    }

    private void apply(TimeMap.Step step) {
        if (step instanceof TimeMap.Shift shift) {
            span += shift.span();
        } else if (step instanceof TimeMap.Months months) {
            addMonths(months.months());
        } else if (step instanceof TimeMap.MonthsBack back) {
            addMonths(-(long) back.months());
        } else if (step instanceof TimeMap.Floor floor) {
            Granularity granularity = floor.granularity();
            round(granularity, granularity.floor(span), span < 0 ? -1 : 0, granularity.toString());
        } else if (step instanceof TimeMap.Ceiling ceiling) {
            Granularity granularity = ceiling.granularity();
            round(granularity, granularity.ceiling(span), span > 0 ? 1 : 0, "next " + granularity);
        }
    }

    /**
     * Between midnights the grid of hours and days is the same everywhere, so rounding touches the added span alone; so it
     * does near the start of a granule.
     *
     * @param rounded the span on the grid of hours or days
     * @param granules how many granules the span, if it is shorter than one, is rounded to
     */
    private void round(Granularity granularity, long rounded, int granules, String name) {
        boolean even = granularity.equals(Granularity.DAY) || granularity.equals(Granularity.HOUR);
        if (midnight && even) {
            span = rounded;
            return;
        }
        if (starts.filter(granularity::equals).isPresent() && Math.abs(span) < shortest(granularity)) {
            base += granules == 0
                    ? ""
                    : signed(granules, granularity.unit().name().toLowerCase(Locale.ROOT));
            span = 0;
            return;
        }
        base = name + "(" + text() + ")";
        span = 0;
        midnight = !granularity.equals(Granularity.HOUR);
        starts = Optional.of(granularity);
    }

    private static long shortest(Granularity granularity) {
        return switch (granularity.unit()) {
            case INTEGER -> 1;
            case HOUR -> Granularity.MICROS_PER_HOUR;
            case DAY -> DAY;
            case WEEK -> 7 * DAY;
            case MONTH -> 28 * DAY;
            case QUARTER -> 90 * DAY;
            case YEAR -> 365 * DAY;
        };
    }

    private void addMonths(long months) {
        midnight = midnight && span % DAY == 0;
        starts = Optional.empty();
        base = text() + signed(months, "month");
        span = 0;
    }

    private String text() {
        if (span == 0) {
            return base;
        }
        long rest = Math.abs(span);
        List<String> parts = new ArrayList<>();
        rest = take(parts, rest, DAY, "day");
        rest = take(parts, rest, Granularity.MICROS_PER_HOUR, "hour");
        rest = take(parts, rest, 60_000_000L, "minute");
        rest = take(parts, rest, 1_000_000L, "second");
        take(parts, rest, 1, "microsecond");
        return base + (span < 0 ? " - " : " + ") + String.join(" ", parts);
    }

    private static long take(List<String> parts, long rest, long unit, String name) {
        if (rest >= unit) {
            parts.add(counted(rest / unit, name));
        }
        return rest % unit;
    }

    private static String signed(long amount, String unit) {
        return (amount < 0 ? " - " : " + ") + counted(Math.abs(amount), unit);
    }

    private static String counted(long amount, String unit) {
        return amount + " " + unit + (amount == 1 ? "" : "s");
    }
}
