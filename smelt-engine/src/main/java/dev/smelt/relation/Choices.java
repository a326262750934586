package dev.smelt.relation;

import dev.smelt.sql.Expr;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what is one of several values, which one is not known: CASE, COALESCE, GREATEST, LEAST. */
final class Choices {
    private final ExpressionReader expressions;
    private final LocalTime localTime;

    Choices(ExpressionReader expressions, LocalTime localTime) {
        this.expressions = expressions;
        this.localTime = localTime;
    }

    Value read(Expr.Case choice) {
        return oneOf(results(choice), choice);
    }

    static List<Expr> results(Expr.Case choice) {
        List<Expr> results = new ArrayList<>();
        choice.branches().forEach(branch -> results.add(branch.result()));
        choice.otherwise().ifPresent(results::add);
        return results;
    }

    static List<Expr> notNull(List<Expr> alternatives) {
        return alternatives.stream()
                .filter(each -> !(each instanceof Expr.Literal literal) || literal.kind() != Expr.LiteralKind.NULL)
                .toList();
    }

    Value oneOf(List<Expr> alternatives, Expr whole) {
        List<Value> options =
                notNull(alternatives).stream().map(expressions::value).toList();
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
        List<Value> alike = options.stream()
                .flatMap(option -> alike(option, kind, localTime).stream())
                .toList();
        return kind == ValueKind.OTHER || alike.size() < options.size()
                ? expressions.opaque(whole)
                : new Value.Choice(alike, expressions.opaque(whole, kind));
    }

    /** An option as the kind that all options are brought to; empty where that is not known. */
    static Optional<Value> alike(Value option, ValueKind kind, LocalTime localTime) {
        boolean axes = (option.kind() == ValueKind.INSTANT) == (kind == ValueKind.INSTANT);
        if (option instanceof Value.Term term) {
            return axes
                    ? Optional.of(term.as(kind))
                    : localTime.cast(term, kind).map(Value.class::cast);
        }
        return axes ? Optional.of(option) : Optional.empty();
    }
}
