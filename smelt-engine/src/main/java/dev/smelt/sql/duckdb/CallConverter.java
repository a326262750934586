package dev.smelt.sql.duckdb;

import dev.smelt.sql.EngineNode;
import dev.smelt.sql.Expr;
import dev.smelt.sql.IntervalText;
import dev.smelt.sql.Span;
import dev.smelt.sql.Tokens;
import dev.smelt.sql.Unfaithful;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Function calls and aggregates, and what the engine makes calls of: operators, literals of lists and structs. */
final class CallConverter {
    /** Schemas in which the engine has functions of its own. */
    private static final Set<String> SCHEMAS = Set.of("main", "system", "pg_catalog", "information_schema");

    private final Conversion conversion;

    CallConverter(Conversion conversion) {
        this.conversion = conversion;
    }

    Expr function(EngineNode node, Span near) {
        Span own = conversion.located(node).orElse(near);
        conversion.only(
                node,
                own,
                "function_name",
                "filter",
                "order_bys",
                "distinct",
                "is_operator",
                "export_state",
                "arguments");
        Optional<Expr> written = written(node, near, own);
        if (written.isPresent()) {
            return written.get();
        }
        List<EngineNode> orders =
                node.node("order_bys").map(order -> order.nodes("orders")).orElse(List.of());
        Expr.Call call = call(node, conversion.optional(node, "filter", own), orders, own);
        Span place = conversion.place(node, near, call.arguments());
        Expr.Call placed = new Expr.Call(
                call.name(), call.arguments(), call.star(), call.distinct(), call.orderBy(), call.filter(), place);
        return node.flag("export_state") ? Conversion.opaque("EXPORT_STATE", List.of(placed), place) : placed;
    }

    /** What is no call in the text. */
    private Optional<Expr> written(EngineNode node, Span near, Span own) {
        if (node.flag("is_operator")) {
            return Optional.of(operator(node, near));
        }
        String name = node.text("function_name").toLowerCase(Locale.ROOT);
        String first = conversion.firstToken(node);
        return switch (name) {
            case "list_value" -> first.equals("[") ? collection("list", node, own) : Optional.empty();
            case "struct_pack" -> first.equals("{") ? collection("struct", node, own) : Optional.empty();
            case "row" -> isQualified(node) ? Optional.empty() : collection("row", node, own);
            case "map" -> isMapLiteral(node) ? Optional.of(map(node, own)) : Optional.empty();
            case "list_apply" ->
                first.equals("[")
                        ? Optional.of(new LambdaConverter(conversion).comprehension(node, own))
                        : Optional.empty();
            case "contains" -> first.equals(name) || isQualified(node) ? Optional.empty() : Optional.of(in(node, near));
            case "regexp_full_match" ->
                first.equals("similar") || first.equals("not")
                        ? Optional.of(binary("SIMILAR TO", node, near))
                        : Optional.empty();
            case "regexp_matches" -> match(node, first, near);
            default -> name.startsWith("to_") ? interval(node, name.substring(3), own) : Optional.empty();
        };
    }

    private static boolean isQualified(EngineNode node) {
        return !node.text("schema").isEmpty();
    }

    private Optional<Expr> collection(String what, EngineNode node, Span place) {
        return Optional.of(Conversion.opaque(what, arguments(node, place), place));
    }

    private boolean isMapLiteral(EngineNode node) {
        return conversion
                .start(node)
                .map(start -> conversion.tokens().isSymbol(conversion.tokens().indexFrom(start) + 1, "{"))
                .orElse(false);
    }

    /** The keys are one list, the values another. */
    private Expr map(EngineNode node, Span place) {
        List<Expr> entries = new ArrayList<>();
        List<List<Expr>> lists = new ArrayList<>();
        for (EngineNode list : argumentNodes(node)) {
            lists.add(arguments(list, place));
        }
        if (lists.size() != 2 || lists.get(0).size() != lists.get(1).size()) {
            throw new Unfaithful("This MAP", place);
        }
        for (int i = 0; i < lists.get(0).size(); i++) {
            entries.add(lists.get(0).get(i));
            entries.add(lists.get(1).get(i));
        }
        return Conversion.opaque("map", entries, place);
    }

    /** {@code a IN list}, without brackets. */
    private Expr in(EngineNode node, Span near) {
        List<Expr> arguments = arguments(node, near);
        if (arguments.size() != 2) {
            throw new Unfaithful("This IN", near);
        }
        return Conversion.opaque(
                "IN", List.of(arguments.get(1), arguments.get(0)), conversion.place(node, near, arguments));
    }

    private Optional<Expr> match(EngineNode node, String first, Span near) {
        return switch (first) {
            case "~", "!~" -> Optional.of(binary("~", node, near));
            case "~*", "!~*" -> Optional.of(binary("~*", node, near));
            default -> Optional.empty();
        };
    }

    private Expr binary(String operator, EngineNode node, Span near) {
        List<Expr> arguments = arguments(node, near);
        List<Expr> operands = arguments.subList(0, Math.min(2, arguments.size()));
        if (operands.size() != 2) {
            throw new Unfaithful("This operator", near);
        }
        return new Expr.Binary(operator, operands.get(0), operands.get(1), conversion.place(node, near, operands));
    }

    private Expr operator(EngineNode node, Span near) {
        String name = node.text("function_name");
        List<EngineNode> nodes = argumentNodes(node);
        if (!nodes.isEmpty()
                && nodes.get(0).type().equals("STAR")
                && !nodes.get(0).flag("columns")) {
            return Conversion.opaque(
                    "COLUMNS", arguments(node, near), conversion.place(node, near, arguments(node, near)));
        }
        if (nodes.size() == 1) {
            return unary(name, conversion.expr(nodes.get(0), near), node, near);
        }
        if (name.equals("like_escape") || name.equals("ilike_escape")) {
            List<Expr> operands = arguments(node, near);
            return Conversion.opaque("LIKE with ESCAPE", operands, conversion.place(node, near, operands));
        }
        if (nodes.size() != 2) {
            throw new Unfaithful(
                    "The operator '" + name + "' here", conversion.located(node).orElse(near));
        }
        String spelled = switch (name) {
            case "~~" -> "LIKE";
            case "!~~" -> "NOT LIKE";
            case "~~*" -> "ILIKE";
            case "!~~*" -> "NOT ILIKE";
            case "~~~" -> "GLOB";
            default -> name;
        };
        return binary(spelled, node, near);
    }

    private Expr unary(String name, Expr operand, EngineNode node, Span near) {
        Span place = conversion.place(node, near, operand);
        if (name.equals("+")) {
            return operand;
        }
        if (!name.equals("-")) {
            return Conversion.opaque(name, List.of(operand), place);
        }
        if (operand instanceof Expr.Literal number && number.kind() == Expr.LiteralKind.NUMBER) {
            String text = number.text();
            return new Expr.Literal(number.kind(), text.startsWith("-") ? text.substring(1) : "-" + text, place);
        }
        if (operand instanceof Expr.IntervalLiteral interval) {
            return new Expr.IntervalLiteral(-interval.months(), -interval.days(), -interval.micros(), place);
        }
        return new Expr.Negative(operand, place);
    }

    /** {@code INTERVAL 3 DAY} comes as {@code to_days(CAST(trunc(CAST(3 AS DOUBLE)) AS INTEGER))}. */
    private Optional<Expr> interval(EngineNode node, String unit, Span place) {
        List<EngineNode> nodes = argumentNodes(node);
        if (nodes.size() != 1 || !IntervalText.isUnit(unit)) {
            return Optional.empty();
        }
        EngineNode count = count(nodes.get(0));
        boolean written = count != nodes.get(0);
        Expr expr = conversion.expr(count, place);
        if (expr instanceof Expr.Literal literal) {
            boolean number = literal.kind() == Expr.LiteralKind.NUMBER;
            Optional<Expr> read = written || number
                    ? IntervalText.counted(literal.text(), unit).map(interval -> interval.at(place))
                    : Optional.empty();
            return read.or(() -> written ? Optional.of(Conversion.opaque("interval", List.of(), place)) : read);
        }
        return written ? Optional.of(Conversion.opaque("interval", List.of(expr), place)) : Optional.empty();
    }

    private EngineNode count(EngineNode node) {
        Optional<EngineNode> inner = conversion.start(node).isPresent()
                ? Optional.empty()
                : node.type().equals("OPERATOR_CAST")
                        ? node.node("child")
                        : node.text("function_name").equals("trunc")
                                ? argumentNodes(node).stream().findFirst()
                                : Optional.empty();
        return inner.map(this::count).orElse(node);
    }

    /** A call without its place among operands. */
    Expr.Call call(EngineNode node, Optional<Expr> filter, List<EngineNode> orders, Span place) {
        String name = node.text("function_name").toLowerCase(Locale.ROOT);
        List<EngineNode> nodes = argumentNodes(node);
        boolean counts = name.equals("count_star") || (name.equals("count") && nodes.isEmpty());
        boolean star = counts || (nodes.size() == 1 && isPlainStar(nodes.get(0)));
        List<Expr> arguments = new ArrayList<>(star ? List.of() : arguments(node, place));
        receiver(node, place).ifPresent(column -> arguments.add(0, column));
        return new Expr.Call(
                name.equals("count_star") ? "count" : name,
                List.copyOf(arguments),
                star,
                node.flag("distinct"),
                conversion.queries().orderBy(orders, place),
                filter,
                place);
    }

    /** {@code column.function()}, which to the tree is a function in a schema. */
    private Optional<Expr> receiver(EngineNode node, Span place) {
        List<String> parts = Stream.of(node.text("catalog"), node.text("schema"))
                .filter(part -> !part.isEmpty())
                .toList();
        if (parts.isEmpty() || SCHEMAS.contains(parts.get(0).toLowerCase(Locale.ROOT))) {
            return Optional.empty();
        }
        Tokens tokens = conversion.tokens();
        int first = tokens.indexFrom(place.start());
        int last = first + 2 * (parts.size() - 1);
        boolean found = last < tokens.size() && tokens.name(last).equalsIgnoreCase(parts.get(parts.size() - 1));
        Span span = found ? new Span(tokens.get(first).start(), tokens.get(last).end()) : place;
        return Optional.of(
                conversion.isLambdaParameter(parts.get(0))
                        ? Conversion.opaque("lambda parameter", List.of(), span)
                        : new Expr.ColumnRef(parts, span));
    }

    private boolean isPlainStar(EngineNode node) {
        return node.type().equals("STAR")
                && conversion.expr(node, Span.NONE) instanceof Expr.Star star
                && star.qualifier().isEmpty()
                && star.exclude().isEmpty()
                && star.replace().isEmpty();
    }

    /** The call of a table function in FROM: there {@code name = value} names an argument. */
    Expr.Call tableFunction(EngineNode node, Span place) {
        conversion.only(node, place, "function_name", "order_bys", "arguments");
        List<Expr> arguments = new ArrayList<>();
        for (EngineNode argument : argumentNodes(node)) {
            boolean named = argument.type().equals("COMPARE_EQUAL")
                    && argument.node("left")
                            .filter(left -> left.texts("column_names").size() == 1)
                            .isPresent();
            arguments.add(conversion.expr(named ? argument.node("right").orElseThrow() : argument, place));
        }
        return Conversion.call(node.text("function_name").toLowerCase(Locale.ROOT), arguments, place);
    }

    private static List<EngineNode> argumentNodes(EngineNode node) {
        return node.nodes("arguments").stream()
                .flatMap(argument -> argument.node("expression").stream())
                .toList();
    }

    private List<Expr> arguments(EngineNode node, Span near) {
        String name = node.text("function_name").toLowerCase(Locale.ROOT);
        LambdaConverter lambdas = new LambdaConverter(conversion);
        List<Expr> arguments = new ArrayList<>();
        for (EngineNode argument : argumentNodes(node)) {
            arguments.add(
                    node.flag("is_operator")
                            ? conversion.expr(argument, near)
                            : lambdas.argument(name, argument, near));
        }
        return List.copyOf(arguments);
    }
}
