package dev.smelt.relation;

import dev.smelt.relation.Environment.Item;
import dev.smelt.relation.Environment.Output;
import dev.smelt.sql.Expr;
import dev.smelt.sql.Query;
import dev.smelt.sql.Walk;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads a select list as columns; stars become the columns that they stand for. */
final class ProjectionReader {
    private final Reading reading;
    private final Environment environment;
    private final ExpressionReader expressions;

    ProjectionReader(Reading reading, Environment environment, ExpressionReader expressions) {
        this.reading = reading;
        this.environment = environment;
        this.expressions = expressions;
    }

    List<Output> read(List<Query.Projection> projections) {
        List<Output> columns = new ArrayList<>();
        for (Query.Projection projection : projections) {
            if (projection.expression() instanceof Expr.Star star) {
                columns.addAll(star(star));
            } else {
                columns.add(new Output(
                        name(projection),
                        expressions.value(projection.expression()),
                        mayBeSeveral(projection.expression())));
            }
        }
        return List.copyOf(columns);
    }

    /** {@code COLUMNS(..)}, a star inside an expression, and unnest, which gives one column for each field of a struct. */
    private static boolean mayBeSeveral(Expr expression) {
        return Walk.ownExpressions(expression).stream()
                .anyMatch(each -> each instanceof Expr.Star
                        || (each instanceof Expr.Opaque opaque && opaque.what().equals("COLUMNS"))
                        || (each instanceof Expr.Call call && call.name().equals("unnest")));
    }

    private String name(Query.Projection projection) {
        if (projection.alias().isPresent()) {
            return projection.alias().get();
        }
        return projection.expression() instanceof Expr.ColumnRef column
                ? column.name()
                : reading.input().sql().clause(projection.span());
    }

    private List<Output> star(Expr.Star star) {
        List<Output> columns = new ArrayList<>();
        Set<String> merged = new HashSet<>();
        for (Item item : environment.items()) {
            boolean meant = star.qualifier().isEmpty()
                    || item.names().stream().anyMatch(star.qualifier().get()::equalsIgnoreCase);
            if (!meant) {
                continue;
            }
            for (Output column : item.columns()) {
                String key = column.name().toLowerCase(Locale.ROOT);
                Optional<Value> common = star.qualifier().isEmpty() ? environment.mergedColumn(key) : Optional.empty();
                boolean excluded = star.exclude().stream().anyMatch(column.name()::equalsIgnoreCase);
                if (!excluded && (common.isEmpty() || merged.add(key))) {
                    columns.add(new Output(column.name(), replaced(star, column, common.orElse(column.value()))));
                }
            }
        }
        return columns;
    }

    private Value replaced(Expr.Star star, Output column, Value value) {
        return star.replace().stream()
                .filter(each ->
                        each.alias().filter(column.name()::equalsIgnoreCase).isPresent())
                .map(each -> expressions.value(each.expression()))
                .findFirst()
                .orElse(value);
    }
}
