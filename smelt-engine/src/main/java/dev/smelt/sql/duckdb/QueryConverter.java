package dev.smelt.sql.duckdb;

import dev.smelt.sql.EngineNode;
import dev.smelt.sql.Expr;
import dev.smelt.sql.Query;
import dev.smelt.sql.Query.SetOperator;
import dev.smelt.sql.Span;
import dev.smelt.sql.Unfaithful;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** Queries: WITH, set operations, VALUES and what follows any of them; a SELECT itself has a converter of its own. */
final class QueryConverter {
    private final Conversion conversion;
    private final Layout layout;
    private final SelectConverter selects;

    QueryConverter(Conversion conversion) {
        this.conversion = conversion;
        this.layout = conversion.layout();
        this.selects = new SelectConverter(conversion);
    }

    SelectConverter selects() {
        return selects;
    }

    Query convert(EngineNode node, Region around) {
        Region region = layout.body(around);
        Span place = layout.span(region, Span.NONE);
        List<EngineNode> entries =
                node.node("cte_map").map(map -> map.nodes("map")).orElse(List.of());
        if (entries.isEmpty()) {
            return body(node, region, place);
        }
        Layout.WithClause with =
                layout.with(region).orElseThrow(() -> new Unfaithful("A WITH clause in brackets of its own", place));
        List<Query.Cte> ctes = new ArrayList<>();
        boolean recursive = with.recursive();
        for (EngineNode entry : entries) {
            ctes.add(cte(entry, with, place));
        }
        Region rest = layout.body(with.body());
        return new Query.With(List.copyOf(ctes), recursive, body(node, rest, layout.span(rest, place)), place);
    }

    private Query.Cte cte(EngineNode entry, Layout.WithClause with, Span near) {
        String name = entry.text("key");
        EngineNode value = entry.node("value").orElseThrow(() -> new Unfaithful("This WITH clause", near));
        Layout.Cte cte = Optional.ofNullable(with.ctes().get(name.toLowerCase(Locale.ROOT)))
                .orElseThrow(() -> new Unfaithful("This WITH clause", near));
        Span place = layout.span(cte.whole(), near);
        conversion.only(value, place, "aliases", "materialized", "query_node");
        EngineNode query = value.node("query_node").orElseThrow(() -> new Unfaithful("This WITH clause", place));
        return new Query.Cte(name, List.copyOf(value.texts("aliases")), convert(query, cte.query()), place);
    }

    private Query body(EngineNode node, Region region, Span place) {
        return switch (node.type()) {
            case "SELECT_NODE" -> isValues(node) ? values(node, region, place) : selects.convert(node, region, place);
            case "SET_OPERATION_NODE" -> setOperation(node, region, place);
            case "RECURSIVE_CTE_NODE" -> recursive(node, region, place);
            default -> throw new Unfaithful("This kind of query", place);
        };
    }

    private Query setOperation(EngineNode node, Region region, Span place) {
        conversion.only(node, place, "modifiers", "cte_map", "setop_type", "setop_all", "children");
        String type = node.text("setop_type");
        boolean byName = type.equals("UNION_BY_NAME");
        SetOperator operator = switch (type) {
            case "UNION", "UNION_BY_NAME" -> SetOperator.UNION;
            case "EXCEPT" -> SetOperator.EXCEPT;
            case "INTERSECT" -> SetOperator.INTERSECT;
            default -> throw new Unfaithful("This set operation", place);
        };
        List<EngineNode> children = node.nodes("children");
        if (children.size() < 2) {
            throw new Unfaithful("This set operation", place);
        }
        List<Region> arms = arms(region, children.size(), operator == SetOperator.INTERSECT);
        Modifiers modifiers = modifiers(node, place);
        if (!modifiers.limitQueries().isEmpty() || modifiers.distinct()) {
            throw new Unfaithful("What follows this set operation", place);
        }
        Query left = convert(children.get(0), arms.get(0));
        for (int i = 1; i < children.size(); i++) {
            Query right = convert(children.get(i), arms.get(i));
            boolean last = i == children.size() - 1;
            left = new Query.SetOperation(
                    operator,
                    node.flag("setop_all"),
                    byName,
                    left,
                    right,
                    last ? modifiers.orderBy() : List.of(),
                    last ? modifiers.limit() : Optional.empty(),
                    last ? place : left.span().hull(right.span()));
        }
        return left;
    }

    /** The arms of a chain of one operator, from the left. */
    private List<Region> arms(Region region, int count, boolean intersect) {
        List<Region> arms = new ArrayList<>();
        Region rest = region;
        for (int i = count; i > 1; i--) {
            Region chain = layout.body(rest);
            List<Region> two = layout.arms(chain, intersect).orElse(List.of(chain, chain));
            arms.add(0, two.get(1));
            rest = two.get(0);
        }
        arms.add(0, rest);
        return arms;
    }

    private Query recursive(EngineNode node, Region region, Span place) {
        conversion.only(node, place, "cte_map", "modifiers", "cte_name", "union_all", "left", "right", "aliases");
        EngineNode left = node.node("left").orElseThrow(() -> new Unfaithful("This recursive query", place));
        EngineNode right = node.node("right").orElseThrow(() -> new Unfaithful("This recursive query", place));
        if (!node.nodes("modifiers").isEmpty()) {
            throw new Unfaithful("What follows this recursive query", place);
        }
        List<Region> arms = layout.arms(region, false).orElse(List.of(region, region));
        return new Query.SetOperation(
                SetOperator.UNION,
                node.flag("union_all"),
                false,
                convert(left, arms.get(0)),
                convert(right, arms.get(1)),
                List.of(),
                Optional.empty(),
                place);
    }

    /** {@code VALUES} alone comes as a star over a list of rows. */
    private boolean isValues(EngineNode node) {
        List<EngineNode> selected = node.nodes("select_list");
        boolean star = selected.size() == 1
                && selected.get(0).type().equals("STAR")
                && conversion.start(selected.get(0)).isEmpty();
        return star
                && node.nodes("modifiers").isEmpty()
                && node.node("from_table")
                        .filter(from -> from.type().equals("EXPRESSION_LIST"))
                        .isPresent();
    }

    private Query values(EngineNode node, Region region, Span place) {
        conversion.only(node, place, "cte_map", "select_list", "from_table", "aggregate_handling");
        return rows(node.node("from_table").orElseThrow(), layout.span(region, place));
    }

    /** The rows of a list of expressions. */
    Query.Values rows(EngineNode list, Span place) {
        conversion.only(list, place, "values", "expected_names", "expected_types", "column_name_alias");
        List<List<Expr>> rows = new ArrayList<>();
        for (List<?> row : list.rows("values")) {
            List<Expr> cells = new ArrayList<>();
            for (Object cell : row) {
                cells.add(conversion.expr((EngineNode) cell, place));
            }
            rows.add(List.copyOf(cells));
        }
        return new Query.Values(List.copyOf(rows), place);
    }

    /**
     * What follows a query.
     *
     * @param limitQueries LIMIT and OFFSET where they hold subqueries
     */
    record Modifiers(
            boolean distinct,
            List<Expr> distinctOn,
            List<Query.OrderKey> orderBy,
            Optional<Query.Limit> limit,
            List<Expr.Opaque> limitQueries) {}

    Modifiers modifiers(EngineNode node, Span place) {
        boolean distinct = false;
        List<Expr> distinctOn = List.of();
        List<Query.OrderKey> orderBy = List.of();
        Optional<Query.Limit> limit = Optional.empty();
        List<Expr.Opaque> limitQueries = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (EngineNode modifier : node.nodes("modifiers")) {
            if (!seen.add(modifier.type())) {
                throw new Unfaithful("ORDER BY or LIMIT after a query in brackets that has its own", place);
            }
            switch (modifier.type()) {
                case "DISTINCT_MODIFIER" -> {
                    conversion.only(modifier, place, "distinct_on_targets");
                    distinct = true;
                    distinctOn = conversion.exprs(modifier.nodes("distinct_on_targets"), place);
                }
                case "ORDER_MODIFIER" -> {
                    conversion.only(modifier, place, "orders");
                    orderBy = orderBy(modifier.nodes("orders"), place);
                }
                case "LIMIT_MODIFIER" -> {
                    conversion.only(modifier, place, "limit", "offset", "limit_type");
                    limit = Optional.of(new Query.Limit(limitSpan(modifier, place)));
                    limitQueries.addAll(limitQueries(modifier, place));
                }
                default -> throw new Unfaithful("What follows this query", place);
            }
        }
        return new Modifiers(distinct, distinctOn, orderBy, limit, List.copyOf(limitQueries));
    }

    private Span limitSpan(EngineNode modifier, Span place) {
        Span count = modifier.node("limit")
                .or(() -> modifier.node("offset"))
                .flatMap(conversion::located)
                .orElse(place);
        return count.equals(place)
                ? place
                : conversion
                        .landmarks()
                        .withWordsBefore(layout.withBrackets(count), "limit")
                        .hull(count);
    }

    private List<Expr.Opaque> limitQueries(EngineNode modifier, Span place) {
        List<Expr.Opaque> found = new ArrayList<>();
        for (String key : List.of("limit", "offset")) {
            Optional<EngineNode> count = modifier.node(key).filter(QueryConverter::holdsQuery);
            count.ifPresent(each -> {
                Expr expr = conversion.expr(each, place);
                found.add(Conversion.opaque("LIMIT", List.of(expr), expr.span()));
            });
        }
        return found;
    }

    private static boolean holdsQuery(EngineNode node) {
        AtomicBoolean found = new AtomicBoolean();
        node.visit(each -> found.compareAndSet(false, each.type().equals("SUBQUERY")));
        return found.get();
    }

    List<Query.OrderKey> orderBy(List<EngineNode> orders, Span near) {
        List<Query.OrderKey> keys = new ArrayList<>();
        for (EngineNode order : orders) {
            EngineNode node = order.node("expression").orElseThrow(() -> new Unfaithful("This ORDER BY", near));
            Expr key = isAll(node) ? Conversion.opaque("ALL", List.of(), near) : conversion.expr(node, near);
            Span place = conversion
                    .landmarks()
                    .withWordsAfter(layout.withBrackets(key.span()), List.of("asc", "desc", "nulls", "first", "last"));
            keys.add(new Query.OrderKey(
                    key,
                    order.type().equals("DESCENDING"),
                    order.text("null_order").equals("NULLS FIRST"),
                    key.span().equals(near) ? near : place));
        }
        return List.copyOf(keys);
    }

    private boolean isAll(EngineNode node) {
        return node.type().equals("STAR")
                && node.flag("columns")
                && conversion.start(node).isEmpty();
    }
}
