package dev.smelt.sql.duckdb;

import dev.smelt.sql.EngineNode;
import dev.smelt.sql.Expr;
import dev.smelt.sql.Query;
import dev.smelt.sql.Span;
import dev.smelt.sql.Unfaithful;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code *} and {@code COLUMNS (..)}. */
final class StarConverter {
    private final Conversion conversion;

    StarConverter(Conversion conversion) {
        this.conversion = conversion;
    }

    Expr convert(EngineNode node, Span place) {
        conversion.only(
                node,
                place,
                "relation_name",
                "exclude_list",
                "qualified_exclude_list",
                "replace_list",
                "columns",
                "expr",
                "rename_list");
        Expr.Star star = star(node, place);
        boolean renamed = !node.nodes("rename_list").isEmpty();
        if (node.flag("columns")) {
            return Conversion.opaque("COLUMNS", columns(node, star, place), place);
        }
        return renamed ? Conversion.opaque("COLUMNS", List.of(star), place) : star;
    }

    private Expr.Star star(EngineNode node, Span place) {
        Optional<String> qualifier = Optional.of(node.text("relation_name")).filter(name -> !name.isEmpty());
        List<String> exclude = new ArrayList<>(node.texts("exclude_list"));
        for (EngineNode column : node.nodes("qualified_exclude_list")) {
            boolean own = qualifier.isPresent() && column.text("table").equalsIgnoreCase(qualifier.get());
            if (!own) {
                throw new Unfaithful("A column excluded by its table's name", place);
            }
            exclude.add(column.text("column"));
        }
        List<Query.Projection> replace = new ArrayList<>();
        for (EngineNode entry : node.nodes("replace_list")) {
            Expr value =
                    conversion.optional(entry, "value", place).orElseThrow(() -> new Unfaithful("This REPLACE", place));
            replace.add(new Query.Projection(value, Optional.of(entry.text("key")), value.span()));
        }
        return new Expr.Star(qualifier, List.copyOf(exclude), List.copyOf(replace), place);
    }

    private List<Expr> columns(EngineNode node, Expr.Star star, Span place) {
        boolean plain = star.qualifier().isEmpty()
                && star.exclude().isEmpty()
                && star.replace().isEmpty()
                && node.nodes("rename_list").isEmpty();
        List<Expr> operands = new ArrayList<>();
        if (!plain) {
            operands.add(star);
        }
        node.node("expr").ifPresent(expr -> operands.add(choice(expr, place)));
        return operands;
    }

    /** {@code COLUMNS (c -> ..)} comes as a filter over the names of the columns. */
    private Expr choice(EngineNode expr, Span place) {
        Optional<EngineNode> lambda = expr.nodes("arguments").stream()
                .flatMap(argument -> argument.node("expression").stream())
                .filter(argument -> argument.type().equals("LAMBDA"))
                .findFirst();
        boolean filter = expr.text("function_name").equals("list_filter")
                && conversion.start(expr).isEmpty()
                && lambda.isPresent();
        return filter ? new LambdaConverter(conversion).lambda(lambda.get(), place) : conversion.expr(expr, place);
    }
}
