package dev.smelt.lineage;

import dev.smelt.sql.Expr;
import dev.smelt.sql.Span;
import java.util.Comparator;
import java.util.List;

/**
 * What stands in an expression beside its operands, such as the names of named arguments: the tree does not hold it all,
 * and what it does not hold may matter. Brackets and blanks do not: the tree says what they mean.
 */
final class TextAround {
    private TextAround() {}

    /** @param sql the text that spans point into */
    static String of(Expr expression, String sql) {
        List<Span> operands = Expressions.operands(expression).stream()
                .map(Expr::span)
                .sorted(Comparator.comparingInt(Span::start).thenComparingInt(Span::end))
                .toList();
        StringBuilder around = new StringBuilder();
        int from = expression.span().start();
        for (Span operand : operands) {
            if (operand.start() >= from && operand.end() <= expression.span().end()) {
                around.append(sql, from, operand.start()).append(' ');
                from = operand.end();
            }
        }
        around.append(sql, from, Math.max(from, expression.span().end()));
        return TokenText.of(around.toString()).replaceAll("[\\s()]+", " ").trim();
    }
}
