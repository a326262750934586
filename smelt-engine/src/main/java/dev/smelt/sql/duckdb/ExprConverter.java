package dev.smelt.sql.duckdb;

import dev.smelt.sql.EngineNode;
import dev.smelt.sql.Expr;
import dev.smelt.sql.Expr.LiteralKind;
import dev.smelt.sql.IntervalText;
import dev.smelt.sql.Span;
import dev.smelt.sql.Token;
import dev.smelt.sql.Unfaithful;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Expressions: names, constants, casts and CASE; operators, calls and subqueries have converters of their own. */
final class ExprConverter {
    /** Names that the engine takes for its clock where no column has them. */
    private static final Set<String> CLOCKS =
            Set.of("current_date", "current_time", "current_timestamp", "localtime", "localtimestamp");

    private final Conversion conversion;
    private final OperatorConverter operators;
    private final CallConverter calls;
    private final SubqueryConverter subqueries;
    private final StarConverter stars;
    private final TypeText types;

    ExprConverter(Conversion conversion) {
        this.conversion = conversion;
        this.operators = new OperatorConverter(conversion);
        this.calls = new CallConverter(conversion);
        this.subqueries = new SubqueryConverter(conversion);
        this.stars = new StarConverter(conversion);
        this.types = new TypeText(conversion);
    }

    Expr convert(EngineNode node, Span near) {
        Span place = conversion.located(node).orElse(near);
        return switch (node.text("class")) {
            case "COLUMN_REF" -> column(node, place);
            case "CONSTANT" -> constant(node, place);
            case "CAST" -> cast(node, near);
            case "CASE" -> branches(node, place);
            case "COLLATE" -> collate(node, near);
            case "COMPARISON", "CONJUNCTION", "OPERATOR", "BETWEEN" -> operators.convert(node, near);
            case "FUNCTION" -> calls.function(node, near);
            case "WINDOW" -> new WindowConverter(conversion).convert(node, place);
            case "SUBQUERY" -> subqueries.convert(node, near);
            case "LAMBDA" -> new LambdaConverter(conversion).path(node, near);
            case "STAR" -> stars.convert(node, place);
            case "PARAMETER" -> throw new Unfaithful("A parameter", place);
            default -> throw new Unfaithful("This expression", place);
        };
    }

    private Expr column(EngineNode node, Span place) {
        conversion.only(node, place, "column_names");
        List<String> parts = List.copyOf(node.texts("column_names"));
        if (parts.isEmpty()) {
            throw new Unfaithful("This column reference", place);
        }
        String first = parts.get(0).toLowerCase(Locale.ROOT);
        if (conversion.isLambdaParameter(first)) {
            return Conversion.opaque("lambda parameter", List.of(), place);
        }
        boolean clock = parts.size() == 1 && CLOCKS.contains(first) && conversion.beginsWith(node, Token.Kind.WORD);
        return clock ? Conversion.call(first, List.of(), place) : new Expr.ColumnRef(parts, place);
    }

    private Expr constant(EngineNode node, Span place) {
        conversion.only(node, place, "literal");
        EngineNode literal = node.node("literal").orElseThrow(() -> new Unfaithful("This constant", place));
        String text = literal.text("text");
        return switch (literal.text("kind")) {
            case "INTEGER", "NUMERIC" -> new Expr.Literal(LiteralKind.NUMBER, text, place);
            case "BOOLEAN" -> new Expr.Literal(LiteralKind.BOOLEAN, text, place);
            case "NULL_LITERAL" -> new Expr.Literal(LiteralKind.NULL, "NULL", place);
            case "STRING" -> string(node, text, place);
            case "HEX" -> Conversion.opaque("blob", List.of(), place);
            default -> throw new Unfaithful("This constant", place);
        };
    }

    /** A string, or a word that the grammar takes for one: {@code EXTRACT(YEAR FROM ts)}. */
    private Expr string(EngineNode node, String text, Span place) {
        if (conversion.beginsWith(node, Token.Kind.WORD)) {
            return new Expr.Literal(LiteralKind.STRING, text.toLowerCase(Locale.ROOT), place);
        }
        String written = conversion.firstToken(node);
        boolean escapes = written.startsWith("e'") && written.contains("\\");
        return escapes
                ? Conversion.opaque("string with escapes", List.of(), place)
                : new Expr.Literal(LiteralKind.STRING, text, place);
    }

    private Expr cast(EngineNode node, Span near) {
        EngineNode child = node.node("child").orElseThrow(() -> new Unfaithful("This cast", near));
        Expr operand = conversion.expr(child, conversion.located(node).orElse(near));
        Span place = conversion.place(node, near, operand);
        conversion.only(node, place, "child", "try_cast", "type_expr");
        String type = types.of(node, operand, place);
        boolean prefixed = conversion.start(child).isEmpty() && operand instanceof Expr.Literal;
        if (type.equals("INTERVAL")) {
            Optional<Expr> interval = operand instanceof Expr.Literal string && string.kind() == LiteralKind.STRING
                    ? IntervalText.parse(string.text()).map(each -> each.at(place))
                    : Optional.empty();
            boolean literal = node.node("type_expr").flatMap(conversion::start).isEmpty();
            if (interval.isPresent() || literal) {
                return interval.orElseGet(() -> Conversion.opaque("interval", List.of(), place));
            }
        }
        if (prefixed && operand instanceof Expr.Literal string && string.kind() == LiteralKind.STRING) {
            switch (type) {
                case "DATE" -> {
                    return new Expr.Literal(LiteralKind.DATE, string.text(), place);
                }
                case "TIMESTAMP", "DATETIME" -> {
                    return new Expr.Literal(LiteralKind.TIMESTAMP, string.text(), place);
                }
                default -> {}
            }
        }
        return new Expr.Cast(operand, type, node.flag("try_cast"), place);
    }

    private Expr collate(EngineNode node, Span near) {
        EngineNode child = node.node("child").orElseThrow(() -> new Unfaithful("This COLLATE", near));
        Expr operand = conversion.expr(child, near);
        Span place = conversion.place(node, near, operand);
        conversion.only(node, place, "child", "collation");
        return Conversion.opaque("COLLATE", List.of(operand), place);
    }

    private Expr branches(EngineNode node, Span place) {
        conversion.only(node, place, "case_checks", "else_expr");
        List<EngineNode> checks = node.nodes("case_checks");
        boolean simple = isSimple(node, checks);
        Optional<Expr> operand = Optional.empty();
        List<Expr.When> whens = new ArrayList<>();
        for (EngineNode check : checks) {
            EngineNode when = check.node("when_expr").orElseThrow(() -> new Unfaithful("This CASE", place));
            EngineNode then = check.node("then_expr").orElseThrow(() -> new Unfaithful("This CASE", place));
            if (simple && operand.isEmpty()) {
                operand = conversion.optional(when, "left", place);
            }
            Expr condition = simple
                    ? conversion.optional(when, "right", place).orElseThrow(() -> new Unfaithful("This CASE", place))
                    : conversion.expr(when, place);
            whens.add(new Expr.When(condition, conversion.expr(then, place)));
        }
        Optional<Expr> otherwise = node.node("else_expr")
                .filter(each -> !each.type().equals("VALUE_CONSTANT")
                        || conversion.start(each).isPresent())
                .map(each -> conversion.expr(each, place));
        return new Expr.Case(operand, List.copyOf(whens), otherwise, place);
    }

    /** {@code CASE a WHEN b}: the engine writes a comparison that stands nowhere. */
    private boolean isSimple(EngineNode node, List<EngineNode> checks) {
        boolean comparisons = !checks.isEmpty()
                && checks.stream()
                        .allMatch(check -> check.node("when_expr")
                                .filter(when -> when.type().equals("COMPARE_EQUAL")
                                        && conversion.start(when).isEmpty())
                                .isPresent());
        Optional<Integer> start = conversion.start(node);
        int second = start.map(each -> conversion.tokens().indexFrom(each) + 1).orElse(-1);
        return comparisons && (start.isEmpty() || !conversion.tokens().isWord(second, "when"));
    }
}
