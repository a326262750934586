package dev.smelt.lineage;

import dev.smelt.sql.Expr;
import dev.smelt.sql.FromItem;
import dev.smelt.sql.Query;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The meaning of one SELECT: everything but the select list decides the rows, and parts of that do too. */
final class SelectTrace {
    private final QueryTrace queries;
    private final Query.Select select;
    private final Scope<Trace> scope;
    private final List<Trace> rows = new ArrayList<>();
    private final Map<String, Trace> aliases = new HashMap<>();
    private final List<Trace> items = new ArrayList<>();
    private Relation<Trace> columns = new Relation<>(List.of(), true);

    SelectTrace(QueryTrace queries, Query.Select select) {
        this.queries = queries;
        this.select = select;
        Optional<QueryTrace.From> from = select.from().map(item -> queries.from(item, 0));
        this.scope = from.map(QueryTrace.From::scope).orElse(Scope.of(List.of(), queries.outer()));
        from.ifPresent(read -> rows.add(read.rows()));
    }

    QueryTrace.Meaning meaning() {
        readItems();
        select.where()
                .ifPresent(where ->
                        rows.add(Trace.of("where", trace(false).of(where)).as(UseKind.FILTER)));
        readGroups();
        select.having()
                .ifPresent(having ->
                        rows.add(Trace.of("having", trace(true).of(having)).as(UseKind.FILTER)));
        select.qualify()
                .ifPresent(qualify ->
                        rows.add(Trace.of("qualify", trace(true).of(qualify)).as(UseKind.FILTER)));
        if (select.distinct() && select.distinctOn().isEmpty()) {
            rows.add(Trace.of("distinct", items).as(UseKind.GROUP_BY));
        }
        if (!select.distinctOn().isEmpty()) {
            rows.add(Trace.of(
                            "distinct on",
                            select.distinctOn().stream().map(this::key).toList())
                    .as(UseKind.GROUP_BY));
        }
        select.limit()
                .ifPresent(limit -> rows.add(Trace.of("limit<" + TokenText.of(queries.text(limit.span())) + ">")));
        select.opaque().forEach(part -> rows.add(trace(true).of(part).as(UseKind.FILTER)));
        if (select.limit().isPresent()
                || !select.distinctOn().isEmpty()
                || !select.opaque().isEmpty()) {
            select.orderBy()
                    .forEach(order -> rows.add(Trace.of(
                                    "order " + order.descending() + TokenText.of(queries.text(order.span())),
                                    key(order.expression()))
                            .as(UseKind.SORT)));
        }
        return new QueryTrace.Meaning(Trace.of("select", rows), columns);
    }

    QueryTrace queries() {
        return queries;
    }

    /** What it reads. */
    Optional<FromItem> from() {
        return select.from();
    }

    /** What its expressions can name. */
    Scope<Trace> scope() {
        return scope;
    }

    List<Query.Projection> projections() {
        return select.projections();
    }

    /** Whether which rows there are is left to chance. */
    boolean isSampled() {
        return !select.opaque().isEmpty();
    }

    /** The meaning of the expressions of its select list, in this text or another one. */
    ExpressionTrace expressions(QueryTrace of) {
        return new ExpressionTrace(scope, aliases, false, select.windows(), of);
    }

    private ExpressionTrace trace(boolean aliasFirst) {
        return new ExpressionTrace(scope, aliases, aliasFirst, select.windows(), queries);
    }

    private void readItems() {
        List<Relation.Item<Trace>> found = new ArrayList<>();
        boolean complete = true;
        for (Query.Projection projection : select.projections()) {
            if (projection.expression() instanceof Expr.Star star) {
                Optional<List<Relation.Item<Trace>>> expanded = Stars.expand(star, scope, trace(false)::of);
                complete &= expanded.isPresent();
                found.addAll(expanded.orElse(List.of(new Relation.Item<>(Optional.empty(), unknownStar(star)))));
            } else {
                Trace item = trace(false).of(projection.expression());
                if (Stars.mayBeSeveral(projection.expression())) {
                    complete = false;
                    rows.add(Trace.of("several", item).as(UseKind.FILTER));
                }
                projection.alias().ifPresent(alias -> aliases.put(Names.fold(alias), item));
                found.add(new Relation.Item<>(Stars.name(projection), item));
            }
        }
        found.forEach(item -> items.add(item.facts()));
        columns = new Relation<>(found, complete);
    }

    private Trace unknownStar(Expr.Star star) {
        List<Trace> parts = scope.bindings().stream()
                .flatMap(binding -> binding.relation().columns().stream())
                .map(Relation.Item::facts)
                .toList();
        return Trace.of("star<" + TokenText.of(queries.text(star.span())) + ">", parts);
    }

    private void readGroups() {
        boolean aggregated =
                select.projections().stream().anyMatch(projection -> queries.aggregates(projection.expression()));
        if (select.groupBy().isEmpty()) {
            if (aggregated || select.having().isPresent()) {
                rows.add(Trace.of("one group"));
            }
            return;
        }
        Query.GroupBy group = select.groupBy().get();
        if (group.groupingSets()) {
            List<Trace> keys = group.keys().stream().map(this::key).toList();
            rows.add(Trace.of("grouping sets<" + TokenText.of(queries.text(group.span())) + ">", keys)
                    .as(UseKind.GROUP_BY));
        } else if (group.all()) {
            rows.add(Trace.sorted("group", keysOfAll()).as(UseKind.GROUP_BY));
        } else {
            rows.add(Trace.sorted("group", group.keys().stream().map(this::key).toList())
                    .as(UseKind.GROUP_BY));
        }
    }

    private List<Trace> keysOfAll() {
        return select.projections().stream()
                .map(Query.Projection::expression)
                .filter(expression -> !queries.aggregates(expression))
                .map(expression -> expression instanceof Expr.Star star
                        ? unknownStar(star)
                        : trace(false).of(expression))
                .toList();
    }

    /** A key of GROUP BY, ORDER BY or DISTINCT ON: a position in the select list, an alias or an expression. */
    private Trace key(Expr key) {
        if (key instanceof Expr.Literal literal && literal.kind() == Expr.LiteralKind.NUMBER) {
            boolean positional = literal.text().matches("[0-9]{1,4}") && columns.complete();
            int position = positional ? Integer.parseInt(literal.text()) : 0;
            if (position >= 1 && position <= items.size()) {
                return items.get(position - 1);
            }
        }
        return trace(true).of(key);
    }
}
