package dev.smelt.sql.duckdb;

import dev.smelt.sql.EngineNode;
import dev.smelt.sql.Expr;
import dev.smelt.sql.Span;
import dev.smelt.sql.Unfaithful;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Lambdas, and the paths into JSON that are written with the same arrow. */
final class LambdaConverter {
    /** The functions that take a lambda. */
    private static final Set<String> TAKING = Set.of(
            "list_transform",
            "array_transform",
            "list_apply",
            "array_apply",
            "apply",
            "list_filter",
            "array_filter",
            "filter",
            "list_reduce",
            "array_reduce",
            "reduce");

    private final Conversion conversion;

    LambdaConverter(Conversion conversion) {
        this.conversion = conversion;
    }

    /** An argument of a function, which may be a lambda. */
    Expr argument(String function, EngineNode node, Span near) {
        if (!node.text("class").equals("LAMBDA")) {
            return conversion.expr(node, near);
        }
        if (TAKING.contains(function) || node.text("syntax_type").equals("LAMBDA_KEYWORD")) {
            return lambda(node, near);
        }
        if (mayBeLambda(node)) {
            throw new Unfaithful(
                    "'->', which may be a path or a lambda here,",
                    conversion.located(node).orElse(near));
        }
        return path(node, near);
    }

    private static boolean mayBeLambda(EngineNode node) {
        boolean name = node.node("lhs")
                .filter(left -> left.texts("column_names").size() == 1
                        || left.text("function_name").equals("row"))
                .isPresent();
        boolean constant = node.node("expr")
                .filter(right -> right.type().equals("VALUE_CONSTANT"))
                .isPresent();
        return name && !constant;
    }

    Expr lambda(EngineNode node, Span near) {
        Span place = conversion.located(node).orElse(near);
        conversion.only(node, place, "lhs", "expr", "syntax_type");
        EngineNode body = node.node("expr").orElseThrow(() -> new Unfaithful("This lambda", place));
        conversion.enterLambda(parameters(node, place));
        Expr converted = conversion.expr(body, place);
        conversion.leaveLambda();
        return Conversion.opaque("lambda", List.of(converted), place);
    }

    private static List<String> parameters(EngineNode node, Span place) {
        EngineNode left = node.node("lhs").orElseThrow(() -> new Unfaithful("This lambda", place));
        Stream<EngineNode> names = left.text("function_name").equals("row")
                ? left.nodes("arguments").stream().flatMap(each -> each.node("expression").stream())
                : Stream.of(left);
        return names.map(name -> name.texts("column_names"))
                .peek(parts -> {
                    if (parts.size() != 1) {
                        throw new Unfaithful("This lambda", place);
                    }
                })
                .map(parts -> parts.get(0))
                .toList();
    }

    /** {@code j -> 'a'} where no lambda can stand. */
    Expr path(EngineNode node, Span near) {
        if (!node.text("syntax_type").equals("SINGLE_ARROW")) {
            throw new Unfaithful("A lambda", conversion.located(node).orElse(near));
        }
        Optional<Expr> left = conversion.optional(node, "lhs", near);
        Optional<Expr> right = conversion.optional(node, "expr", near);
        if (left.isEmpty() || right.isEmpty()) {
            throw new Unfaithful("'->' here", near);
        }
        Span place = conversion.place(node, near, left.get(), right.get());
        conversion.only(node, place, "lhs", "expr", "syntax_type");
        return step(left.get(), right.get(), place);
    }

    /** {@code j -> 'a' ->> 'b'} is one path from the left, though its tree begins at the right. */
    private Expr step(Expr left, Expr right, Span place) {
        boolean bracketed = !conversion.layout().withBrackets(right.span()).equals(right.span());
        if (!bracketed && right instanceof Expr.Binary next && next.operator().equals("->>")) {
            return new Expr.Binary("->>", step(left, next.left(), place), next.right(), place);
        }
        return new Expr.Binary("->", left, right, place);
    }

    /** {@code [x + 1 FOR x IN l IF x > 2]}: calls of list functions, of which only the operands are written. */
    Expr comprehension(EngineNode node, Span place) {
        List<EngineNode> arguments = expressions(node);
        List<Expr> operands = new ArrayList<>();
        if (arguments.get(0).text("function_name").equals("list_filter")
                && conversion.start(arguments.get(0)).isEmpty()) {
            arguments = expressions(expressions(arguments.get(0)).get(0));
        }
        operands.add(conversion.expr(arguments.get(0), place));
        Expr.Opaque lambda = (Expr.Opaque) lambda(arguments.get(1), place);
        Expr body = lambda.operands().get(0);
        boolean filtered = body instanceof Expr.Call pack && pack.name().equals("struct_pack");
        operands.addAll(filtered ? ((Expr.Call) body).arguments() : lambda.operands());
        return Conversion.opaque("list comprehension", operands, place);
    }

    private static List<EngineNode> expressions(EngineNode call) {
        return call.nodes("arguments").stream()
                .flatMap(argument -> argument.node("expression").stream())
                .toList();
    }
}
