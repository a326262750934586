package dev.smelt.sql;

import java.util.List;
import java.util.Optional;

/**
 * A scalar expression. What is recognised but not modelled is an {@link Opaque} that still holds its operands, so that
 * columns, windows and subqueries inside it are never lost.
 */
public sealed interface Expr {
    Span span();

    /** A column, perhaps qualified; the parts without quotes. Whether a leading part is a table or a struct is open. */
    record ColumnRef(List<String> parts, Span span) implements Expr {
        public String name() {
            return parts.get(parts.size() - 1);
        }

        public Optional<String> qualifier() {
            return parts.size() < 2 ? Optional.empty() : Optional.of(parts.get(parts.size() - 2));
        }
    }

    /** A constant; for {@link LiteralKind#STRING}, DATE and TIMESTAMP the text is without quotes, escapes undone. */
    record Literal(LiteralKind kind, String text, Span span) implements Expr {}

    /** The kinds of constants. */
    enum LiteralKind {
        NUMBER,
        STRING,
        BOOLEAN,
        NULL,
        DATE,
        TIMESTAMP
    }

    /** A constant interval in any spelling; months, days and microseconds are never mixed. */
    record IntervalLiteral(int months, long days, long micros, Span span) implements Expr {}

    /**
     * A function call that is not a window call; aggregates too.
     *
     * @param name in lower case, without quotes
     * @param arguments in order; of a named argument its value
     * @param star {@code count(*)}
     * @param orderBy ORDER BY inside the call, or WITHIN GROUP
     * @param filter FILTER (WHERE ...)
     */
    record Call(
            String name,
            List<Expr> arguments,
            boolean star,
            boolean distinct,
            List<Query.OrderKey> orderBy,
            Optional<Expr> filter,
            Span span)
            implements Expr {}

    /** {@code call OVER (window)}. */
    record WindowCall(Call call, WindowSpec window, boolean ignoreNulls, Span span) implements Expr {}

    /** CAST, {@code ::} or TRY_CAST; the type as written, upper case. */
    record Cast(Expr operand, String type, boolean tryCast, Span span) implements Expr {}

    /** An arithmetic, string or other operator with two operands that is none of the cases below, or a comparison. */
    record Binary(String operator, Expr left, Expr right, Span span) implements Expr {
        /** One of {@code = <> < <= > >=}; the reader writes {@code !=} and {@code ==} as {@code <>} and {@code =}. */
        public boolean isComparison() {
            return switch (operator) {
                case "=", "<>", "<", "<=", ">", ">=" -> true;
                default -> false;
            };
        }
    }

    /** A conjunction of two or more. */
    record And(List<Expr> operands, Span span) implements Expr {}

    /** A disjunction of two or more. */
    record Or(List<Expr> operands, Span span) implements Expr {}

    record Not(Expr operand, Span span) implements Expr {}

    /** {@code -x}, {@code +x}. */
    record Negative(Expr operand, Span span) implements Expr {}

    record Between(Expr operand, Expr low, Expr high, boolean negated, Span span) implements Expr {}

    record InList(Expr operand, List<Expr> items, boolean negated, Span span) implements Expr {}

    record InQuery(Expr operand, Query query, boolean negated, Span span) implements Expr {}

    record Exists(Query query, boolean negated, Span span) implements Expr {}

    /** A subquery used as a value. */
    record ScalarSubquery(Query query, Span span) implements Expr {}

    /** {@code x op ANY (query)} or ALL. */
    record Quantified(Expr operand, String operator, boolean all, Query query, Span span) implements Expr {}

    /** CASE, simple (with an operand) or searched. */
    record Case(Optional<Expr> operand, List<When> branches, Optional<Expr> otherwise, Span span) implements Expr {}

    record When(Expr condition, Expr result) {}

    record IsNull(Expr operand, boolean negated, Span span) implements Expr {}

    /** {@code a IS [NOT] DISTINCT FROM b}. */
    record IsDistinct(Expr left, Expr right, boolean negated, Span span) implements Expr {}

    /**
     * {@code *} or {@code t.*}.
     *
     * @param exclude names after EXCLUDE
     * @param replace expressions after REPLACE, with the column's name as alias
     */
    record Star(Optional<String> qualifier, List<String> exclude, List<Query.Projection> replace, Span span)
            implements Expr {}

    /**
     * Recognised, not modelled: lambdas, list and struct literals, subscripts, COLUMNS(..), ...
     *
     * @param what its name for messages
     * @param operands every expression inside it
     * @param queries every subquery inside it
     */
    record Opaque(String what, List<Expr> operands, List<Query> queries, Span span) implements Expr {}
}
