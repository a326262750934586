package dev.smelt.relation;

import dev.smelt.sql.Expr;
import dev.smelt.time.Granularity;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the calls whose result is a time computed from a time: rounding, moving, choosing. */
final class TimeFunctions {
    private final ExpressionReader expressions;
    private final Arithmetic arithmetic;
    private final Choices choices;

    TimeFunctions(ExpressionReader expressions, Arithmetic arithmetic, Choices choices) {
        this.expressions = expressions;
        this.arithmetic = arithmetic;
        this.choices = choices;
    }

    Value read(Expr.Call call) {
        List<Expr> arguments = call.arguments();
        switch (call.name()) {
            case "date_trunc", "datetrunc" -> {
                return arguments.size() == 2 ? truncated(call, arguments.get(0), arguments.get(1)) : expressions.opaque(call);
            }
            case "time_bucket" -> {
                return arguments.size() == 2 ? bucketed(call) : expressions.opaque(call);
            }
            case "date" -> {
                return arguments.size() == 1
                        ? expressions.value(new Expr.Cast(arguments.get(0), "DATE", false, call.span()))
                        : expressions.opaque(call);
            }
            case "date_add" -> {
                return arguments.size() == 2 && expressions.value(arguments.get(1)) instanceof Value.Span span
                        ? arithmetic.moved(expressions.value(arguments.get(0)), span, call)
                        : expressions.opaque(call);
            }
            case "coalesce", "ifnull", "greatest", "least" -> {
                return choices.oneOf(arguments, call);
            }
            default -> {
                return expressions.opaque(call);
            }
        }
    }

    private Value truncated(Expr.Call call, Expr unit, Expr operand) {
        Optional<Granularity> granularity =
                unit instanceof Expr.Literal literal ? unit(literal.text()) : Optional.empty();
        Value value = expressions.value(operand);
        if (granularity.isEmpty()
                || !(value instanceof Value.Term term)
                || !term.kind().isPointOnTimeAxis()) {
            return value instanceof Value.Constant ? new Value.Constant(ValueKind.TIMESTAMP) : expressions.opaque(call);
        }
        boolean alreadyThere =
                term.kind() == ValueKind.DATE && granularity.get().equals(Granularity.DAY);
        return alreadyThere
                ? term.as(ValueKind.TIMESTAMP)
                : term.plus(new Value.FloorTo(granularity.get()), ValueKind.TIMESTAMP);
    }

    /** The units that both engines and we truncate alike; weeks begin on Monday. */
    static Optional<Granularity> unit(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        String singular = lower.endsWith("s") ? lower.substring(0, lower.length() - 1) : lower;
        return Granularity.named(singular);
    }

    /** Only widths whose buckets are our granules: one hour, day, week (from a Monday) or month, quarter, year. */
    private Value bucketed(Expr.Call call) {
        Value width = expressions.value(call.arguments().get(0));
        Value value = expressions.value(call.arguments().get(1));
        if (!(width instanceof Value.Span span)
                || !(value instanceof Value.Term term)
                || !term.kind().isPointOnTimeAxis()) {
            return expressions.opaque(call);
        }
        Optional<Granularity> granularity = Optional.empty();
        if (span.months() == 0) {
            granularity = span.micros() == Granularity.MICROS_PER_HOUR
                    ? Optional.of(Granularity.HOUR)
                    : span.micros() == Granularity.MICROS_PER_DAY
                            ? Optional.of(Granularity.DAY)
                            : span.micros() == 7 * Granularity.MICROS_PER_DAY
                                    ? Optional.of(Granularity.WEEK)
                                    : Optional.empty();
        } else if (span.micros() == 0) {
            granularity = span.months() == 1
                    ? Optional.of(Granularity.MONTH)
                    : span.months() == 3
                            ? Optional.of(Granularity.QUARTER)
                            : span.months() == 12 ? Optional.of(Granularity.YEAR) : Optional.empty();
        }
        ValueKind result = term.kind() == ValueKind.DATE ? ValueKind.DATE : ValueKind.TIMESTAMP;
        return granularity.isEmpty() ? expressions.opaque(call) : term.plus(new Value.FloorTo(granularity.get()), result);
    }
}
