package dev.smelt.sql.jsqlparser;

import static dev.smelt.sql.jsqlparser.Conversion.explicit;

import dev.smelt.sql.Expr;
import dev.smelt.sql.Span;
import dev.smelt.sql.Unfaithful;
import java.util.List;
import java.util.Optional;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ExistsExpression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsBooleanExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.IsUnknownExpression;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.Select;

/** Predicates: BETWEEN, IN, EXISTS and the IS family. */
final class PredicateConverter {
    private final Conversion conversion;
    private final Positions positions;

    PredicateConverter(Conversion conversion) {
        this.conversion = conversion;
        this.positions = conversion.positions();
    }

    Optional<Expr> convert(Expression expression, Span near) {
        if (expression instanceof Between between) {
            return Optional.of(between(between, near));
        }
        if (expression instanceof InExpression in) {
            return Optional.of(in(in, near));
        }
        if (expression instanceof ExistsExpression exists) {
            return Optional.of(exists(exists, near));
        }
        if (expression instanceof IsNullExpression isNull) {
            Expr operand = conversion.expr(isNull.getLeftExpression(), near);
            Span outer = conversion.outer(isNull.getLeftExpression(), operand);
            isNull.setLeftExpression(explicit(isNull.getLeftExpression()));
            boolean negated = isNull.isNot() || isNull.isUseNotNull();
            return Optional.of(new Expr.IsNull(operand, negated, isSpan(expression, outer)));
        }
        if (expression instanceof IsBooleanExpression truth) {
            Expr operand = conversion.expr(truth.getLeftExpression(), near);
            Span outer = conversion.outer(truth.getLeftExpression(), operand);
            truth.setLeftExpression(explicit(truth.getLeftExpression()));
            return Optional.of(ExprConverter.opaque(
                    "IS " + (truth.isNot() ? "NOT " : "") + (truth.isTrue() ? "TRUE" : "FALSE"),
                    List.of(operand),
                    isSpan(expression, outer)));
        }
        if (expression instanceof IsUnknownExpression unknown) {
            Expr operand = conversion.expr(unknown.getLeftExpression(), near);
            Span outer = conversion.outer(unknown.getLeftExpression(), operand);
            unknown.setLeftExpression(explicit(unknown.getLeftExpression()));
            return Optional.of(new Expr.IsNull(operand, unknown.isNot(), isSpan(expression, outer)));
        }
        return Optional.empty();
    }

    private Span isSpan(Expression expression, Span outer) {
        List<String> words = List.of("is", "not", "null", "isnull", "notnull", "true", "false", "unknown");
        return positions.of(expression).orElseGet(() -> positions.landmarks().withWordsAfter(outer, words));
    }

    private Expr between(Between between, Span near) {
        if (between.isUsingSymmetric() || between.isUsingAsymmetric()) {
            throw new Unfaithful("BETWEEN SYMMETRIC", near);
        }
        Expr operand = conversion.expr(between.getLeftExpression(), near);
        Expr low = conversion.expr(between.getBetweenExpressionStart(), near);
        Expr high = conversion.expr(between.getBetweenExpressionEnd(), near);
        Span hull = conversion
                .outer(between.getLeftExpression(), operand)
                .hull(conversion.outer(between.getBetweenExpressionEnd(), high));
        between.setLeftExpression(explicit(between.getLeftExpression()));
        between.setBetweenExpressionStart(explicit(between.getBetweenExpressionStart()));
        between.setBetweenExpressionEnd(explicit(between.getBetweenExpressionEnd()));
        return new Expr.Between(
                operand, low, high, between.isNot(), positions.of(between).orElse(hull));
    }

    private Expr in(InExpression in, Span near) {
        Span place = positions.of(in).orElse(near);
        Expr operand = conversion.expr(in.getLeftExpression(), place);
        in.setLeftExpression(explicit(in.getLeftExpression()));
        Expression right = in.getRightExpression();
        if (in.isGlobal()) {
            throw new Unfaithful("GLOBAL IN", place);
        }
        if (right instanceof ParenthesedSelect select) {
            return new Expr.InQuery(operand, conversion.query(select, place), in.isNot(), place);
        }
        if (right instanceof ExpressionList<?> list) {
            boolean bracketedQuery = list.size() == 1 && list.get(0) instanceof Select;
            if (bracketedQuery) {
                throw new Unfaithful("A subquery in double brackets after IN", place);
            }
            return new Expr.InList(operand, conversion.exprs(list, place), in.isNot(), place);
        }
        return ExprConverter.opaque(
                in.isNot() ? "NOT IN" : "IN", List.of(operand, conversion.expr(right, place)), place);
    }

    private Expr exists(ExistsExpression exists, Span near) {
        if (!(exists.getRightExpression() instanceof ParenthesedSelect select)) {
            throw new Unfaithful("This EXISTS", near);
        }
        Span query = positions.of(select).orElse(near);
        Span place = exists.isNot()
                ? positions.landmarks().withWordsBefore(query, "exists", "not")
                : positions.landmarks().withWordsBefore(query, "exists");
        return new Expr.Exists(conversion.query(select, query), exists.isNot(), place);
    }
}
