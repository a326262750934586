package dev.smelt.sql;

import java.util.List;
import java.util.Optional;

/** A relation-valued piece of SQL. Names in it are unresolved, quotes removed; spans are of the expanded text. */
public sealed interface Query {
    Span span();

    /** {@code WITH a AS (...), ... body}. */
    record With(List<Cte> ctes, boolean recursive, Query body, Span span) implements Query {}

    /** One named query of a WITH clause. */
    record Cte(String name, List<String> columnAliases, Query query, Span span) {}

    /**
     * One SELECT.
     *
     * @param distinctOn the keys of DISTINCT ON; empty for none
     * @param from the FROM item, joins nested to the left; empty for a SELECT without FROM
     * @param groupBy empty where there is no GROUP BY clause
     * @param opaque parts that were recognised but are not modelled (SAMPLE, ...), by what they are called
     */
    record Select(
            boolean distinct,
            List<Expr> distinctOn,
            List<Projection> projections,
            Optional<FromItem> from,
            Optional<Expr> where,
            Optional<GroupBy> groupBy,
            Optional<Expr> having,
            List<NamedWindow> windows,
            Optional<Expr> qualify,
            List<OrderKey> orderBy,
            Optional<Limit> limit,
            List<Expr.Opaque> opaque,
            Span span)
            implements Query {}

    /** {@code left UNION [ALL] [BY NAME] right}, EXCEPT, INTERSECT. */
    record SetOperation(
            SetOperator operator,
            boolean all,
            boolean byName,
            Query left,
            Query right,
            List<OrderKey> orderBy,
            Optional<Limit> limit,
            Span span)
            implements Query {}

    /** {@code VALUES (..), (..)}: rows without any table behind them. */
    record Values(List<List<Expr>> rows, Span span) implements Query {}

    /** A query that was recognised but is not modelled, such as PIVOT. */
    record OpaqueQuery(String what, Span span) implements Query {}

    /** The set operators. */
    enum SetOperator {
        UNION,
        EXCEPT,
        INTERSECT
    }

    /** An item of the select list; a star is a projection of an {@link Expr.Star}. */
    record Projection(Expr expression, Optional<String> alias, Span span) {}

    /**
     * GROUP BY.
     *
     * @param all {@code GROUP BY ALL}: every select item without an aggregate is a key
     * @param keys the plain keys: expressions, positions (a number literal) or select aliases
     * @param groupingSets whether GROUPING SETS, ROLLUP or CUBE are used; then {@code keys} holds every expression in them
     */
    record GroupBy(boolean all, List<Expr> keys, boolean groupingSets, Span span) {}

    /** An entry of the WINDOW clause. */
    record NamedWindow(String name, WindowSpec window) {}

    /** A sort key. */
    record OrderKey(Expr expression, boolean descending, boolean nullsFirst, Span span) {}

    /** LIMIT or OFFSET, or a percentage; what it says does not matter to us, that it is there does. */
    record Limit(Span span) {}
}
