package dev.smelt.sql.duckdb;

import dev.smelt.sql.EngineNode;
import dev.smelt.sql.Expr;
import dev.smelt.sql.Query;
import dev.smelt.sql.Span;
import dev.smelt.sql.Tokens;
import dev.smelt.sql.Unfaithful;
import java.util.List;
import java.util.Optional;

/** Subqueries in expressions. */
final class SubqueryConverter {
    private final Conversion conversion;
    private final Layout layout;

    SubqueryConverter(Conversion conversion) {
        this.conversion = conversion;
        this.layout = conversion.layout();
    }

    Expr convert(EngineNode node, Span near) {
        Span place = conversion.located(node).orElse(near);
        conversion.only(node, place, "subquery_type", "subquery", "child", "comparison_type");
        EngineNode query = node.node("subquery")
                .flatMap(each -> each.node("node"))
                .orElseThrow(() -> new Unfaithful("This subquery", place));
        return switch (node.text("subquery_type")) {
            case "EXISTS" -> new Expr.Exists(inside(query, place), false, place);
            case "SCALAR" -> scalar(node, query, place);
            case "ANY" -> any(node, query, near);
            default -> throw new Unfaithful("This subquery", place);
        };
    }

    private Query inside(EngineNode query, Span place) {
        Region region = layout.of(place);
        return conversion.query(
                query, layout.brackets(region.from(), region.to()).orElse(region));
    }

    /** {@code ARRAY (SELECT ..)} comes as a query that collects the rows of the one written. */
    private Expr scalar(EngineNode node, EngineNode query, Span place) {
        boolean array = conversion.firstToken(node).equals("array");
        if (!array) {
            return new Expr.ScalarSubquery(inside(query, place), place);
        }
        EngineNode written = query.node("from_table")
                .flatMap(from -> from.node("subquery"))
                .flatMap(subquery -> subquery.node("node"))
                .orElseThrow(() -> new Unfaithful("This subquery", place));
        return new Expr.Opaque("array", List.of(), List.of(inside(written, place)), place);
    }

    /** {@code a IN (..)}, {@code a = ANY (..)}; what stands after the operand tells them apart. */
    private Expr any(EngineNode node, EngineNode query, Span near) {
        Expr operand =
                conversion.optional(node, "child", near).orElseThrow(() -> new Unfaithful("This subquery", near));
        Span place = conversion.place(node, near, operand);
        Tokens tokens = conversion.tokens();
        int after = tokens.indexFrom(layout.withBrackets(operand.span()).end());
        boolean in = tokens.isWord(after, "in") || (tokens.isWord(after, "not") && tokens.isWord(after + 1, "in"));
        Optional<Region> brackets = layout.brackets(after, after + 4);
        Query read = conversion.query(query, brackets.orElseGet(() -> layout.of(place)));
        Span whole = brackets.map(region -> place.hull(
                        new Span(place.start(), tokens.get(region.to()).end())))
                .orElse(place);
        String operator = OperatorConverter.sign(node.text("comparison_type"), place);
        return in && operator.equals("=")
                ? new Expr.InQuery(operand, read, false, whole)
                : new Expr.Quantified(operand, operator, false, read, whole);
    }
}
