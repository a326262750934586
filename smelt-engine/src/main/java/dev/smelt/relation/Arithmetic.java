package dev.smelt.relation;

import dev.smelt.sql.Expr;
import dev.smelt.time.Granularity;
import java.util.Optional;

/** Reads sums and differences: a time and a span, a date and a number of days, two spans, two integers. */
final class Arithmetic {
    private final ExpressionReader expressions;
    private final LocalTime localTime;

    Arithmetic(ExpressionReader expressions, LocalTime localTime) {
        this.expressions = expressions;
        this.localTime = localTime;
    }

    Value read(Expr.Binary binary) {
        boolean plus = binary.operator().equals("+");
        if (!plus && !binary.operator().equals("-")) {
            return expressions.opaque(binary);
        }
        Value left = expressions.value(binary.left());
        Value right = expressions.value(binary.right());
        if (plus && left instanceof Value.Span && !(right instanceof Value.Span)) {
            return moved(right, (Value.Span) left, binary);
        }
        if (right instanceof Value.Span span) {
            return moved(left, plus ? span : span.negated(), binary);
        }
        Optional<Long> number = integer(binary.right());
        if (left.term().isPresent() && number.isPresent()) {
            Value.Term term = left.term().get();
            long amount = plus ? number.get() : -number.get();
            if (term.kind() == ValueKind.DATE) {
                return term.plus(new Value.Add(amount * Granularity.MICROS_PER_DAY), ValueKind.DATE);
            }
            if (term.kind() == ValueKind.INTEGER) {
                return term.plus(new Value.Add(amount), ValueKind.INTEGER);
            }
        }
        return expressions.opaque(binary);
    }

    /** A date that is moved becomes a timestamp. */
    Value moved(Value value, Value.Span span, Expr whole) {
        if (value instanceof Value.Constant constant && constant.kind().isPointOnTimeAxis()) {
            return new Value.Constant(constant.kind() == ValueKind.INSTANT ? ValueKind.INSTANT : ValueKind.TIMESTAMP);
        }
        if (value instanceof Value.Span other) {
            return other.plus(span);
        }
        return value.term()
                .filter(term -> term.kind().isPointOnTimeAxis())
                .map(term -> localTime.plus(term, span, ValueKind.TIMESTAMP))
                .orElseGet(() -> expressions.opaque(whole));
    }

    /** A whole number written as such, with or without a sign. */
    static Optional<Long> integer(Expr expression) {
        if (expression instanceof Expr.Negative negative) {
            return integer(negative.operand()).map(number -> -number);
        }
        if (expression instanceof Expr.Literal literal
                && literal.kind() == Expr.LiteralKind.NUMBER
                && literal.text().matches("-?\\d{1,15}")) {
            return Optional.of(Long.parseLong(literal.text()));
        }
        return Optional.empty();
    }
}
