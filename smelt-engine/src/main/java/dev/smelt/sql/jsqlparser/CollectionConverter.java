package dev.smelt.sql.jsqlparser;

import dev.smelt.sql.Expr;
import dev.smelt.sql.Span;
import dev.smelt.sql.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.sf.jsqlparser.expression.ArrayConstructor;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LambdaExpression;
import net.sf.jsqlparser.expression.MapExpression;
import net.sf.jsqlparser.expression.RowConstructor;
import net.sf.jsqlparser.expression.StructType;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.statement.select.SelectItem;

/** Brackets, rows, lists, structs, maps and lambdas. */
final class CollectionConverter {
    private final Conversion conversion;

    CollectionConverter(Conversion conversion) {
        this.conversion = conversion;
    }

    Optional<Expr> convert(Expression expression, Span place) {
        if (expression instanceof RowConstructor<?> row) {
            return Optional.of(ExprConverter.opaque("row", conversion.exprs(row, place), place));
        }
        if (expression instanceof ExpressionList<?> list) {
            boolean single = list instanceof ParenthesedExpressionList<?> && list.size() == 1;
            return Optional.of(
                    single
                            ? conversion.expr(list.get(0), inner(place))
                            : ExprConverter.opaque("row", conversion.exprs(list, place), place));
        }
        if (expression instanceof ArrayConstructor list) {
            return Optional.of(ExprConverter.opaque("list", conversion.exprs(list.getExpressions(), place), place));
        }
        if (expression instanceof StructType struct) {
            List<Expr> fields = new ArrayList<>();
            for (SelectItem<?> field : struct.getArguments()) {
                fields.add(conversion.expr(field.getExpression(), place));
            }
            return Optional.of(ExprConverter.opaque("struct", fields, place));
        }
        if (expression instanceof MapExpression map) {
            List<Expr> entries = new ArrayList<>();
            for (Map.Entry<Expression, Expression> entry : map.getEntries()) {
                entries.add(conversion.expr(entry.getKey(), place));
                entries.add(conversion.expr(entry.getValue(), place));
            }
            return Optional.of(ExprConverter.opaque("map", entries, place));
        }
        if (expression instanceof LambdaExpression lambda) {
            return Optional.of(lambda(lambda, place));
        }
        return Optional.empty();
    }

    private static Span inner(Span brackets) {
        return brackets.end() - brackets.start() > 2 ? new Span(brackets.start() + 1, brackets.end() - 1) : brackets;
    }

    private Expr lambda(LambdaExpression lambda, Span place) {
        lambda.getIdentifiers().forEach(name -> conversion.names().column(List.of(Tokens.unquoted(name))));
        conversion.enterLambda(
                lambda.getIdentifiers().stream().map(Tokens::unquoted).toList());
        Expr body = conversion.expr(lambda.getExpression(), place);
        conversion.leaveLambda();
        return ExprConverter.opaque("lambda", List.of(body), place);
    }
}
