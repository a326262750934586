package dev.smelt.relation;

import dev.smelt.model.SqlType;
import dev.smelt.sql.Expr;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads casts: of a time to a date a rounding, to a timestamp the value itself; of a number to a wide one the number. */
final class Casts {
    private final ExpressionReader expressions;
    private final LocalTime localTime;

    Casts(ExpressionReader expressions, LocalTime localTime) {
        this.expressions = expressions;
        this.localTime = localTime;
    }

    Value read(Expr.Cast cast) {
        Value operand = expressions.value(cast.operand());
        ValueKind result = localTime.kind(type(cast));
        boolean time = result == ValueKind.DATE || result == ValueKind.TIMESTAMP || result == ValueKind.INSTANT;
        if (operand instanceof Value.Constant && time) {
            return new Value.Constant(result);
        }
        if (operand.kind().isPointOnTimeAxis() && time) {
            Optional<Value> converted = converted(operand, result);
            if (converted.isPresent()) {
                return converted.get();
            }
        }
        if (operand instanceof Value.Term term && term.kind() == ValueKind.INTEGER && isWide(type(cast))) {
            return term;
        }
        return expressions.opaque(cast);
    }

    /** A cast of a choice casts whichever option it is. */
    private Optional<Value> converted(Value operand, ValueKind result) {
        if (operand instanceof Value.Term term) {
            return localTime.cast(term, result).map(Value.class::cast);
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

    /** The type cast to, where users have several names for it by the one that the engine gives it. */
    static SqlType type(Expr.Cast cast) {
        String type = cast.type().toUpperCase(Locale.ROOT).trim();
        return switch (type) {
            case "TIMESTAMPTZ" -> SqlType.TIMESTAMPTZ;
            case "DATETIME", "TIMESTAMP WITHOUT TIME ZONE" -> SqlType.TIMESTAMP;
            default -> new SqlType(type);
        };
    }

    private static boolean isWide(SqlType type) {
        return Set.of("INTEGER", "INT", "BIGINT", "HUGEINT").contains(type.text());
    }
}
