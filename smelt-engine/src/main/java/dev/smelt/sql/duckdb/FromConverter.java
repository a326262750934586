package dev.smelt.sql.duckdb;

import dev.smelt.sql.EngineNode;
import dev.smelt.sql.Expr;
import dev.smelt.sql.FromItem;
import dev.smelt.sql.FromItem.JoinKind;
import dev.smelt.sql.Landmarks;
import dev.smelt.sql.Query;
import dev.smelt.sql.Span;
import dev.smelt.sql.Tokens;
import dev.smelt.sql.Unfaithful;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** FROM items and joins. */
final class FromConverter {
    private final Conversion conversion;
    private final Layout layout;
    private final Tokens tokens;

    FromConverter(Conversion conversion) {
        this.conversion = conversion;
        this.layout = conversion.layout();
        this.tokens = conversion.tokens();
    }

    FromItem convert(EngineNode item, List<Expr.Opaque> opaque, Span near) {
        Span place = conversion.located(item).orElse(near);
        if (item.node("sample").isPresent()) {
            opaque.add(Conversion.opaque("TABLESAMPLE", List.of(), place));
        }
        return switch (item.type()) {
            case "BASE_TABLE" -> table(item, near);
            case "SUBQUERY" -> subquery(item, place);
            case "TABLE_FUNCTION" -> function(item, opaque, place);
            case "JOIN" -> join(item, opaque, near);
            case "EXPRESSION_LIST" ->
                new FromItem.Derived(conversion.queries().rows(item, place), Optional.empty(), List.of(), false, place);
            case "PIVOT" -> unmodelled(item.texts("unpivot_names").isEmpty() ? "PIVOT" : "UNPIVOT", item, place);
            case "SHOW_REF" -> unmodelled("DESCRIBE, SHOW or SUMMARIZE", item, place);
            default -> throw new Unfaithful("This FROM item", place);
        };
    }

    private static Optional<String> alias(EngineNode item) {
        return Optional.of(item.text("alias")).filter(alias -> !alias.isEmpty());
    }

    private FromItem table(EngineNode item, Span near) {
        Landmarks.DottedName name = name(item, near);
        conversion.only(item, name.span(), "sample", "schema_name", "table_name", "catalog_name", "column_name_alias");
        return new FromItem.Table(
                name.parts(),
                alias(item),
                List.copyOf(item.texts("column_name_alias")),
                conversion.references().place(name.span().start()),
                name.span());
    }

    /** The table's name as it stands in the text, which must be the one that the engine read. */
    private Landmarks.DottedName name(EngineNode item, Span near) {
        List<String> path = Stream.of("catalog_name", "schema_name", "table_name")
                .map(item::text)
                .filter(part -> !part.isEmpty())
                .toList();
        Span place = conversion.located(item).orElse(near);
        Region region = layout.of(place);
        for (int i = region.from(); i < region.to(); i++) {
            boolean aliasBefore = tokens.isSymbol(i + 1, ":");
            boolean insideName = tokens.isSymbol(i - 1, ".");
            boolean wordBefore = conversion.located(item).isEmpty()
                    && !tokens.isWord(i - 1, "table")
                    && !tokens.isWord(i - 1, "summarize")
                    && !tokens.isWord(i - 1, "describe");
            if (aliasBefore || insideName || wordBefore || !isNamePart(i)) {
                continue;
            }
            Landmarks.DottedName name =
                    conversion.landmarks().dottedName(tokens.get(i).start());
            if (name.parts().equals(path)) {
                return name;
            }
        }
        throw new Unfaithful("The name of the table '" + String.join(".", path) + "' here", place);
    }

    private boolean isNamePart(int i) {
        return tokens.isName(i) || (i < tokens.size() && tokens.get(i).kind() == dev.smelt.sql.Token.Kind.STRING);
    }

    private boolean isLateral(Span place) {
        int i = tokens.indexFrom(place.start());
        return tokens.isWord(i, "lateral") || tokens.isWord(i - 1, "lateral");
    }

    private FromItem subquery(EngineNode item, Span place) {
        conversion.only(item, place, "sample", "subquery", "column_name_alias");
        EngineNode node = item.node("subquery")
                .flatMap(query -> query.node("node"))
                .orElseThrow(() -> new Unfaithful("This subquery", place));
        Region region = layout.of(place);
        Region inside = values(region)
                .or(() -> layout.brackets(region.from(), region.to()))
                .orElse(region);
        Query query = conversion.query(node, inside);
        return new FromItem.Derived(
                query, alias(item), List.copyOf(item.texts("column_name_alias")), isLateral(place), place);
    }

    /** {@code FROM VALUES (..), (..) alias}, without brackets around it. */
    private Optional<Region> values(Region region) {
        return tokens.isWord(region.from(), "values") ? Optional.of(region) : Optional.empty();
    }

    private FromItem function(EngineNode item, List<Expr.Opaque> opaque, Span place) {
        conversion.only(item, place, "sample", "function", "column_name_alias", "with_ordinality");
        EngineNode function = item.node("function").orElseThrow(() -> new Unfaithful("This table function", place));
        if (item.text("with_ordinality").equals("WITH_ORDINALITY")) {
            opaque.add(Conversion.opaque("WITH ORDINALITY", List.of(), place));
        }
        Expr.Call call = new CallConverter(conversion).tableFunction(function, place);
        return new FromItem.TableFunction(
                call, alias(item), List.copyOf(item.texts("column_name_alias")), isLateral(place), place);
    }

    private FromItem join(EngineNode join, List<Expr.Opaque> opaque, Span near) {
        Span own = conversion.located(join).orElse(near);
        conversion.only(
                join,
                own,
                "left",
                "right",
                "condition",
                "join_type",
                "ref_type",
                "using_columns",
                "is_implicit",
                "nearest_count",
                "nearest_order_type");
        FromItem left = convert(side(join, "left", own), opaque, near);
        FromItem right = convert(side(join, "right", own), opaque, near);
        JoinKind kind = kind(join, own);
        Optional<Expr> on = conversion.optional(join, "condition", own);
        Span place = Stream.of(Optional.of(left.span()), Optional.of(right.span()), conversion.located(join))
                .flatMap(Optional::stream)
                .reduce(Span::hull)
                .orElse(near);
        return new FromItem.Join(
                kind,
                left,
                right,
                on,
                List.copyOf(join.texts("using_columns")),
                join.text("ref_type").equals("NATURAL"),
                place);
    }

    private static EngineNode side(EngineNode join, String key, Span place) {
        return join.node(key).orElseThrow(() -> new Unfaithful("This join", place));
    }

    private static JoinKind kind(EngineNode join, Span place) {
        String type = join.text("join_type");
        return switch (join.text("ref_type") + " " + type) {
            case "CROSS INNER" -> JoinKind.CROSS;
            case "POSITIONAL INNER" -> JoinKind.POSITIONAL;
            case "ASOF INNER" -> JoinKind.ASOF;
            case "ASOF LEFT" -> JoinKind.ASOF_LEFT;
            case "REGULAR INNER", "NATURAL INNER" -> JoinKind.INNER;
            case "REGULAR LEFT", "NATURAL LEFT" -> JoinKind.LEFT;
            case "REGULAR RIGHT", "NATURAL RIGHT" -> JoinKind.RIGHT;
            case "REGULAR FULL", "NATURAL FULL", "REGULAR OUTER", "NATURAL OUTER" -> JoinKind.FULL;
            case "REGULAR SEMI", "NATURAL SEMI" -> JoinKind.SEMI;
            case "REGULAR ANTI", "NATURAL ANTI" -> JoinKind.ANTI;
            default -> throw new Unfaithful("This join", place);
        };
    }

    /** An item that has no place in the IR; the tables inside it are found all the same. */
    private FromItem unmodelled(String what, EngineNode item, Span place) {
        List<EngineNode> tables = new ArrayList<>();
        item.visit(node -> {
            if (node.type().equals("BASE_TABLE")) {
                tables.add(node);
            }
        });
        tables.forEach(
                table -> conversion.references().place(name(table, place).span().start()));
        return new FromItem.OpaqueItem(what, place);
    }
}
