package dev.smelt.relation;

import dev.smelt.sql.Expr;
import dev.smelt.time.Granularity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads conditions on how far two times lie apart: differences, {@code date_diff}, {@code date_sub}, ABS of these. */
final class Differences {
    private final Comparisons comparisons;
    private final ExpressionReader expressions;
    private final LocalTime localTime;

    Differences(Comparisons comparisons, ExpressionReader expressions, LocalTime localTime) {
        this.localTime = localTime;
        this.comparisons = comparisons;
        this.expressions = expressions;
    }

    /**
     * {@code a - b < 3}, {@code a - b < INTERVAL '3 days'}, {@code date_diff('day', a, b) <= 3}, {@code date_sub}, and ABS
     * of these.
     */
    Optional<List<Constraint>> read(Expr left, String operator, Expr right, Expr whole) {
        if (left instanceof Expr.Call call
                && call.name().equals("abs")
                && call.arguments().size() == 1) {
            return absolute(call.arguments().get(0), operator, right, whole);
        }
        if (left instanceof Expr.Binary minus && minus.operator().equals("-")) {
            return subtraction(minus, operator, right, whole);
        }
        Optional<Long> count = Arithmetic.integer(right);
        if (left instanceof Expr.Call call && call.arguments().size() == 3 && count.isPresent()) {
            return switch (call.name()) {
                case "date_diff", "datediff" -> granulesApart(call, operator, count.get(), whole);
                case "date_sub", "datesub" -> unitsApart(call, operator, count.get(), whole);
                default -> Optional.empty();
            };
        }
        return Optional.empty();
    }

    private Optional<List<Constraint>> absolute(Expr inner, String operator, Expr right, Expr whole) {
        if (!operator.equals("<=") && !operator.equals("<")) {
            return Optional.empty();
        }
        Expr negative = new Expr.Negative(right, right.span());
        Optional<List<Constraint>> above = read(inner, operator, right, whole);
        Optional<List<Constraint>> below = read(inner, Comparisons.mirrored(operator), negative, whole);
        if (above.isEmpty() || below.isEmpty()) {
            return Optional.empty();
        }
        List<Constraint> both = new ArrayList<>(above.get());
        both.addAll(below.get());
        return Optional.of(both);
    }

    private Optional<List<Constraint>> subtraction(Expr.Binary minus, String operator, Expr right, Expr whole) {
        Value a = expressions.value(minus.left());
        Value b = expressions.value(minus.right());
        if (a.term().isEmpty() || b.term().isEmpty()) {
            return Optional.empty();
        }
        Value.Term left = a.term().get();
        Value.Term base = b.term().get();
        Optional<Long> days = Arithmetic.integer(right);
        if (days.isPresent() && left.kind() == base.kind()) {
            if (left.kind() == ValueKind.DATE) {
                Value.Operation add = new Value.Add(days.get() * Granularity.MICROS_PER_DAY);
                return Optional.of(comparisons.ordered(left, operator, base.plus(add, ValueKind.DATE), whole));
            }
            if (left.kind() == ValueKind.INTEGER) {
                return Optional.of(comparisons.ordered(
                        left, operator, base.plus(new Value.Add(days.get()), ValueKind.INTEGER), whole));
            }
        }
        return expressions.value(right) instanceof Value.Span span
                ? timesApart(left, base, operator, span, whole)
                : Optional.empty();
    }

    /** The engine compares intervals with months as 30 days and days as 24 hours. */
    private Optional<List<Constraint>> timesApart(
            Value.Term left, Value.Term base, String operator, Value.Span span, Expr whole) {
        long length = span.months() * 30L * Granularity.MICROS_PER_DAY + span.length();
        if (left.kind() == ValueKind.INSTANT || base.kind() == ValueKind.INSTANT) {
            Optional<Value.Term> later = localTime.cast(left, ValueKind.INSTANT);
            Optional<Value.Term> earlier = localTime.cast(base, ValueKind.INSTANT);
            if (later.isEmpty() || earlier.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(
                    length < 0
                            ? instantsApart(earlier.get(), later.get(), Comparisons.mirrored(operator), -length, whole)
                            : instantsApart(later.get(), earlier.get(), operator, length, whole));
        }
        boolean timestamps = left.kind() == ValueKind.TIMESTAMP || base.kind() == ValueKind.TIMESTAMP;
        return timestamps
                ? Optional.of(comparisons.ordered(
                        left, operator, base.plus(new Value.Add(length), ValueKind.TIMESTAMP), whole))
                : Optional.empty();
    }

    /**
     * Between instants the engine counts the whole days of local time, then the hours that are left. So "less than" ends at
     * that many days and hours later by the calendar; "more than" begins there, or earlier by as much as clocks ever change.
     *
     * @param length at least 0, in microseconds
     */
    private List<Constraint> instantsApart(
            Value.Term later, Value.Term earlier, String operator, long length, Expr whole) {
        Value.Span span = new Value.Span(0, length / Granularity.MICROS_PER_DAY, length % Granularity.MICROS_PER_DAY);
        Value.Term limit = localTime.plus(earlier, span, ValueKind.INSTANT);
        if (localTime.clock().isUtc()) {
            return comparisons.ordered(later, operator, limit, whole);
        }
        List<Constraint> found = new ArrayList<>();
        if (operator.startsWith("<") || operator.equals("=")) {
            found.addAll(comparisons.ordered(later, operator.equals("=") ? "<=" : operator, limit, whole));
        }
        if (operator.startsWith(">") || operator.equals("=")) {
            Value.Operation back = new Value.Add(-localTime.clock().greatestChange());
            found.addAll(comparisons.ordered(later, ">=", limit.plus(back, ValueKind.INSTANT), whole));
        }
        return found;
    }

    /** {@code date_diff(u, a, b) <= n}: floor(b) is at most n granules after floor(a); weeks are days divided by seven. */
    private Optional<List<Constraint>> granulesApart(Expr.Call call, String operator, long count, Expr whole) {
        Optional<Granularity> unit = unitOf(call);
        if (unit.isEmpty()
                || !(expressions.value(call.arguments().get(1)) instanceof Value.Term from)
                || !(expressions.value(call.arguments().get(2)) instanceof Value.Term to)
                || !from.kind().isPointOnTimeAxis()
                || !to.kind().isPointOnTimeAxis()
                || (differ(from, to) && localTime.clock().skipsMidnight())) {
            // Where a day begins at one o'clock, DuckDB 2.0 counts it and the next, an hour short, as one.
            return Optional.empty();
        }
        if (unit.get().equals(Granularity.WEEK)) {
            // DuckDB 2.0 counts no Mondays here: it divides the days between by seven, truncated towards zero
            return Optional.of(truncated(
                    localTime.floor(from, Granularity.DAY, ValueKind.TIMESTAMP),
                    localTime.floor(to, Granularity.DAY, ValueKind.TIMESTAMP),
                    7 * Granularity.MICROS_PER_DAY,
                    operator,
                    count,
                    whole));
        }
        if (unit.get().equals(Granularity.HOUR) && differ(from, to)) {
            return Optional.empty();
        }
        Value.Term moved = localTime
                .floor(from, unit.get(), ValueKind.TIMESTAMP)
                .plus(granules(unit.get(), count), ValueKind.TIMESTAMP);
        return Optional.of(
                comparisons.ordered(localTime.floor(to, unit.get(), ValueKind.TIMESTAMP), operator, moved, whole));
    }

    private static Value.Operation granules(Granularity unit, long count) {
        return switch (unit.unit()) {
            case HOUR -> new Value.Add(count * Granularity.MICROS_PER_HOUR);
            case DAY -> new Value.Add(count * Granularity.MICROS_PER_DAY);
            case WEEK -> new Value.Add(count * 7 * Granularity.MICROS_PER_DAY);
            case MONTH -> new Value.AddMonths(Math.toIntExact(count));
            case QUARTER -> new Value.AddMonths(Math.toIntExact(3 * count));
            case YEAR -> new Value.AddMonths(Math.toIntExact(12 * count));
            case INTEGER -> new Value.Add(count);
        };
    }

    /** {@code date_sub(u, a, b)} counts whole units between, truncated towards zero; only units of a fixed length. */
    private Optional<List<Constraint>> unitsApart(Expr.Call call, String operator, long count, Expr whole) {
        Optional<Granularity> unit = unitOf(call);
        if (unit.isEmpty()
                || !(granules(unit.get(), 1) instanceof Value.Add one)
                || !(expressions.value(call.arguments().get(1)) instanceof Value.Term from)
                || !(expressions.value(call.arguments().get(2)) instanceof Value.Term to)
                || !from.kind().isPointOnTimeAxis()
                || !to.kind().isPointOnTimeAxis()
                || differ(from, to)) {
            return Optional.empty();
        }
        return Optional.of(truncated(from, to, one.span(), operator, count, whole));
    }

    /** What follows from {@code (to - from) / unit}, truncated towards zero, compared with a number. */
    private List<Constraint> truncated(
            Value.Term from, Value.Term to, long unit, String operator, long count, Expr whole) {
        boolean upper = operator.startsWith("<");
        long bound = operator.equals("<") ? count - 1 : operator.equals(">") ? count + 1 : count;
        List<Constraint> found = new ArrayList<>();
        if (upper || operator.equals("=")) {
            Value.Term limit = from.plus(new Value.Add((bound < 0 ? bound : bound + 1) * unit), ValueKind.TIMESTAMP);
            found.addAll(comparisons.ordered(to, bound < 0 ? "<=" : "<", limit, whole));
        }
        if (operator.startsWith(">") || operator.equals("=")) {
            Value.Term limit = from.plus(new Value.Add((bound > 0 ? bound : bound - 1) * unit), ValueKind.TIMESTAMP);
            found.addAll(comparisons.ordered(to, bound > 0 ? ">=" : ">", limit, whole));
        }
        return found;
    }

    /** Whether hours between the two are not those of local time. */
    private boolean differ(Value.Term from, Value.Term to) {
        boolean instants = from.kind() == ValueKind.INSTANT || to.kind() == ValueKind.INSTANT;
        return instants && !localTime.clock().isUtc();
    }

    private static Optional<Granularity> unitOf(Expr.Call call) {
        return call.arguments().get(0) instanceof Expr.Literal literal
                ? TimeFunctions.unit(literal.text())
                : Optional.empty();
    }
}
