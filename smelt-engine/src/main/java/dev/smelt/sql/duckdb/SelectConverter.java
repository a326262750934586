package dev.smelt.sql.duckdb;

import dev.smelt.sql.EngineNode;
import dev.smelt.sql.Expr;
import dev.smelt.sql.FromItem;
import dev.smelt.sql.Query;
import dev.smelt.sql.Span;
import dev.smelt.sql.Tokens;
import dev.smelt.sql.Unfaithful;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** One SELECT. */
final class SelectConverter {
    private final Conversion conversion;
    private final Layout layout;
    private final FromConverter fromItems;
    private final Deque<Region> open = new ArrayDeque<>();

    SelectConverter(Conversion conversion) {
        this.conversion = conversion;
        this.layout = conversion.layout();
        this.fromItems = new FromConverter(conversion);
    }

    /** The SELECT that is being read: named windows are looked for in it. */
    Region current() {
        return open.peek();
    }

    Query.Select convert(EngineNode node, Region region, Span place) {
        conversion.only(
                node,
                place,
                "modifiers",
                "cte_map",
                "select_list",
                "from_table",
                "where_clause",
                "group_expressions",
                "group_sets",
                "aggregate_handling",
                "having",
                "sample",
                "qualify");
        open.push(region);
        try {
            return select(node, region, place);
        } finally {
            open.pop();
        }
    }

    private Query.Select select(EngineNode node, Region region, Span place) {
        List<Expr.Opaque> opaque = new ArrayList<>();
        List<Query.Projection> projections = projections(node, region, place);
        Optional<FromItem> from = node.node("from_table")
                .filter(item -> !item.type().equals("EMPTY"))
                .map(item -> fromItems.convert(item, opaque, place));
        node.node("sample")
                .ifPresent(
                        sample -> opaque.add(Conversion.opaque("SAMPLE", List.of(), clause(region, "using", place))));
        QueryConverter.Modifiers modifiers = conversion.queries().modifiers(node, place);
        opaque.addAll(modifiers.limitQueries());
        return new Query.Select(
                modifiers.distinct(),
                modifiers.distinctOn(),
                projections,
                from,
                conversion.optional(node, "where_clause", place),
                groupBy(node, region, place),
                conversion.optional(node, "having", place),
                List.of(),
                conversion.optional(node, "qualify", place),
                modifiers.orderBy(),
                modifiers.limit(),
                List.copyOf(opaque),
                place);
    }

    private Span clause(Region region, String word, Span otherwise) {
        return layout.clauseRegion(region, word)
                .map(clause -> layout.span(clause, otherwise))
                .orElse(otherwise);
    }

    private List<Query.Projection> projections(EngineNode node, Region region, Span place) {
        List<EngineNode> selected = node.nodes("select_list");
        List<Region> items = layout.items(region);
        boolean matched = items.size() == selected.size();
        List<Query.Projection> projections = new ArrayList<>();
        for (int i = 0; i < selected.size(); i++) {
            EngineNode item = selected.get(i);
            Span near = matched ? layout.span(items.get(i), place) : place;
            Expr expression = conversion.expr(item, near);
            Optional<String> alias = Optional.of(item.text("alias")).filter(each -> !each.isEmpty());
            Span span = matched ? near : layout.withBrackets(expression.span());
            projections.add(new Query.Projection(expression, alias, span));
        }
        return List.copyOf(projections);
    }

    private Optional<Query.GroupBy> groupBy(EngineNode node, Region region, Span place) {
        List<EngineNode> expressions = node.nodes("group_expressions");
        List<List<?>> sets = node.rows("group_sets");
        Span span = clause(region, "group", place);
        boolean all = node.text("aggregate_handling").equals("FORCE_AGGREGATES");
        if (!all && !node.text("aggregate_handling").equals("STANDARD_HANDLING")) {
            throw new Unfaithful("This GROUP BY", span);
        }
        if (!all && expressions.isEmpty() && sets.isEmpty()) {
            return Optional.empty();
        }
        boolean plain = sets.isEmpty()
                || (sets.size() == 1
                        && sets.get(0).size() == expressions.size()
                        && !expressions.isEmpty()
                        && !namesSets(layout.clauseRegion(region, "group")));
        return Optional.of(new Query.GroupBy(all, conversion.exprs(expressions, span), !plain, span));
    }

    /** One grouping set alone is written with these words too. */
    private boolean namesSets(Optional<Region> clause) {
        Tokens tokens = conversion.tokens();
        for (int i = clause.map(Region::from).orElse(0);
                i < clause.map(Region::to).orElse(0);
                i++) {
            boolean sets = tokens.isWord(i, "grouping") && tokens.isWord(i + 1, "sets");
            if (sets || tokens.isWord(i, "rollup") || tokens.isWord(i, "cube")) {
                return true;
            }
        }
        return false;
    }
}
