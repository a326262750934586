package dev.smelt.sql.jsqlparser;

import dev.smelt.sql.Expr;
import dev.smelt.sql.Query;
import dev.smelt.sql.Span;
import dev.smelt.sql.Tokens;
import dev.smelt.sql.Unfaithful;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import net.sf.jsqlparser.expression.AllValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.statement.select.GroupByElement;

/** GROUP BY. */
final class GroupByConverter {
    private static final Set<String> SETS = Set.of("rollup", "cube");

    private final Conversion conversion;

    GroupByConverter(Conversion conversion) {
        this.conversion = conversion;
    }

    Optional<Query.GroupBy> convert(Optional<GroupByElement> clause, Span near) {
        return clause.map(element -> convert(element, near));
    }

    private Query.GroupBy convert(GroupByElement element, Span near) {
        if (element.isMysqlWithRollup() || element.hasGroupBySortDirections()) {
            throw new Unfaithful("This GROUP BY", near);
        }
        List<Expr> keys = new ArrayList<>();
        List<Span> spans = new ArrayList<>();
        boolean all = false;
        boolean sets = false;
        ExpressionList<?> expressions = element.getGroupByExpressionList();
        if (expressions != null) {
            sets = expressions.isEmpty() && expressions instanceof ParenthesedExpressionList<?>;
            for (Expression expression : expressions) {
                all |= expression instanceof AllValue;
                sets |= isSet(expression);
                add(expression, keys, spans, near);
            }
        }
        if (element.getGroupingSets() != null) {
            for (ExpressionList<?> set : element.getGroupingSets()) {
                sets = true;
                set.forEach(expression -> add(expression, keys, spans, near));
            }
        }
        Span place = conversion.positions().landmarks().clause(ExprConverter.hull(spans, near), "group");
        return new Query.GroupBy(all, List.copyOf(keys), sets, place);
    }

    private static boolean isSet(Expression expression) {
        if (expression instanceof Function function) {
            return SETS.contains(function.getName().toLowerCase(Locale.ROOT));
        }
        return expression instanceof ExpressionList<?> list && list.isEmpty();
    }

    /** The key's tokens in lower case: a key that is written twice is one key. */
    private String written(Expr key) {
        Tokens tokens = conversion.positions().tokens();
        StringBuilder out = new StringBuilder();
        for (int i = tokens.indexFrom(key.span().start());
                i < tokens.size() && tokens.get(i).start() < key.span().end();
                i++) {
            out.append(tokens.textAt(i)).append(' ');
        }
        return out.toString().toLowerCase(Locale.ROOT);
    }

    /** Lists in brackets and the arguments of ROLLUP and CUBE are keys one by one. */
    private void add(Expression expression, List<Expr> keys, List<Span> spans, Span near) {
        if (expression instanceof AllValue) {
            spans.add(conversion.positions().of(expression).orElse(near));
        } else if (expression instanceof Function function && isSet(expression)) {
            spans.add(conversion.positions().of(expression).orElse(near));
            if (function.getParameters() != null) {
                function.getParameters().forEach(parameter -> add(parameter, keys, spans, near));
            }
        } else if (expression instanceof ExpressionList<?> list && list.size() != 1) {
            spans.add(conversion.positions().of(expression).orElse(near));
            list.forEach(each -> add(each, keys, spans, near));
        } else {
            Expr key = conversion.expr(expression, near);
            if (keys.stream().noneMatch(each -> written(each).equals(written(key)))) {
                keys.add(key);
            }
            spans.add(conversion.outer(expression, key));
        }
    }
}
