package dev.smelt.sql;

import java.util.List;
import java.util.Optional;

/** What stands in FROM. */
public sealed interface FromItem {
    Span span();

    /**
     * A table, view or CTE by name.
     *
     * @param name the parts of the name, quotes removed
     * @param reference the reference that stands here; empty for a CTE or a table the project does not know
     */
    record Table(
            List<String> name,
            Optional<String> alias,
            List<String> columnAliases,
            Optional<Reference> reference,
            Span span)
            implements FromItem {}

    /** A subquery in parentheses. */
    record Derived(Query query, Optional<String> alias, List<String> columnAliases, boolean lateral, Span span)
            implements FromItem {}

    /** A table function such as {@code unnest(..)}, {@code range(..)}, {@code read_csv(..)}. */
    record TableFunction(Expr.Call call, Optional<String> alias, List<String> columnAliases, boolean lateral, Span span)
            implements FromItem {}

    /**
     * A join; a comma is a CROSS join.
     *
     * @param on the ON condition
     * @param using the USING columns; empty for none
     * @param natural NATURAL JOIN
     */
    record Join(
            JoinKind kind,
            FromItem left,
            FromItem right,
            Optional<Expr> on,
            List<String> using,
            boolean natural,
            Span span)
            implements FromItem {}

    /** An item that was recognised but is not modelled, such as PIVOT or a sample. */
    record OpaqueItem(String what, Span span) implements FromItem {}

    /** How two items are joined. */
    enum JoinKind {
        INNER,
        LEFT,
        RIGHT,
        FULL,
        CROSS,
        SEMI,
        ANTI,
        ASOF,
        ASOF_LEFT,
        POSITIONAL
    }
}
