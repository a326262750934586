package dev.smelt.sql.jsqlparser;

import dev.smelt.sql.Expr;
import dev.smelt.sql.IntervalText;
import dev.smelt.sql.Query;
import dev.smelt.sql.Span;
import dev.smelt.sql.Tokens;
import dev.smelt.sql.Unfaithful;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.AnalyticType;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;

/** Function calls, aggregates and window calls. */
final class CallConverter {
    private final Conversion conversion;

    CallConverter(Conversion conversion) {
        this.conversion = conversion;
    }

    Expr function(Function function, Span place) {
        refuseTheForeign(function, place);
        String name = name(function);
        if (List.of("any", "all", "some").contains(name)) {
            throw new Unfaithful("A comparison with ANY or ALL over a list", place);
        }
        if (name.equals("row")) {
            return ExprConverter.opaque("row", conversion.exprs(parameters(function), place), place);
        }
        if (name.equals("interval")) {
            throw new Unfaithful("INTERVAL (..) with its unit in the plural", place);
        }
        if (function.getNamedParameters() != null) {
            List<Expr> arguments = new ArrayList<>(conversion.exprs(function.getNamedParameters(), place));
            if (name.equals("position")) {
                Collections.reverse(arguments);
            }
            return ExprConverter.call(name, arguments, place);
        }
        Expr.Call call = call(function, name, place);
        boolean cast = name.equals("date")
                && call.arguments().size() == 1
                && function.getMultipartName().size() == 1;
        if (cast) {
            return new Expr.Cast(call.arguments().get(0), "DATE", false, place);
        }
        Optional<Expr> interval = name.startsWith("to_") && IntervalText.isUnit(name.substring(3))
                ? Optional.of(OperatorConverter.computed(call.arguments(), name.substring(3), place))
                : Optional.empty();
        if (interval.isPresent() && interval.get() instanceof Expr.IntervalLiteral) {
            return interval.get();
        }
        if (name.equals("columns")) {
            return ExprConverter.opaque("COLUMNS", call.arguments(), place);
        }
        return function.getNullHandling() == null ? call : ExprConverter.opaque("IGNORE NULLS", List.of(call), place);
    }

    /** The call of a table function in FROM: there {@code name = value} names an argument. */
    Expr.Call tableFunction(Function function, Span place) {
        refuseTheForeign(function, place);
        List<Expr> arguments = new ArrayList<>();
        for (Expression parameter : parameters(function)) {
            if (parameter instanceof EqualsTo named
                    && named.getLeftExpression() instanceof Column column
                    && column.getTable() == null) {
                conversion.names().column(List.of(Tokens.unquoted(column.getColumnName())));
                arguments.add(conversion.expr(named.getRightExpression(), place));
            } else {
                arguments.add(conversion.expr(parameter, place));
            }
        }
        return ExprConverter.call(name(function), arguments, place);
    }

    private Expr.Call call(Function function, String name, Span place) {
        List<Expression> parameters = parameters(function);
        boolean all = function.isAllColumns() || isStar(parameters);
        boolean star = name.equals("count") && (all || parameters.isEmpty());
        return new Expr.Call(
                name,
                all ? List.of() : conversion.exprs(parameters, place),
                star,
                function.isDistinct(),
                conversion.queries().orderBy(function.getOrderByElements(), place),
                Optional.empty(),
                place);
    }

    private static boolean isStar(List<Expression> parameters) {
        return parameters.size() == 1
                && parameters.get(0) instanceof AllColumns star
                && !(star instanceof AllTableColumns)
                && star.getExceptColumns() == null
                && star.getReplaceExpressions() == null;
    }

    private static List<Expression> parameters(Function function) {
        return function.getParameters() == null ? List.of() : List.copyOf(function.getParameters());
    }

    private static String name(Function function) {
        List<String> parts = function.getMultipartName();
        return canonical(Tokens.unquoted(parts.get(parts.size() - 1)).toLowerCase(Locale.ROOT));
    }

    /** What the engine makes of a name while it parses. */
    private static String canonical(String name) {
        return name.equals("ifnull") ? "coalesce" : name;
    }

    private static String withinGroup(String name) {
        return name.startsWith("percentile_") ? "quantile_" + name.substring("percentile_".length()) : name;
    }

    private static boolean none(List<?> list) {
        return list == null || list.isEmpty();
    }

    /** Parts of a call that other dialects have and the IR has no place for. */
    private static void refuseTheForeign(Function function, Span place) {
        List<String> name = function.getMultipartName();
        if (name.size() > 1 && !Tokens.unquoted(name.get(0)).equalsIgnoreCase("main")) {
            throw new Unfaithful(
                    "The call of " + function.getName() + ", which may be of a column or a schema,", place);
        }
        boolean foreign = Stream.of(
                                function.getAttribute(),
                                function.getKeep(),
                                function.getLimit(),
                                function.getHavingClause(),
                                function.getChainedParameters(),
                                function.getOnOverflowTruncate(),
                                function.getExtraKeyword())
                        .anyMatch(part -> part != null)
                || function.isEscaped()
                || function.isUnique()
                || !none(function.getKeywordArguments());
        if (foreign) {
            throw new Unfaithful("The call of " + function.getName(), place);
        }
    }

    Expr analytic(AnalyticExpression analytic, Span place) {
        boolean foreign = Stream.of(
                                analytic.getKeep(),
                                analytic.getHavingClause(),
                                analytic.getLimit(),
                                analytic.getOnOverflowTruncate())
                        .anyMatch(part -> part != null)
                || analytic.isUnique()
                || !none(analytic.getKeywordArguments());
        if (foreign) {
            throw new Unfaithful("The call of " + analytic.getName(), place);
        }
        boolean over = analytic.getType() == AnalyticType.OVER;
        boolean within = analytic.getType() == AnalyticType.WITHIN_GROUP;
        if (!over && !within && analytic.getType() != AnalyticType.FILTER_ONLY) {
            throw new Unfaithful("WITHIN GROUP together with OVER", place);
        }
        Collection<Query.OrderKey> order = conversion.queries().orderBy(analytic.getFuncOrderBy(), place);
        List<Query.OrderKey> keys = new ArrayList<>(order);
        if (within) {
            keys.addAll(conversion.queries().orderBy(analytic.getOrderByElements(), place));
        }
        Expr.Call call = call(analytic, keys, place);
        boolean ignoreNulls =
                analytic.isIgnoreNulls() || analytic.getNullHandling() == Function.NullHandling.IGNORE_NULLS;
        if (over) {
            return new Expr.WindowCall(call, conversion.queries().window(analytic, place), ignoreNulls, place);
        }
        return ignoreNulls ? ExprConverter.opaque("IGNORE NULLS", List.of(call), place) : call;
    }

    private Expr.Call call(AnalyticExpression analytic, List<Query.OrderKey> keys, Span place) {
        List<Expression> parameters = Stream.of(
                        analytic.getExpression(), analytic.getOffset(), analytic.getDefaultValue())
                .filter(parameter -> parameter != null)
                .toList();
        String name = Tokens.unquoted(
                        analytic.getName().substring(analytic.getName().lastIndexOf('.') + 1))
                .toLowerCase(Locale.ROOT);
        boolean star = analytic.isAllColumns() || isStar(parameters) || (name.equals("count") && parameters.isEmpty());
        return new Expr.Call(
                analytic.getType() == AnalyticType.WITHIN_GROUP ? withinGroup(name) : canonical(name),
                star ? List.of() : conversion.exprs(parameters, place),
                star,
                analytic.isDistinct(),
                List.copyOf(keys),
                Optional.ofNullable(analytic.getFilterExpression()).map(filter -> conversion.expr(filter, place)),
                place);
    }
}
