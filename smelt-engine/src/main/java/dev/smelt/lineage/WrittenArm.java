package dev.smelt.lineage;

import dev.smelt.diagnostics.Place;
import dev.smelt.model.Schema;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Expr;
import dev.smelt.sql.Query;
import dev.smelt.sql.Span;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What is written in one SELECT.
 *
 * @param items for each column of the query, what stands for it; empty where it cannot be told
 * @param rows what follows the select list, after the set operator before it; may be empty
 */
record WrittenArm(List<Optional<Item>> items, String rows) {
    /** An expression, or the star that stands for a column, on one line. */
    record Item(String text, Place place) {}

    Optional<Item> item(int column) {
        return column < items.size() ? items.get(column) : Optional.empty();
    }

    /** @param operator the set operator before it, empty for the first */
    static WrittenArm of(Query.Select select, String operator, ExpandedSql sql, Schema schema) {
        String rows = operator + rows(select, sql);
        int columns = schema.columns().size();
        List<Query.Projection> projections = select.projections();
        List<Query.Projection> several = projections.stream()
                .filter(item -> Stars.mayBeSeveral(item.expression()))
                .toList();
        if (several.size() > 1 || (several.isEmpty() && projections.size() != columns)) {
            return new WrittenArm(byName(projections, sql, schema), rows);
        }
        int covered = columns - projections.size() + several.size();
        List<Optional<Item>> items = new ArrayList<>();
        for (Query.Projection projection : projections) {
            if (several.contains(projection)) {
                for (int i = 0; i < covered; i++) {
                    items.add(Optional.of(star(projection, schema, items.size(), sql)));
                }
            } else {
                items.add(Optional.of(item(projection.expression(), sql)));
            }
        }
        return new WrittenArm(items, rows);
    }

    /** Which columns the stars stand for is not told by positions; the others have names. */
    private static List<Optional<Item>> byName(List<Query.Projection> projections, ExpandedSql sql, Schema schema) {
        List<Optional<Item>> items =
                new ArrayList<>(Collections.nCopies(schema.columns().size(), Optional.empty()));
        for (int i = 0; i < items.size(); i++) {
            String name = schema.columns().get(i).name();
            items.set(
                    i,
                    projections.stream()
                            .filter(item -> !Stars.mayBeSeveral(item.expression()))
                            .filter(item -> Stars.name(item)
                                    .filter(name::equalsIgnoreCase)
                                    .isPresent())
                            .findFirst()
                            .map(item -> item(item.expression(), sql)));
        }
        return items;
    }

    private static Item star(Query.Projection projection, Schema schema, int column, ExpandedSql sql) {
        if (projection.expression() instanceof Expr.Star star
                && column < schema.columns().size()) {
            String name = schema.columns().get(column).name();
            Optional<Query.Projection> replaced = star.replace().stream()
                    .filter(each -> each.alias().filter(name::equalsIgnoreCase).isPresent())
                    .findFirst();
            return replaced.map(each -> item(each.expression(), sql))
                    .orElseGet(() ->
                            new Item(star.qualifier().map(table -> table + ".*").orElse("*"), sql.place(star.span())));
        }
        return item(projection.expression(), sql);
    }

    private static Item item(Expr expression, ExpandedSql sql) {
        return new Item(sql.clause(expression.span()), sql.place(expression.span()));
    }

    private static String rows(Query.Select select, ExpandedSql sql) {
        int end = select.projections().stream()
                .mapToInt(item -> item.span().end())
                .max()
                .orElse(select.span().end());
        return end < select.span().end()
                ? sql.clause(new Span(end, select.span().end()))
                : "";
    }
}
