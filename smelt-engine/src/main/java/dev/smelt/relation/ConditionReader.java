package dev.smelt.relation;

import dev.smelt.sql.Expr;
import dev.smelt.sql.ExprChildren;
import dev.smelt.time.Granularity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads a condition that holds for every row as {@link Constraint}s. A part that it cannot read exactly gives none; where
 * such a part speaks of time it is reported as residue.
 */
final class ConditionReader {
    private final Reading reading;
    private final ExpressionReader expressions;

    ConditionReader(Reading reading, ExpressionReader expressions) {
        this.reading = reading;
        this.expressions = expressions;
    }

    /** What follows from the condition being true. */
    List<Constraint> read(Expr condition) {
        List<Constraint> found = holds(condition, false);
        reportResidue(condition, found);
        return found;
    }

    /** Two times that meet in a condition which says nothing about either. */
    private void reportResidue(Expr condition, List<Constraint> found) {
        List<Variable> times = new ArrayList<>();
        gatherTimes(condition, times);
        boolean meet = times.stream().distinct().count() > 1;
        boolean read = found.stream()
                .anyMatch(constraint -> times.contains(constraint.target()) || times.contains(constraint.source()));
        if (meet && !read) {
            reading.leaveOver(condition.span(), "it is not a comparison of two times that smelt can read");
        }
    }

    private List<Constraint> holds(Expr condition, boolean negated) {
        if (condition instanceof Expr.Not not) {
            return holds(not.operand(), !negated);
        }
        if (condition instanceof Expr.And and) {
            return negated ? anyOf(and.operands(), true) : allOf(and.operands(), false);
        }
        if (condition instanceof Expr.Or or) {
            return negated ? allOf(or.operands(), true) : anyOf(or.operands(), false);
        }
        if (condition instanceof Expr.Between between) {
            return between(between, negated != between.negated());
        }
        if (condition instanceof Expr.Binary binary && binary.isComparison()) {
            String operator = negated ? opposite(binary.operator()) : binary.operator();
            return compared(binary.left(), operator, binary.right(), binary);
        }
        return List.of();
    }

    private List<Constraint> allOf(List<Expr> operands, boolean negated) {
        List<Constraint> all = new ArrayList<>();
        for (Expr operand : operands) {
            List<Constraint> found = holds(operand, negated);
            reportResidue(operand, found);
            all.addAll(found);
        }
        return all;
    }

    private List<Constraint> anyOf(List<Expr> operands, boolean negated) {
        return Constraint.hull(
                operands.stream().map(operand -> holds(operand, negated)).toList());
    }

    private List<Constraint> between(Expr.Between between, boolean negated) {
        if (negated) {
            return List.of();
        }
        List<Constraint> both = new ArrayList<>(compared(between.operand(), ">=", between.low(), between));
        both.addAll(compared(between.operand(), "<=", between.high(), between));
        return both;
    }

    /** @param whole the clause that is named as evidence */
    List<Constraint> compared(Expr left, String operator, Expr right, Expr whole) {
        Optional<List<Constraint>> difference = difference(left, operator, right, whole);
        if (difference.isPresent()) {
            return difference.get();
        }
        Optional<List<Constraint>> mirrored = difference(right, mirrored(operator), left, whole);
        return mirrored.orElseGet(() -> ordered(expressions.value(left), operator, expressions.value(right), whole));
    }

    private List<Constraint> ordered(Value left, String operator, Value right, Expr whole) {
        if (left instanceof Value.Choice choice) {
            return eitherWay(choice, option -> ordered(option, operator, right, whole));
        }
        if (right instanceof Value.Choice choice) {
            return eitherWay(choice, option -> ordered(left, operator, option, whole));
        }
        if (!(left instanceof Value.Term a) || !(right instanceof Value.Term b) || !comparable(a, b, operator)) {
            return List.of();
        }
        Value.Term one = asComparedWith(a, b);
        Value.Term other = asComparedWith(b, a);
        List<Evidence> evidence =
                List.of(reading.evidence(whole.span(), Formula.of(one) + " " + operator + " " + Formula.of(other)));
        return switch (operator) {
            case "<=", "<" -> Constraint.atMost(one, other, operator.equals("<"), evidence, Optional.empty());
            case ">=", ">" -> Constraint.atMost(other, one, operator.equals(">"), evidence, Optional.empty());
            case "=" -> Constraint.equal(one, other, evidence, Optional.empty());
            default -> List.of();
        };
    }

    /** What holds of a choice as one value, and whichever of its options it is. */
    private static List<Constraint> eitherWay(Value.Choice choice, Function<Value, List<Constraint>> reading) {
        List<Constraint> found = new ArrayList<>(reading.apply(choice.self()));
        found.addAll(Constraint.hull(choice.options().stream().map(reading).toList()));
        return found;
    }

    /** Texts have no order in time; two texts that are equal are the same time all the same. */
    private static boolean comparable(Value.Term a, Value.Term b, String operator) {
        if (a.kind() == ValueKind.INTEGER && b.kind() == ValueKind.INTEGER) {
            return true;
        }
        if (a.kind() == b.kind() && operator.equals("=")) {
            return true;
        }
        boolean points = a.kind().isPointOnTimeAxis() && b.kind().isPointOnTimeAxis();
        return points && !(a.kind() == ValueKind.TEXT && b.kind() == ValueKind.TEXT);
    }

    /** The engine casts a text to the other side's type before it compares. */
    private static Value.Term asComparedWith(Value.Term term, Value.Term other) {
        return term.kind() == ValueKind.TEXT && other.kind() == ValueKind.DATE
                ? term.plus(new Value.FloorTo(Granularity.DAY), ValueKind.DATE)
                : term;
    }

    /**
     * {@code a - b < 3}, {@code a - b < INTERVAL '3 days'}, {@code date_diff('day', a, b) <= 3}, {@code date_sub}, and ABS
     * of these.
     */
    private Optional<List<Constraint>> difference(Expr left, String operator, Expr right, Expr whole) {
        if (left instanceof Expr.Call call
                && call.name().equals("abs")
                && call.arguments().size() == 1) {
            return absolute(call.arguments().get(0), operator, right, whole);
        }
        if (left instanceof Expr.Binary minus && minus.operator().equals("-")) {
            return subtraction(minus, operator, right, whole);
        }
        Optional<Long> count = ExpressionReader.integer(right);
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
        Optional<List<Constraint>> above = difference(inner, operator, right, whole);
        Optional<List<Constraint>> below = difference(inner, mirrored(operator), negative, whole);
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
        Optional<Long> days = ExpressionReader.integer(right);
        if (days.isPresent() && left.kind() == base.kind()) {
            if (left.kind() == ValueKind.DATE) {
                Value.Operation add = new Value.Add(days.get() * Granularity.MICROS_PER_DAY);
                return Optional.of(ordered(left, operator, base.plus(add, ValueKind.DATE), whole));
            }
            if (left.kind() == ValueKind.INTEGER) {
                return Optional.of(
                        ordered(left, operator, base.plus(new Value.Add(days.get()), ValueKind.INTEGER), whole));
            }
        }
        boolean timestamps = left.kind() == ValueKind.TIMESTAMP || base.kind() == ValueKind.TIMESTAMP;
        if (timestamps && expressions.value(right) instanceof Value.Span span) {
            // the engine compares intervals with months as 30 days
            long micros = span.months() * 30L * Granularity.MICROS_PER_DAY + span.micros();
            return Optional.of(ordered(left, operator, base.plus(new Value.Add(micros), ValueKind.TIMESTAMP), whole));
        }
        return Optional.empty();
    }

    /** {@code date_diff(u, a, b) <= n}: floor(b) is at most n granules after floor(a); weeks are days divided by seven. */
    private Optional<List<Constraint>> granulesApart(Expr.Call call, String operator, long count, Expr whole) {
        Optional<Granularity> unit = unitOf(call);
        if (unit.isEmpty()
                || !(expressions.value(call.arguments().get(1)) instanceof Value.Term from)
                || !(expressions.value(call.arguments().get(2)) instanceof Value.Term to)
                || !from.kind().isPointOnTimeAxis()
                || !to.kind().isPointOnTimeAxis()) {
            return Optional.empty();
        }
        if (unit.get().equals(Granularity.WEEK)) {
            // DuckDB 2.0 counts no Mondays here: it divides the days between by seven, truncated towards zero
            Value.Operation day = new Value.FloorTo(Granularity.DAY);
            return Optional.of(truncated(
                    from.plus(day, ValueKind.TIMESTAMP),
                    to.plus(day, ValueKind.TIMESTAMP),
                    7 * Granularity.MICROS_PER_DAY,
                    operator,
                    count,
                    whole));
        }
        Value.Operation floor = new Value.FloorTo(unit.get());
        Value.Term moved = from.plus(floor, ValueKind.TIMESTAMP).plus(granules(unit.get(), count), ValueKind.TIMESTAMP);
        return Optional.of(ordered(to.plus(floor, ValueKind.TIMESTAMP), operator, moved, whole));
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
                || !to.kind().isPointOnTimeAxis()) {
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
            found.addAll(ordered(to, bound < 0 ? "<=" : "<", limit, whole));
        }
        if (operator.startsWith(">") || operator.equals("=")) {
            Value.Term limit = from.plus(new Value.Add((bound > 0 ? bound : bound - 1) * unit), ValueKind.TIMESTAMP);
            found.addAll(ordered(to, bound > 0 ? ">=" : ">", limit, whole));
        }
        return found;
    }

    private static Optional<Granularity> unitOf(Expr.Call call) {
        return call.arguments().get(0) instanceof Expr.Literal literal
                ? ExpressionReader.unit(literal.text())
                : Optional.empty();
    }

    private static String mirrored(String operator) {
        return switch (operator) {
            case "<" -> ">";
            case "<=" -> ">=";
            case ">" -> "<";
            case ">=" -> "<=";
            default -> operator;
        };
    }

    private static String opposite(String operator) {
        return switch (operator) {
            case "<" -> ">=";
            case "<=" -> ">";
            case ">" -> "<=";
            case ">=" -> "<";
            case "=" -> "<>";
            default -> "=";
        };
    }

    /** The dates and timestamps that it mentions; one that meets only a constant bounds nothing and surprises nobody. */
    private void gatherTimes(Expr expression, List<Variable> times) {
        if (expression instanceof Expr.ColumnRef column && expressions.value(column) instanceof Value.Term term) {
            if (term.kind() == ValueKind.DATE
                    || (term.kind() == ValueKind.TIMESTAMP && !term.support().isEmpty())) {
                times.add(term.variable());
            }
        }
        ExprChildren.of(expression).forEach(child -> gatherTimes(child, times));
    }
}
