package dev.smelt.lineage;

import dev.smelt.sql.Expr;
import dev.smelt.sql.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** How select items become columns. */
final class Stars {
    private Stars() {}

    /** The columns of a star, or nothing where they cannot be told. */
    static <C> Optional<List<Relation.Item<C>>> expand(Expr.Star star, Scope<C> scope, Function<Expr, C> facts) {
        Relation<C> all = scope.star(star.qualifier());
        if (!all.complete()) {
            return Optional.empty();
        }
        long known = star.exclude().stream()
                .filter(name -> all.columns().stream().anyMatch(column -> column.isNamed(name)))
                .count();
        if (known != star.exclude().size()) {
            return Optional.empty();
        }
        List<Relation.Item<C>> columns = new ArrayList<>();
        for (Relation.Item<C> column : all.columns()) {
            if (star.exclude().stream().noneMatch(column::isNamed)) {
                columns.add(star.replace().stream()
                        .filter(projection ->
                                projection.alias().filter(column::isNamed).isPresent())
                        .findFirst()
                        .map(projection -> new Relation.Item<>(column.name(), facts.apply(projection.expression())))
                        .orElse(column));
            }
        }
        return Optional.of(columns);
    }

    /** Whether the item may stand for more or fewer columns than one, such as {@code COLUMNS(..)} or unnest. */
    static boolean mayBeSeveral(Expr expression) {
        if (expression instanceof Expr.Call call && call.name().equals("unnest")) {
            return true;
        }
        if (expression instanceof Expr.Opaque opaque
                && opaque.what().toLowerCase(Locale.ROOT).contains("columns")) {
            return true;
        }
        return expression instanceof Expr.Star
                || Expressions.operands(expression).stream().anyMatch(Stars::mayBeSeveral);
    }

    /** The name of the item's column; nothing where the engine makes it from the expression. */
    static Optional<String> name(Query.Projection projection) {
        if (projection.alias().isPresent()) {
            return projection.alias();
        }
        return projection.expression() instanceof Expr.ColumnRef reference
                ? Optional.of(reference.name())
                : Optional.empty();
    }
}
