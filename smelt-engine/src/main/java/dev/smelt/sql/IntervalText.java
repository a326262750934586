package dev.smelt.sql;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what an interval says, exactly as the engine does, or not at all: months, days and microseconds apart. */
public record IntervalText(int months, long days, long micros) {
    private static final long SECOND = 1_000_000L;
    private static final Pattern WHOLE_NUMBER = Pattern.compile("[+-]?\\d{1,15}");
    private static final Pattern PART = Pattern.compile(
            "\\s*(-?)(?:(\\d{1,15})\\s*([A-Za-z]+)|(\\d{1,6}):(\\d\\d)(?::(\\d\\d(?:\\.\\d{1,6})?))?)\\s*");
    private static final Map<String, IntervalText> UNITS = Map.ofEntries(
            Map.entry("millennium", month(12_000)),
            Map.entry("century", month(1_200)),
            Map.entry("decade", month(120)),
            Map.entry("year", month(12)),
            Map.entry("quarter", month(3)),
            Map.entry("month", month(1)),
            Map.entry("mon", month(1)),
            Map.entry("week", new IntervalText(0, 7, 0)),
            Map.entry("day", new IntervalText(0, 1, 0)),
            Map.entry("hour", new IntervalText(0, 0, 3_600 * SECOND)),
            Map.entry("minute", new IntervalText(0, 0, 60 * SECOND)),
            Map.entry("min", new IntervalText(0, 0, 60 * SECOND)),
            Map.entry("second", new IntervalText(0, 0, SECOND)),
            Map.entry("sec", new IntervalText(0, 0, SECOND)),
            Map.entry("millisecond", new IntervalText(0, 0, 1_000)),
            Map.entry("microsecond", new IntervalText(0, 0, 1)));

    private static IntervalText month(int months) {
        return new IntervalText(months, 0, 0);
    }

    /** Whether the word names a unit, in the singular or the plural. */
    public static boolean isUnit(String word) {
        return unit(word).isPresent();
    }

    /** {@code count unit}: {@code 3, "DAYS"}. Empty for an unknown unit or one out of range. */
    public static Optional<IntervalText> of(long count, String unit) {
        return unit(unit).flatMap(each -> each.times(count));
    }

    /** The interval of that many units, where the count is a whole number. */
    public static Optional<IntervalText> counted(String count, String unit) {
        String text = count.trim();
        return WHOLE_NUMBER.matcher(text).matches() ? of(Long.parseLong(text), unit) : Optional.empty();
    }

    /** The constant that says so. */
    public Expr.IntervalLiteral at(Span span) {
        return new Expr.IntervalLiteral(months, days, micros, span);
    }

    /** The text of an interval string: {@code 3 days}, {@code 1 day 12 hours}, {@code -2 months}, {@code 01:30:00}. */
    public static Optional<IntervalText> parse(String text) {
        Matcher matcher = PART.matcher(text);
        Optional<IntervalText> sum = Optional.of(new IntervalText(0, 0, 0));
        int from = 0;
        while (sum.isPresent() && from < text.length()) {
            matcher.region(from, text.length());
            if (!matcher.lookingAt()) {
                return Optional.empty();
            }
            boolean negative = matcher.group(1).equals("-");
            Optional<IntervalText> part = matcher.group(2) != null
                    ? of(signed(negative, Long.parseLong(matcher.group(2))), matcher.group(3))
                    : clock(matcher).flatMap(each -> each.times(negative ? -1 : 1));
            sum = sum.flatMap(so -> part.flatMap(so::plus));
            from = matcher.end();
        }
        return text.isBlank() ? Optional.empty() : sum;
    }

    private static long signed(boolean negative, long value) {
        return negative ? -value : value;
    }

    private static Optional<IntervalText> clock(Matcher matcher) {
        long minutes = Long.parseLong(matcher.group(4)) * 60 + Long.parseLong(matcher.group(5));
        BigDecimal seconds = matcher.group(6) == null ? BigDecimal.ZERO : new BigDecimal(matcher.group(6));
        long micros = seconds.movePointRight(6).longValueExact();
        boolean valid = Long.parseLong(matcher.group(5)) < 60 && micros < 60 * SECOND;
        return valid ? Optional.of(new IntervalText(0, 0, minutes * 60 * SECOND + micros)) : Optional.empty();
    }

    private static Optional<IntervalText> unit(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        String singular = lower.equals("centuries")
                ? "century"
                : lower.equals("millennia")
                        ? "millennium"
                        : lower.endsWith("s") ? lower.substring(0, lower.length() - 1) : lower;
        return Optional.ofNullable(UNITS.get(singular));
    }

    /** The interval that many times; empty where it leaves the range. */
    public Optional<IntervalText> times(long count) {
        try {
            return Optional.of(new IntervalText(
                    Math.toIntExact(Math.multiplyExact(months, count)),
                    Math.multiplyExact(days, count),
                    Math.multiplyExact(micros, count)));
        } catch (ArithmeticException outOfRange) {
            return Optional.empty();
        }
    }

    private Optional<IntervalText> plus(IntervalText other) {
        try {
            return Optional.of(new IntervalText(
                    Math.addExact(months, other.months),
                    Math.addExact(days, other.days),
                    Math.addExact(micros, other.micros)));
        } catch (ArithmeticException outOfRange) {
            return Optional.empty();
        }
    }
}
