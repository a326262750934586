package dev.smelt.sql.jsqlparser;

import dev.smelt.sql.Expr;
import dev.smelt.sql.IntervalText;
import dev.smelt.sql.Query;
import dev.smelt.sql.Span;
import dev.smelt.sql.Tokens;
import java.util.List;
import java.util.Optional;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.IntervalExpression;
import net.sf.jsqlparser.statement.select.SelectItem;

/** The select list. */
final class ProjectionConverter {
    private final Conversion conversion;
    private final Positions positions;

    ProjectionConverter(Conversion conversion) {
        this.conversion = conversion;
        this.positions = conversion.positions();
    }

    Query.Projection convert(SelectItem<?> item, Span near) {
        Span place = positions.of(item).orElse(near);
        Optional<String> alias = QueryConverter.alias(item.getAlias());
        if (item.getExpression() instanceof IntervalExpression interval && swallowsAlias(interval)) {
            String word = interval.getIntervalType();
            interval.setIntervalType(null);
            Expr expr = conversion.expr(interval, place);
            item.setAlias(new Alias(word, true));
            return new Query.Projection(expr, Optional.of(Tokens.unquoted(word)), place);
        }
        if (item.getExpression() instanceof Function function && isPluralInterval(function, item.getAlias())) {
            List<Expr> count = conversion.exprs(function.getParameters(), place);
            return new Query.Projection(
                    OperatorConverter.computed(count, item.getAlias().getName(), place), Optional.empty(), place);
        }
        Expr expression = conversion.expr(item.getExpression(), place);
        QueryConverter.explicitAlias(item.getAlias());
        return new Query.Projection(expression, alias, place);
    }

    /** {@code INTERVAL '5 minutes' x}: the parser takes the alias for the unit. */
    private static boolean swallowsAlias(IntervalExpression interval) {
        return interval.getIntervalType() != null
                && interval.getParameter() != null
                && interval.getParameter().startsWith("'")
                && !IntervalText.isUnit(interval.getIntervalType());
    }

    /** {@code INTERVAL (n) DAYS}: the parser sees a function with an alias. */
    private static boolean isPluralInterval(Function function, Alias alias) {
        return alias != null
                && !alias.isUseAs()
                && function.getName().equalsIgnoreCase("interval")
                && function.getParameters() != null
                && IntervalText.isUnit(alias.getName());
    }
}
