package dev.smelt.relation;

import dev.smelt.sql.Expr;
import java.util.ArrayList;
import java.util.List;

/** Reads what is one of several values, which one is not known: CASE, COALESCE, GREATEST, LEAST. */
final class Choices {
    private final ExpressionReader expressions;

    Choices(ExpressionReader expressions) {
        this.expressions = expressions;
    }

    Value read(Expr.Case choice) {
        List<Expr> results = new ArrayList<>();
        choice.branches().forEach(branch -> results.add(branch.result()));
        choice.otherwise().ifPresent(results::add);
        return oneOf(results, choice);
    }

    Value oneOf(List<Expr> alternatives, Expr whole) {
        List<Value> options = new ArrayList<>();
        for (Expr each : alternatives) {
            boolean isNull = each instanceof Expr.Literal literal && literal.kind() == Expr.LiteralKind.NULL;
            if (!isNull) {
                options.add(expressions.value(each));
            }
        }
        boolean points = !options.isEmpty()
                && options.stream()
                        .allMatch(option -> option.kind().isPointOnTimeAxis() || option.kind() == ValueKind.INTEGER);
        boolean terms =
                options.stream().allMatch(option -> option instanceof Value.Term || option instanceof Value.Choice);
        if (!points || !terms) {
            return expressions.opaque(whole);
        }
        // a CASE with one result is that or NULL: rows where it is NULL share it, whatever the result would be
        if (options.size() == 1 && !(whole instanceof Expr.Case)) {
            return options.get(0);
        }
        ValueKind kind = Value.Choice.commonKind(options);
        if (kind == ValueKind.OTHER) {
            return expressions.opaque(whole);
        }
        List<Value> alike = options.stream()
                .map(option -> option instanceof Value.Term term ? term.as(kind) : option)
                .toList();
        return new Value.Choice(alike, expressions.opaque(whole, kind));
    }
}
