package dev.smelt.sql.duckdb;

import dev.smelt.sql.EngineNode;
import dev.smelt.sql.Expr;
import dev.smelt.sql.Span;
import dev.smelt.sql.Tokens;
import dev.smelt.sql.Unfaithful;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the engine's tree has kinds of its own for: comparisons, connectives, NOT, IN, BETWEEN, subscripts. */
final class OperatorConverter {
    private final Conversion conversion;

    OperatorConverter(Conversion conversion) {
        this.conversion = conversion;
    }

    Expr convert(EngineNode node, Span near) {
        return switch (node.text("class")) {
            case "COMPARISON" -> comparison(node, near);
            case "CONJUNCTION" -> connective(node, near);
            case "BETWEEN" -> between(node, near);
            default -> operator(node, near);
        };
    }

    private Expr operand(EngineNode node, String key, Span near) {
        return conversion.optional(node, key, near).orElseThrow(() -> new Unfaithful("This operator", near));
    }

    private Expr comparison(EngineNode node, Span near) {
        Optional<Expr> truth = truth(node, near);
        if (truth.isPresent()) {
            return truth.get();
        }
        Expr left = operand(node, "left", near);
        Expr right = operand(node, "right", near);
        Span place = conversion.place(node, near, left, right);
        conversion.only(node, place, "left", "right");
        return switch (node.type()) {
            case "COMPARE_DISTINCT_FROM" -> new Expr.IsDistinct(left, right, false, place);
            case "COMPARE_NOT_DISTINCT_FROM" -> new Expr.IsDistinct(left, right, true, place);
            default -> new Expr.Binary(sign(node.type(), place), left, right, place);
        };
    }

    static String sign(String comparison, Span place) {
        return switch (comparison) {
            case "COMPARE_EQUAL" -> "=";
            case "COMPARE_NOTEQUAL" -> "<>";
            case "COMPARE_LESSTHAN" -> "<";
            case "COMPARE_LESSTHANOREQUALTO" -> "<=";
            case "COMPARE_GREATERTHAN" -> ">";
            case "COMPARE_GREATERTHANOREQUALTO" -> ">=";
            default -> throw new Unfaithful("This comparison", place);
        };
    }

    /** {@code a IS TRUE}: the engine compares a cast with a constant, and neither stands anywhere. */
    private Optional<Expr> truth(EngineNode node, Span near) {
        Optional<EngineNode> cast = node.node("left").filter(left -> isUnplaced(left, "OPERATOR_CAST"));
        Optional<EngineNode> constant = node.node("right").filter(right -> isUnplaced(right, "VALUE_CONSTANT"));
        boolean positive = node.type().equals("COMPARE_NOT_DISTINCT_FROM");
        boolean negative = node.type().equals("COMPARE_DISTINCT_FROM");
        if (cast.isEmpty() || constant.isEmpty() || !(positive || negative)) {
            return Optional.empty();
        }
        Expr operand = operand(cast.get(), "child", near);
        String value = constant.get()
                .node("literal")
                .map(literal -> literal.text("text"))
                .orElse("");
        return Optional.of(Conversion.opaque(
                (positive ? "IS " : "IS NOT ") + (value.equals("true") ? "TRUE" : "FALSE"),
                List.of(operand),
                conversion.place(node, near, operand)));
    }

    private boolean isUnplaced(EngineNode node, String type) {
        return node.type().equals(type) && conversion.start(node).isEmpty();
    }

    private Expr connective(EngineNode node, Span near) {
        boolean and = node.type().equals("CONJUNCTION_AND");
        if (!and && !node.type().equals("CONJUNCTION_OR")) {
            throw new Unfaithful("This connective", near);
        }
        List<Expr> operands = new ArrayList<>();
        List<Expr> children = conversion.exprs(node.nodes("children"), near);
        for (Expr operand : children) {
            if (and && operand instanceof Expr.And inner) {
                operands.addAll(inner.operands());
            } else if (!and && operand instanceof Expr.Or inner) {
                operands.addAll(inner.operands());
            } else {
                operands.add(operand);
            }
        }
        Span place = conversion.place(node, near, children);
        conversion.only(node, place, "children");
        return and ? new Expr.And(List.copyOf(operands), place) : new Expr.Or(List.copyOf(operands), place);
    }

    private Expr between(EngineNode node, Span near) {
        Expr input = operand(node, "input", near);
        Expr lower = operand(node, "lower", near);
        Expr upper = operand(node, "upper", near);
        Span place = conversion.place(node, near, input, lower, upper);
        conversion.only(node, place, "input", "lower", "upper");
        return new Expr.Between(input, lower, upper, false, place);
    }

    private Expr operator(EngineNode node, Span near) {
        if (node.type().equals("OPERATOR_NOT")) {
            return not(node, near);
        }
        List<EngineNode> children = node.nodes("children");
        List<Expr> operands = conversion.exprs(bounds(node, children), near);
        Span place = conversion.place(node, near, operands);
        conversion.only(node, place, "children");
        return switch (node.type()) {
            case "OPERATOR_IS_NULL" -> new Expr.IsNull(operands.get(0), false, place);
            case "OPERATOR_IS_NOT_NULL" -> new Expr.IsNull(operands.get(0), true, place);
            case "COMPARE_IN" -> new Expr.InList(operands.get(0), operands.subList(1, operands.size()), false, place);
            case "COMPARE_NOT_IN" ->
                new Expr.InList(operands.get(0), operands.subList(1, operands.size()), true, place);
            case "OPERATOR_COALESCE" -> Conversion.call("coalesce", operands, place);
            case "OPERATOR_TRY" -> Conversion.call("try", operands, place);
            case "GROUPING_FUNCTION" -> Conversion.call(conversion.firstToken(node), operands, place);
            case "OPERATOR_UNPACK" -> Conversion.opaque("UNPACK", operands, place);
            case "ARRAY_CONSTRUCTOR" -> Conversion.opaque("list", operands, place);
            case "ARRAY_EXTRACT", "ARRAY_SLICE" -> subscript(operands, place);
            case "STRUCT_EXTRACT" -> Conversion.opaque("struct field", operands.subList(0, 1), place);
            default -> throw new Unfaithful("This operator", place);
        };
    }

    /** The children that are written; an open bound of a slice comes as an empty list. */
    private List<EngineNode> bounds(EngineNode node, List<EngineNode> children) {
        return children.stream()
                .filter(child -> !node.type().equals("ARRAY_SLICE")
                        || !child.text("function_name").equals("list_value")
                        || !child.nodes("arguments").isEmpty()
                        || conversion.firstToken(child).equals("["))
                .toList();
    }

    /** A subscript of a subscript of a column is one subscript with more operands. */
    private static Expr subscript(List<Expr> operands, Span place) {
        List<Expr> flat = new ArrayList<>(operands);
        boolean chained =
                operands.get(0) instanceof Expr.Opaque inner && inner.what().equals("subscript");
        if (chained) {
            flat.remove(0);
            flat.addAll(0, ((Expr.Opaque) operands.get(0)).operands());
        }
        return Conversion.opaque("subscript", flat, place);
    }

    private Expr not(EngineNode node, Span near) {
        EngineNode child =
                node.nodes("children").stream().findFirst().orElseThrow(() -> new Unfaithful("This NOT", near));
        Expr operand = conversion.expr(child, near);
        Span place = conversion.place(node, near, operand);
        conversion.only(node, place, "children");
        if (operand instanceof Expr.Exists exists) {
            return new Expr.Exists(exists.query(), !exists.negated(), place);
        }
        return isPrefix(node, operand)
                ? new Expr.Not(operand, place)
                : negated(operand, place).orElseGet(() -> new Expr.Not(operand, place));
    }

    /** Whether NOT stands before its operand; otherwise it is part of the operator, as in {@code a NOT IN (..)}. */
    private boolean isPrefix(EngineNode node, Expr operand) {
        Tokens tokens = conversion.tokens();
        Optional<Integer> start = conversion.start(node);
        return start.isPresent()
                ? tokens.isWord(tokens.indexFrom(start.get()), "not")
                : tokens.isWord(
                        tokens.indexFrom(conversion
                                        .layout()
                                        .withBrackets(operand.span())
                                        .start())
                                - 1,
                        "not");
    }

    private static Optional<Expr> negated(Expr operand, Span place) {
        if (operand instanceof Expr.InList in) {
            return Optional.of(new Expr.InList(in.operand(), in.items(), true, place));
        }
        if (operand instanceof Expr.InQuery in) {
            return Optional.of(new Expr.InQuery(in.operand(), in.query(), true, place));
        }
        if (operand instanceof Expr.Between between) {
            return Optional.of(new Expr.Between(between.operand(), between.low(), between.high(), true, place));
        }
        if (operand instanceof Expr.Quantified any && !any.all()) {
            return Optional.of(new Expr.Quantified(any.operand(), opposite(any.operator()), true, any.query(), place));
        }
        if (operand instanceof Expr.Binary binary && binary.operator().equals("SIMILAR TO")) {
            return Optional.of(new Expr.Binary("NOT SIMILAR TO", binary.left(), binary.right(), place));
        }
        if (operand instanceof Expr.Binary binary && binary.operator().startsWith("~")) {
            return Optional.of(new Expr.Binary("!" + binary.operator(), binary.left(), binary.right(), place));
        }
        if (operand instanceof Expr.Opaque opaque && opaque.what().equals("IN")) {
            return Optional.of(Conversion.opaque("NOT IN", opaque.operands(), place));
        }
        return operand instanceof Expr.Opaque opaque && opaque.what().equals("LIKE with ESCAPE")
                ? Optional.of(Conversion.opaque(opaque.what(), opaque.operands(), place))
                : Optional.empty();
    }

    /** {@code a > ALL (..)} comes as NOT {@code a <= ANY (..)}. */
    private static String opposite(String operator) {
        return switch (operator) {
            case "=" -> "<>";
            case "<>" -> "=";
            case "<" -> ">=";
            case "<=" -> ">";
            case ">" -> "<=";
            default -> "<";
        };
    }
}
