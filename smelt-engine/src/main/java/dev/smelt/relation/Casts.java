package dev.smelt.relation;

import dev.smelt.model.SqlType;
import dev.smelt.sql.Expr;
import dev.smelt.time.Granularity;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads casts: of a time to a date a rounding, to a timestamp the value itself; of a number to a wide one the number. */
final class Casts {
    private final ExpressionReader expressions;
    private final boolean zoned;

    Casts(ExpressionReader expressions, boolean zoned) {
        this.expressions = expressions;
        this.zoned = zoned;
    }

    Value read(Expr.Cast cast) {
        Value operand = expressions.value(cast.operand());
        String type = cast.type().toUpperCase(Locale.ROOT).trim();
        boolean timestamp =
                type.equals("TIMESTAMP") || type.equals("DATETIME") || type.equals("TIMESTAMP WITHOUT TIME ZONE");
        boolean zonedTimestamp = type.equals("TIMESTAMPTZ") || type.equals(SqlType.TIMESTAMPTZ.text());
        ValueKind result = type.equals("DATE")
                ? ValueKind.DATE
                : timestamp || (zonedTimestamp && zoned) ? ValueKind.TIMESTAMP : ValueKind.OTHER;
        if (operand instanceof Value.Constant && result.isPointOnTimeAxis()) {
            return new Value.Constant(result);
        }
        if (operand.kind().isPointOnTimeAxis() && result.isPointOnTimeAxis()) {
            Optional<Value> converted = converted(operand, result);
            if (converted.isPresent()) {
                return converted.get();
            }
        }
        if (operand instanceof Value.Term term && term.kind() == ValueKind.INTEGER && isWide(type)) {
            return term;
        }
        return expressions.opaque(cast);
    }

    /** A cast of a choice casts whichever option it is. */
    private static Optional<Value> converted(Value operand, ValueKind result) {
        if (operand instanceof Value.Term term) {
            return Optional.of(
                    result == ValueKind.DATE && term.kind() != ValueKind.DATE
                            ? term.plus(new Value.FloorTo(Granularity.DAY), ValueKind.DATE)
                            : term.as(result));
        }
        if (!(operand instanceof Value.Choice choice)) {
            return Optional.empty();
        }
        List<Value> options = choice.options().stream()
                .flatMap(option -> converted(option, result).stream())
                .toList();
        return options.size() == choice.options().size()
                ? converted(choice.self(), result).map(self -> new Value.Choice(options, (Value.Term) self))
                : Optional.empty();
    }

    private static boolean isWide(String type) {
        return type.equals("INTEGER") || type.equals("INT") || type.equals("BIGINT") || type.equals("HUGEINT");
    }
}
