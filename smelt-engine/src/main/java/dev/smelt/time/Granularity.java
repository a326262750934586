package dev.smelt.time;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The unit of storage and work of a clocked relation: one partition is one granule.
 *
 * <p>Every method works on axis values (see {@link Interval}). The infinities are their own floor, ceiling and
 * successor.
 *
 * @param weekStart the first day of a week; meaningful for {@link Unit#WEEK} only, Monday elsewhere
 */
public record Granularity(Unit unit, DayOfWeek weekStart) {
    /** The granules a partition column can have; INTEGER is a partition per integer value. */
    public enum Unit {
        HOUR,
        DAY,
        WEEK,
        MONTH,
        QUARTER,
        YEAR,
        INTEGER
    }

    public static final Granularity HOUR = new Granularity(Unit.HOUR, DayOfWeek.MONDAY);
    public static final Granularity DAY = new Granularity(Unit.DAY, DayOfWeek.MONDAY);
    public static final Granularity WEEK = new Granularity(Unit.WEEK, DayOfWeek.MONDAY);
    public static final Granularity MONTH = new Granularity(Unit.MONTH, DayOfWeek.MONDAY);
    public static final Granularity QUARTER = new Granularity(Unit.QUARTER, DayOfWeek.MONDAY);
    public static final Granularity YEAR = new Granularity(Unit.YEAR, DayOfWeek.MONDAY);
    public static final Granularity INTEGER = new Granularity(Unit.INTEGER, DayOfWeek.MONDAY);

    public static final long MICROS_PER_HOUR = 3_600_000_000L;
    public static final long MICROS_PER_DAY = 24 * MICROS_PER_HOUR;

    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final DateTimeFormatter TIMESTAMP = new DateTimeFormatterBuilder()
            .appendPattern("yyyy-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.MICRO_OF_SECOND, 0, 6, true)
            .toFormatter(Locale.ROOT);

    public static Granularity week(DayOfWeek start) {
        return new Granularity(Unit.WEEK, start);
    }

    /** The named unit, lower or upper case, or nothing where there is no such unit; "integer" is not a name users write. */
    public static Optional<Granularity> named(String name) {
        for (Unit unit : Unit.values()) {
            if (unit != Unit.INTEGER && unit.name().equalsIgnoreCase(name)) {
                return Optional.of(new Granularity(unit, DayOfWeek.MONDAY));
            }
        }
        return Optional.empty();
    }

    /** Reads what {@link #toString} writes: {@code day}, {@code week from sunday}, {@code integer}. */
    public static Optional<Granularity> read(String text) {
        if (text.equals(INTEGER.toString())) {
            return Optional.of(INTEGER);
        }
        return Stream.concat(Stream.of(DayOfWeek.values()).map(Granularity::week), named(text).stream())
                .filter(granularity -> granularity.toString().equals(text))
                .findFirst();
    }

    public boolean isTime() {
        return unit != Unit.INTEGER;
    }

    /** The start of the granule that holds the value. */
    public long floor(long value) {
        if (isInfinite(value)) {
            return value;
        }
        return switch (unit) {
            case INTEGER -> value;
            case HOUR -> Math.floorDiv(value, MICROS_PER_HOUR) * MICROS_PER_HOUR;
            case DAY -> Math.floorDiv(value, MICROS_PER_DAY) * MICROS_PER_DAY;
            case WEEK -> TimeAxis.ofDate(TimeAxis.dateOf(value).with(TemporalAdjusters.previousOrSame(weekStart)));
            case MONTH -> TimeAxis.ofDate(TimeAxis.dateOf(value).withDayOfMonth(1));
            case QUARTER -> {
                LocalDate date = TimeAxis.dateOf(value);
                yield TimeAxis.ofDate(LocalDate.of(date.getYear(), (date.getMonthValue() - 1) / 3 * 3 + 1, 1));
            }
            case YEAR -> TimeAxis.ofDate(TimeAxis.dateOf(value).withDayOfYear(1));
        };
    }

    /** The start of the granule after the one that holds the value. */
    public long next(long value) {
        return plus(floor(value), 1);
    }

    /** The value itself where it starts a granule, else the start of the next one. */
    public long ceiling(long value) {
        long floor = floor(value);
        return floor == value ? value : plus(floor, 1);
    }

    /** The granule start that lies the given number of granules (which may be negative) after this granule start. */
    public long plus(long granuleStart, long granules) {
        if (isInfinite(granuleStart)) {
            return granuleStart;
        }
        return switch (unit) {
            case INTEGER -> granuleStart + granules;
            case HOUR -> granuleStart + granules * MICROS_PER_HOUR;
            case DAY -> granuleStart + granules * MICROS_PER_DAY;
            case WEEK -> granuleStart + granules * 7 * MICROS_PER_DAY;
            case MONTH -> TimeAxis.ofDate(TimeAxis.dateOf(granuleStart).plusMonths(granules));
            case QUARTER -> TimeAxis.ofDate(TimeAxis.dateOf(granuleStart).plusMonths(3 * granules));
            case YEAR -> TimeAxis.ofDate(TimeAxis.dateOf(granuleStart).plusYears(granules));
        };
    }

    /** The granule that holds the value. */
    public Interval granule(long value) {
        return new Interval(floor(value), next(value));
    }

    /** The smallest union of whole granules that covers the interval. */
    public Interval outward(Interval interval) {
        return interval.isEmpty() ? interval : new Interval(floor(interval.start()), ceiling(interval.end()));
    }

    /** The largest union of whole granules inside the interval; empty where there is none. */
    public Interval inward(Interval interval) {
        long start = ceiling(interval.start());
        long end = floor(interval.end());
        return start < end ? new Interval(start, end) : Interval.EMPTY;
    }

    public boolean isAligned(Interval interval) {
        return floor(interval.start()) == interval.start() && floor(interval.end()) == interval.end();
    }

    /** How many granules start in a bounded interval. */
    public long count(Interval interval) {
        if (interval.isEmpty()) {
            return 0;
        }
        long first = ceiling(interval.start());
        long last = ceiling(interval.end());
        return switch (unit) {
            case INTEGER -> last - first;
            case HOUR -> (last - first) / MICROS_PER_HOUR;
            case DAY -> (last - first) / MICROS_PER_DAY;
            case WEEK -> (last - first) / (7 * MICROS_PER_DAY);
            case MONTH -> ChronoUnit.MONTHS.between(TimeAxis.dateOf(first), TimeAxis.dateOf(last));
            case QUARTER -> ChronoUnit.MONTHS.between(TimeAxis.dateOf(first), TimeAxis.dateOf(last)) / 3;
            case YEAR -> ChronoUnit.YEARS.between(TimeAxis.dateOf(first), TimeAxis.dateOf(last));
        };
    }

    /**
     * The value as users write and read it and as SQL literals hold it: {@code 2026-04-01} at midnight for grains of a
     * day and longer, {@code 2026-04-01 05:00:00} otherwise, digits on an integer axis, {@code -infinity} and
     * {@code infinity} for the infinities.
     */
    public String format(long value) {
        if (value == Interval.NEGATIVE_INFINITY) {
            return "-infinity";
        }
        if (value == Interval.POSITIVE_INFINITY) {
            return "infinity";
        }
        if (unit == Unit.INTEGER) {
            return Long.toString(value);
        }
        boolean midnight = Math.floorMod(value, MICROS_PER_DAY) == 0;
        return unit != Unit.HOUR && midnight
                ? TimeAxis.dateOf(value).toString()
                : TIMESTAMP.format(TimeAxis.dateTimeOf(value));
    }

    /** {@code [start, end)} with both sides as {@link #format} gives them. */
    public String format(Interval interval) {
        return "[" + format(interval.start()) + ", " + format(interval.end()) + ")";
    }

    /**
     * Reads {@code 2026-05-01}, {@code 2026-05-01T05:00[:00[.ffffff]]} (a blank may stand for the T) or, on an integer
     * axis, a whole number; nothing where the text is none of these.
     */
    public Optional<Long> parse(String text) {
        String trimmed = text.trim();
        try {
            if (unit == Unit.INTEGER) {
                return Optional.of(Long.parseLong(trimmed));
            }
            if (DATE.matcher(trimmed).matches()) {
                return Optional.of(TimeAxis.ofDate(LocalDate.parse(trimmed)));
            }
            return Optional.of(TimeAxis.ofDateTime(LocalDateTime.parse(trimmed.replace(' ', 'T'))));
        } catch (DateTimeException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        String name = unit.name().toLowerCase(Locale.ROOT);
        return unit == Unit.WEEK && weekStart != DayOfWeek.MONDAY
                ? name + " from " + weekStart.name().toLowerCase(Locale.ROOT)
                : name;
    }

    private static boolean isInfinite(long value) {
        return value == Interval.NEGATIVE_INFINITY || value == Interval.POSITIVE_INFINITY;
    }
}
