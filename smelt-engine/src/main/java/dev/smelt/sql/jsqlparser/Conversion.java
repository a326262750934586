package dev.smelt.sql.jsqlparser;

import dev.smelt.sql.Expr;
import dev.smelt.sql.PlacedReferences;
import dev.smelt.sql.Query;
import dev.smelt.sql.Span;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.CaseExpression;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.CollateExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.JsonExpression;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.TimezoneExpression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsBooleanExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.IsUnknownExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.statement.select.Select;

/**
 * One conversion of a parsed statement into the IR: what its parts share, and the way between them.
 *
 * <p>While it reads, it makes the tree's structure explicit: operands that are operators themselves get brackets. Printed
 * then, the tree says how it was understood, and the engine can be asked whether that is how it understands the text.
 */
final class Conversion {
    private final Positions positions;
    private final EquivalentText source;
    private final Names names = new Names();
    private final PlacedReferences references;
    private final Deque<Set<String>> lambdaParameters = new ArrayDeque<>();
    private final ExprConverter expressions;
    private final QueryConverter queries;
    private final FromConverter fromItems;

    Conversion(Positions positions, PlacedReferences references, EquivalentText source) {
        this.positions = positions;
        this.references = references;
        this.source = source;
        this.expressions = new ExprConverter(this);
        this.queries = new QueryConverter(this);
        this.fromItems = new FromConverter(this);
    }

    Positions positions() {
        return positions;
    }

    EquivalentText source() {
        return source;
    }

    Names names() {
        return names;
    }

    PlacedReferences references() {
        return references;
    }

    FromConverter fromItems() {
        return fromItems;
    }

    /**
     * Converts an expression.
     *
     * @param near where to place a node of which the parser kept no position
     */
    Expr expr(Expression expression, Span near) {
        return expressions.convert(expression, near);
    }

    List<Expr> exprs(Collection<? extends Expression> all, Span near) {
        List<Expr> converted = new ArrayList<>();
        for (Expression each : all) {
            converted.add(expr(each, near));
        }
        return List.copyOf(converted);
    }

    Expr.Call tableFunction(Function function, Span place) {
        return new CallConverter(this).tableFunction(function, place);
    }

    Query query(Select select, Span near) {
        return queries.convert(select, near);
    }

    QueryConverter queries() {
        return queries;
    }

    /** Where an expression stands with its brackets, given what it was converted to. */
    Span outer(Expression expression, Expr converted) {
        boolean bracketed = expression instanceof ParenthesedExpressionList<?>;
        return bracketed ? positions.of(expression).orElse(converted.span()) : converted.span();
    }

    /** The expression as an operand: in brackets where it is an operator itself. */
    static Expression explicit(Expression operand) {
        return isOperator(operand) ? new ParenthesedExpressionList<>(operand) : operand;
    }

    private static boolean isOperator(Expression expression) {
        return expression instanceof BinaryExpression
                || expression instanceof NotExpression
                || expression instanceof Between
                || expression instanceof InExpression
                || expression instanceof IsNullExpression
                || expression instanceof IsBooleanExpression
                || expression instanceof IsUnknownExpression
                || expression instanceof CastExpression
                || expression instanceof CaseExpression
                || expression instanceof CollateExpression
                || expression instanceof TimezoneExpression
                || expression instanceof JsonExpression
                || expression instanceof SignedExpression;
    }

    void enterLambda(Collection<String> parameters) {
        Set<String> lower = new HashSet<>();
        parameters.forEach(parameter -> lower.add(parameter.toLowerCase(Locale.ROOT)));
        lambdaParameters.push(lower);
    }

    void leaveLambda() {
        lambdaParameters.pop();
    }

    boolean isLambdaParameter(String name) {
        return lambdaParameters.stream().anyMatch(scope -> scope.contains(name.toLowerCase(Locale.ROOT)));
    }
}
