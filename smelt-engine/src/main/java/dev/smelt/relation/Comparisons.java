package dev.smelt.relation;

import dev.smelt.sql.Expr;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads comparisons of two values as {@link Constraint}s, in either direction and through their differences. */
final class Comparisons {
    private final Reading reading;
    private final ExpressionReader expressions;
    private final Differences differences;
    private final LocalTime localTime;

    Comparisons(Reading reading, ExpressionReader expressions) {
        this.reading = reading;
        this.localTime = reading.localTime();
        this.expressions = expressions;
        this.differences = new Differences(this, expressions, reading.localTime());
    }

    /** @param whole the clause that is named as evidence */
    List<Constraint> read(Expr left, String operator, Expr right, Expr whole) {
        Optional<List<Constraint>> difference = differences.read(left, operator, right, whole);
        if (difference.isPresent()) {
            return difference.get();
        }
        Optional<List<Constraint>> mirrored = differences.read(right, mirrored(operator), left, whole);
        return mirrored.orElseGet(() -> ordered(expressions.value(left), operator, expressions.value(right), whole));
    }

    /** What {@code left operator right} says of what the two are computed from. */
    List<Constraint> ordered(Value left, String operator, Value right, Expr whole) {
        if (left instanceof Value.Choice choice) {
            return eitherWay(choice, option -> ordered(option, operator, right, whole));
        }
        if (right instanceof Value.Choice choice) {
            return eitherWay(choice, option -> ordered(left, operator, option, whole));
        }
        if (!(left instanceof Value.Term a) || !(right instanceof Value.Term b) || !comparable(a, b, operator)) {
            return List.of();
        }
        Optional<Value.Term> first = asComparedWith(a, b);
        Optional<Value.Term> second = asComparedWith(b, a);
        if (first.isEmpty() || second.isEmpty()) {
            return List.of();
        }
        Value.Term one = first.get();
        Value.Term other = second.get();
        List<Evidence> evidence = List.of(reading.evidence(whole.span(), Formula.compared(one, operator, other)));
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

    /** The engine casts a text to the other side's type before it compares, and a local time to an instant. */
    private Optional<Value.Term> asComparedWith(Value.Term term, Value.Term other) {
        boolean castText = term.kind() == ValueKind.TEXT && other.kind() == ValueKind.DATE;
        return castText || (other.kind() == ValueKind.INSTANT && term.kind().isPointOnTimeAxis())
                ? localTime.cast(term, other.kind())
                : Optional.of(term);
    }

    /** The operator when the sides change places. */
    static String mirrored(String operator) {
        return switch (operator) {
            case "<" -> ">";
            case "<=" -> ">=";
            case ">" -> "<";
            case ">=" -> "<=";
            default -> operator;
        };
    }
}
