package dev.smelt.sql.jsqlparser;

import static dev.smelt.sql.jsqlparser.Conversion.explicit;

import dev.smelt.sql.Expr;
import dev.smelt.sql.Span;
import dev.smelt.sql.Unfaithful;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import net.sf.jsqlparser.expression.AnyComparisonExpression;
import net.sf.jsqlparser.expression.AnyType;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.IntervalExpression;
import net.sf.jsqlparser.expression.JsonExpression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.IsDistinctExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;

/** Operators. */
final class OperatorConverter {
    private final Conversion conversion;
    private final Positions positions;
    private final PredicateConverter predicates;

    OperatorConverter(Conversion conversion) {
        this.conversion = conversion;
        this.positions = conversion.positions();
        this.predicates = new PredicateConverter(conversion);
    }

    Optional<Expr> convert(Expression expression, Span near) {
        if (expression instanceof BinaryExpression binary) {
            return Optional.of(binary(binary, near));
        }
        if (expression instanceof NotExpression not) {
            return Optional.of(not(not, near));
        }
        if (expression instanceof SignedExpression signed) {
            return Optional.of(signed(signed, near));
        }
        if (expression instanceof IntervalExpression interval) {
            return Optional.of(interval(interval, near));
        }
        if (expression instanceof JsonExpression path) {
            return Optional.of(path(path, near));
        }
        return predicates.convert(expression, near);
    }

    private Expr binary(BinaryExpression binary, Span near) {
        if (binary instanceof AndExpression || binary instanceof OrExpression) {
            return connective(binary, near);
        }
        if (binary.getRightExpression() instanceof AnyComparisonExpression any) {
            return quantified(binary, any, near);
        }
        Expr left = conversion.expr(binary.getLeftExpression(), near);
        Expr right = conversion.expr(binary.getRightExpression(), near);
        Span leftOuter = conversion.outer(binary.getLeftExpression(), left);
        Span rightOuter = conversion.outer(binary.getRightExpression(), right);
        Span place = positions.of(binary).orElse(leftOuter.hull(rightOuter));
        boolean bracketable = !(binary instanceof LikeExpression like && like.getEscape() != null);
        binary.setLeftExpression(explicit(binary.getLeftExpression()));
        if (bracketable) {
            binary.setRightExpression(explicit(binary.getRightExpression()));
        }
        if (binary instanceof IsDistinctExpression distinct) {
            return new Expr.IsDistinct(left, right, distinct.isNot(), place);
        }
        if (binary instanceof LikeExpression like) {
            return like(like, left, right, place);
        }
        String operator = conversion
                .source()
                .operator(new Span(leftOuter.end(), rightOuter.start()))
                .orElse(operator(binary));
        return new Expr.Binary(operator, left, right, place);
    }

    private static String operator(BinaryExpression binary) {
        String operator = binary.getStringExpression().trim().toUpperCase(Locale.ROOT);
        return switch (operator) {
            case "!=", "^=" -> "<>";
            case "==" -> "=";
            case "~~" -> "LIKE";
            case "!~~" -> "NOT LIKE";
            case "~~*" -> "ILIKE";
            case "!~~*" -> "NOT ILIKE";
            default -> operator;
        };
    }

    private Expr like(LikeExpression like, Expr left, Expr right, Span place) {
        if (left instanceof Expr.Star) {
            throw new Unfaithful("A choice of columns by LIKE", place);
        }
        if (like.getEscape() != null || like.isUseBinary()) {
            List<Expr> operands = new ArrayList<>(List.of(left, right));
            if (like.getEscape() != null) {
                operands.add(conversion.expr(like.getEscape(), place));
            }
            return ExprConverter.opaque("LIKE with ESCAPE", operands, place);
        }
        String keyword = like.getLikeKeyWord().name().replace('_', ' ');
        return new Expr.Binary(like.isNot() ? "NOT " + keyword : keyword, left, right, place);
    }

    /** AND and OR, flattened; the chains that the parser nests to the left are walked, not recursed into. */
    private Expr connective(BinaryExpression top, Span near) {
        boolean and = top instanceof AndExpression;
        List<Expression> parts = new ArrayList<>();
        Expression left = top;
        while (left instanceof BinaryExpression each && each.getClass() == top.getClass()) {
            parts.add(0, each.getRightExpression());
            each.setRightExpression(explicit(each.getRightExpression()));
            left = each.getLeftExpression();
            if (!(left instanceof BinaryExpression next && next.getClass() == top.getClass())) {
                each.setLeftExpression(explicit(left));
            }
        }
        parts.add(0, left);
        List<Expr> operands = new ArrayList<>();
        List<Span> spans = new ArrayList<>();
        for (Expression part : parts) {
            Expr operand = conversion.expr(part, near);
            spans.add(conversion.outer(part, operand));
            if (and && operand instanceof Expr.And inner) {
                operands.addAll(inner.operands());
            } else if (!and && operand instanceof Expr.Or inner) {
                operands.addAll(inner.operands());
            } else {
                operands.add(operand);
            }
        }
        Span place = ExprConverter.hull(spans, near);
        return and ? new Expr.And(List.copyOf(operands), place) : new Expr.Or(List.copyOf(operands), place);
    }

    private Expr quantified(BinaryExpression binary, AnyComparisonExpression any, Span near) {
        Span place = positions.of(binary).orElse(near);
        if (!(any.getSelect() instanceof ParenthesedSelect)) {
            throw new Unfaithful("This comparison with ANY or ALL", place);
        }
        Expr operand = conversion.expr(binary.getLeftExpression(), place);
        binary.setLeftExpression(explicit(binary.getLeftExpression()));
        boolean all = any.getAnyType() == AnyType.ALL;
        return new Expr.Quantified(operand, operator(binary), all, conversion.query(any.getSelect(), place), place);
    }

    private Expr not(NotExpression not, Span near) {
        Expr operand = conversion.expr(not.getExpression(), near);
        Span outer = conversion.outer(not.getExpression(), operand);
        if (not.isExclamationMark()) {
            return ExprConverter.opaque("!", List.of(operand), outer);
        }
        Span place = positions.landmarks().withWordsBefore(outer, "not");
        if (operand instanceof Expr.Exists inner) {
            not.setExpression(explicit(not.getExpression()));
            return new Expr.Exists(inner.query(), !inner.negated(), place);
        }
        not.setExpression(explicit(not.getExpression()));
        return new Expr.Not(operand, place);
    }

    private Expr signed(SignedExpression signed, Span near) {
        Span place = positions.of(signed).orElse(near);
        Span inner = new Span(Math.min(place.start() + 1, place.end()), place.end());
        Expr operand = conversion.expr(signed.getExpression(), inner);
        signed.setExpression(explicit(signed.getExpression()));
        if (signed.getSign() == '+') {
            return operand;
        }
        if (signed.getSign() != '-') {
            return ExprConverter.opaque(String.valueOf(signed.getSign()), List.of(operand), place);
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

    private Expr interval(IntervalExpression interval, Span near) {
        Span place = positions.of(interval).orElse(near);
        String unit = interval.getIntervalQualifier() != null
                ? interval.getIntervalQualifier().getLeadingField()
                : interval.getIntervalType();
        boolean mixed = interval.getIntervalQualifier() != null
                && interval.getIntervalQualifier().getTrailingField() != null;
        if (interval.getExpression() != null) {
            return computed(interval.getExpression(), unit == null ? "" : unit, place);
        }
        Optional<Expr> read = mixed
                ? Optional.empty()
                : unit == null
                        ? LiteralConverter.intervalOf(
                                new Expr.Literal(
                                        Expr.LiteralKind.STRING,
                                        LiteralConverter.unquoted(interval.getParameter()),
                                        place),
                                place)
                        : LiteralConverter.intervalOf(interval.getParameter(), unit, place);
        if (read.isEmpty() && unit != null && !dev.smelt.sql.IntervalText.isUnit(unit)) {
            throw new Unfaithful("The alias '" + unit + "' directly after an interval, without AS,", place);
        }
        return read.orElseGet(() -> ExprConverter.opaque("interval", List.of(), place));
    }

    /** {@code INTERVAL (n) DAY}, in which the parser sees a function of that name. */
    private Expr computed(Expression count, String unit, Span place) {
        List<Expr> operands = count instanceof Function function && function.getParameters() != null
                ? conversion.exprs(function.getParameters(), place)
                : List.of(conversion.expr(count, place));
        return computed(operands, unit, place);
    }

    static Expr computed(List<Expr> operands, String unit, Span place) {
        boolean literal = operands.size() == 1
                && operands.get(0) instanceof Expr.Literal number
                && number.kind() == Expr.LiteralKind.NUMBER;
        Optional<Expr> read = literal
                ? LiteralConverter.intervalOf(((Expr.Literal) operands.get(0)).text(), unit, place)
                : Optional.empty();
        return read.orElseGet(() -> ExprConverter.opaque("interval", literal ? List.of() : operands, place));
    }

    /** {@code a -> 'b' ->> 'c'}: one chain from the left, in whatever way the parser nested it. */
    private Expr path(JsonExpression path, Span near) {
        Span place = positions.of(path).orElse(near);
        Expr chain = conversion.expr(path.getExpression(), place);
        return steps(chain, path, place);
    }

    private Expr steps(Expr base, JsonExpression path, Span place) {
        Expr chain = base;
        for (Map.Entry<Expression, String> step : path.getIdentList()) {
            String operator = step.getValue().trim();
            if (!operator.equals("->") && !operator.equals("->>")) {
                throw new Unfaithful("'" + operator + "' here", place);
            }
            boolean nested = step.getKey() instanceof JsonExpression;
            if (step.getKey() instanceof BinaryExpression) {
                throw new Unfaithful("'" + operator + "' before another operator", place);
            }
            boolean perhapsLambda = base instanceof Expr.ColumnRef column
                    && column.parts().size() == 1
                    && !(step.getKey() instanceof StringValue || step.getKey() instanceof LongValue || nested);
            if (perhapsLambda) {
                throw new Unfaithful("'->', which may be a path or a lambda here,", place);
            }
            Expression key = nested ? ((JsonExpression) step.getKey()).getExpression() : step.getKey();
            chain = new Expr.Binary(operator, chain, conversion.expr(key, place), place);
            if (nested) {
                chain = steps(chain, (JsonExpression) step.getKey(), place);
            }
        }
        return chain;
    }
}
