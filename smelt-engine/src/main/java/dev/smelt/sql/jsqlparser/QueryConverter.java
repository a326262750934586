package dev.smelt.sql.jsqlparser;

import dev.smelt.sql.Expr;
import dev.smelt.sql.FromItem;
import dev.smelt.sql.Query;
import dev.smelt.sql.Span;
import dev.smelt.sql.Token;
import dev.smelt.sql.Tokens;
import dev.smelt.sql.Unfaithful;
import dev.smelt.sql.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.statement.piped.FromQuery;
import net.sf.jsqlparser.statement.select.Distinct;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.TableStatement;
import net.sf.jsqlparser.statement.select.Values;
import net.sf.jsqlparser.statement.select.WithItem;

/** Queries and their clauses. */
final class QueryConverter {
    private final Conversion conversion;
    private final Positions positions;
    private final WindowConverter windows;
    private final GroupByConverter groups;
    private final ProjectionConverter projections;

    QueryConverter(Conversion conversion) {
        this.conversion = conversion;
        this.positions = conversion.positions();
        this.windows = new WindowConverter(conversion);
        this.groups = new GroupByConverter(conversion);
        this.projections = new ProjectionConverter(conversion);
    }

    Query convert(Select select, Span near) {
        Span place = positions.of(select).orElse(near);
        ForeignClauses.refuse(select, place);
        List<WithItem<?>> items = select.getWithItemsList() == null ? List.of() : select.getWithItemsList();
        if (items.isEmpty()) {
            return body(select, place);
        }
        List<Query.Cte> ctes = new ArrayList<>();
        for (WithItem<?> item : items) {
            ctes.add(cte(item, place));
        }
        Span first = ctes.get(0).span();
        Span whole = positions
                .landmarks()
                .withWordsBefore(
                        positions
                                .landmarks()
                                .withWordsBefore(first, "recursive")
                                .hull(place),
                        "with");
        boolean recursive = items.stream().anyMatch(WithItem::isRecursive);
        return new Query.With(List.copyOf(ctes), recursive, body(select, place), whole);
    }

    private Query body(Select select, Span place) {
        if (select instanceof PlainSelect plain) {
            return plain(plain, place);
        }
        if (select instanceof ParenthesedSelect bracketed) {
            return bracketed(bracketed, place);
        }
        if (select instanceof SetOperationList list) {
            return new SetOperationConverter(conversion).convert(list, place);
        }
        if (select instanceof Values values) {
            return values(values, place);
        }
        if (select instanceof FromQuery from && from.isEmpty() && none(from.getLateralViews())) {
            FromItem item =
                    conversion.fromItems().joined(from.getFromItem(), from.getJoins(), new ArrayList<>(), place);
            return starOf(item, select, place);
        }
        if (select instanceof TableStatement table) {
            FromItem item = conversion.fromItems().convert(table.getTable(), new ArrayList<>(), place);
            return starOf(item, select, place);
        }
        throw new Unfaithful("This kind of query", place);
    }

    private Query bracketed(ParenthesedSelect bracketed, Span place) {
        Query inner = convert(bracketed.getSelect(), place);
        List<Query.OrderKey> order = orderBy(bracketed.getOrderByElements(), place);
        Optional<Query.Limit> limit = limit(bracketed);
        if (order.isEmpty() && limit.isEmpty()) {
            return inner;
        }
        if (inner instanceof Query.Select select
                && select.orderBy().isEmpty()
                && select.limit().isEmpty()) {
            return new Query.Select(
                    select.distinct(),
                    select.distinctOn(),
                    select.projections(),
                    select.from(),
                    select.where(),
                    select.groupBy(),
                    select.having(),
                    select.windows(),
                    select.qualify(),
                    order,
                    limit,
                    select.opaque(),
                    place);
        }
        if (inner instanceof Query.SetOperation set
                && set.orderBy().isEmpty()
                && set.limit().isEmpty()) {
            return new Query.SetOperation(
                    set.operator(), set.all(), set.byName(), set.left(), set.right(), order, limit, place);
        }
        throw new Unfaithful("ORDER BY or LIMIT after a query in brackets that has its own", place);
    }

    private Query plain(PlainSelect plain, Span place) {
        windows.enter(plain.getWindowDefinitions() == null ? List.of() : plain.getWindowDefinitions(), place);
        try {
            return select(plain, place);
        } finally {
            windows.leave();
        }
    }

    private Query select(PlainSelect plain, Span place) {
        List<Expr.Opaque> opaque = new ArrayList<>();
        Distinct distinct = plain.getDistinct();
        List<Expr> distinctOn = new ArrayList<>();
        if (distinct != null && distinct.getOnSelectItems() != null) {
            distinct.getOnSelectItems().forEach(item -> distinctOn.add(conversion.expr(item.getExpression(), place)));
        }
        List<Query.Projection> projections = new ArrayList<>();
        for (SelectItem<?> item : plain.getSelectItems()) {
            projections.add(projection(item, place));
        }
        Optional<FromItem> from = Optional.ofNullable(plain.getFromItem())
                .map(item -> conversion.fromItems().joined(item, plain.getJoins(), opaque, place));
        if (plain.getSampleClause() != null) {
            opaque.add(ExprConverter.opaque("SAMPLE", List.of(), place));
        }
        return new Query.Select(
                distinct != null,
                List.copyOf(distinctOn),
                List.copyOf(projections),
                from,
                optional(plain.getWhere(), place),
                groups.convert(Optional.ofNullable(plain.getGroupBy()), place),
                optional(plain.getHaving(), place),
                List.of(),
                optional(plain.getQualify(), place),
                orderBy(plain.getOrderByElements(), place),
                limit(plain),
                List.copyOf(opaque),
                place);
    }

    private Query starOf(FromItem item, Select select, Span place) {
        Expr star = new Expr.Star(Optional.empty(), List.of(), List.of(), place);
        return new Query.Select(
                false,
                List.of(),
                List.of(new Query.Projection(star, Optional.empty(), place)),
                Optional.of(item),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                orderBy(select.getOrderByElements(), place),
                limit(select),
                List.of(),
                place);
    }

    private Query values(Values values, Span place) {
        if (!none(values.getOrderByElements()) || limit(values).isPresent()) {
            throw new Unfaithful("ORDER BY or LIMIT after VALUES", place);
        }
        ExpressionList<?> expressions = values.getExpressions();
        List<List<Expr>> rows = new ArrayList<>();
        if (expressions instanceof ParenthesedExpressionList<?>) {
            rows.add(conversion.exprs(expressions, place));
        } else {
            for (Expression row : expressions) {
                rows.add(
                        row instanceof ExpressionList<?> cells
                                ? conversion.exprs(cells, place)
                                : List.of(conversion.expr(row, place)));
            }
        }
        return new Query.Values(List.copyOf(rows), place);
    }

    private Query.Cte cte(WithItem<?> item, Span near) {
        boolean foreign = item.getWithFunctionDeclaration() != null
                || item.getSearchClause() != null
                || item.getCycleClause() != null;
        if (foreign || !(item.getParenthesedStatement() instanceof ParenthesedSelect select)) {
            throw new Unfaithful("This WITH clause", near);
        }
        Span body = positions.of(select).orElse(near);
        List<String> columns = new ArrayList<>();
        if (item.getWithItemList() != null) {
            item.getWithItemList().forEach(column -> columns.add(Tokens.unquoted(column.toString())));
        }
        String name = Tokens.unquoted(item.getAlias().getName());
        return new Query.Cte(name, List.copyOf(columns), convert(select, body), cteSpan(name, body));
    }

    /** From the name, which stands somewhere before {@code AS (}, to the closing bracket. */
    private Span cteSpan(String name, Span body) {
        Tokens tokens = positions.tokens();
        int i = positions.index(body.start()) - 1;
        while (i >= 0 && !(tokens.isName(i) && tokens.name(i).equalsIgnoreCase(name))) {
            i--;
        }
        return i < 0 ? body : new Span(tokens.get(i).start(), body.end());
    }

    Query.Projection projection(SelectItem<?> item, Span near) {
        return projections.convert(item, near);
    }

    static Optional<String> alias(Alias alias) {
        return Optional.ofNullable(alias).map(each -> Tokens.unquoted(each.getName()));
    }

    /** Makes the tree print AS, so that the engine tells an alias from a keyword that the parser took for one. */
    static void explicitAlias(Alias alias) {
        if (alias != null) {
            alias.setUseAs(true);
        }
    }

    List<Query.OrderKey> orderBy(List<OrderByElement> elements, Span near) {
        List<Query.OrderKey> keys = new ArrayList<>();
        if (elements != null) {
            for (OrderByElement element : elements) {
                Expr key = conversion.expr(element.getExpression(), near);
                Span place = positions
                        .landmarks()
                        .withWordsAfter(
                                conversion.outer(element.getExpression(), key),
                                List.of("asc", "desc", "nulls", "first", "last"));
                if (element.getWithFill() != null || element.isMysqlWithRollup()) {
                    throw new Unfaithful("This ORDER BY", place);
                }
                boolean nullsFirst = element.getNullOrdering() == OrderByElement.NullOrdering.NULLS_FIRST;
                keys.add(new Query.OrderKey(key, !element.isAsc(), nullsFirst, place));
            }
        }
        return List.copyOf(keys);
    }

    WindowSpec window(AnalyticExpression analytic, Span place) {
        return windows.of(analytic, place);
    }

    Optional<Query.Limit> limit(Select select) {
        if (select.getLimitBy() != null) {
            throw new Unfaithful("LIMIT BY", positions.of(select).orElse(Span.NONE));
        }
        List<Span> spans = Stream.of(select.getLimit(), select.getOffset(), select.getFetch())
                .filter(part -> part != null)
                .map(part -> positions.of(part).orElseGet(() -> limitWord(select)))
                .toList();
        return spans.isEmpty() ? Optional.empty() : Optional.of(new Query.Limit(ExprConverter.hull(spans, Span.NONE)));
    }

    /** The last LIMIT, OFFSET or FETCH in the query, to its end. */
    private Span limitWord(Select select) {
        Span place = positions
                .of(select)
                .orElse(new Span(0, positions.tokens().text().length()));
        List<Token> words = positions.tokens().significant().stream()
                .filter(token -> place.contains(token.span()) && token.kind() == Token.Kind.WORD)
                .filter(token -> List.of("limit", "offset", "fetch")
                        .contains(positions.tokens().text(token).toLowerCase(Locale.ROOT)))
                .toList();
        return words.isEmpty() ? place : new Span(words.get(words.size() - 1).start(), place.end());
    }

    private Optional<Expr> optional(Expression expression, Span near) {
        return Optional.ofNullable(expression).map(each -> conversion.expr(each, near));
    }

    private static boolean none(List<?> list) {
        return list == null || list.isEmpty();
    }
}
