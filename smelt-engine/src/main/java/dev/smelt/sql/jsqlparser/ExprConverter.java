package dev.smelt.sql.jsqlparser;

import static dev.smelt.sql.jsqlparser.Conversion.explicit;

import dev.smelt.sql.Expr;
import dev.smelt.sql.Landmarks;
import dev.smelt.sql.Query;
import dev.smelt.sql.Span;
import dev.smelt.sql.Tokens;
import dev.smelt.sql.Unfaithful;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import net.sf.jsqlparser.expression.AllValue;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.ArrayExpression;
import net.sf.jsqlparser.expression.CaseExpression;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.CollateExpression;
import net.sf.jsqlparser.expression.DateUnitExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExtractExpression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.JsonExpression;
import net.sf.jsqlparser.expression.OracleNamedFunctionParameter;
import net.sf.jsqlparser.expression.PostgresNamedFunctionParameter;
import net.sf.jsqlparser.expression.RangeExpression;
import net.sf.jsqlparser.expression.RowGetExpression;
import net.sf.jsqlparser.expression.TimeKeyExpression;
import net.sf.jsqlparser.expression.TimezoneExpression;
import net.sf.jsqlparser.expression.TrimFunction;
import net.sf.jsqlparser.expression.WhenClause;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.Select;

/** Expressions: names, literals' company, lists, brackets; operators and calls have converters of their own. */
final class ExprConverter {
    /** Names that the engine takes for its clock, beside those that the parser knows as such. */
    private static final Set<String> CLOCKS = Set.of("localtime", "localtimestamp", "current_time");

    private final Conversion conversion;
    private final Positions positions;
    private final LiteralConverter literals;
    private final OperatorConverter operators;
    private final CallConverter calls;
    private final CollectionConverter collections;

    ExprConverter(Conversion conversion) {
        this.conversion = conversion;
        this.positions = conversion.positions();
        this.literals = new LiteralConverter(positions);
        this.operators = new OperatorConverter(conversion);
        this.calls = new CallConverter(conversion);
        this.collections = new CollectionConverter(conversion);
    }

    Expr convert(Expression expression, Span near) {
        Span place = positions.of(expression).orElse(near);
        Optional<Expr> literal = literals.convert(expression, place);
        if (literal.isPresent()) {
            return literal.get();
        }
        return operators
                .convert(expression, place)
                .or(() -> named(expression, place))
                .or(() -> collections.convert(expression, place))
                .or(() -> wrapped(expression, place))
                .orElseThrow(() -> new Unfaithful("This expression", place));
    }

    private Optional<Expr> named(Expression expression, Span place) {
        if (expression instanceof Column column) {
            return Optional.of(column(column, place));
        }
        if (expression instanceof DateUnitExpression) {
            return Optional.of(columnAt(place));
        }
        if (expression instanceof AllTableColumns star) {
            return Optional.of(
                    star(star, Optional.of(Tokens.unquoted(star.getTable().getName())), place));
        }
        if (expression instanceof AllColumns star) {
            return Optional.of(star(star, Optional.empty(), place));
        }
        if (expression instanceof AllValue) {
            return Optional.of(opaque("ALL", List.of(), place));
        }
        if (expression instanceof TimeKeyExpression key) {
            return Optional.of(timeKey(key, place));
        }
        if (expression instanceof Function function) {
            return Optional.of(calls.function(function, place));
        }
        if (expression instanceof AnalyticExpression analytic) {
            return Optional.of(calls.analytic(analytic, place));
        }
        return Optional.empty();
    }

    private Expr column(Column column, Span place) {
        boolean plain =
                column.getTableDelimiter() == null || column.getTableDelimiter().equals(".");
        if (!plain
                || column.getOldOracleJoinSyntax() != 0
                || positions.of(column).isEmpty()) {
            throw new Unfaithful("This column reference", place);
        }
        if (column.getTable() == null && column.getColumnName().equalsIgnoreCase("all")) {
            return opaque("ALL", List.of(), place);
        }
        Expr named = columnAt(place);
        if (column.getArrayConstructor() == null) {
            return named;
        }
        List<Expr> operands = new ArrayList<>(List.of(named));
        for (Expression index : column.getArrayConstructor().getExpressions()) {
            operands.addAll(subscript(index, place));
        }
        return opaque("subscript", operands, place);
    }

    private Expr columnAt(Span place) {
        Landmarks.DottedName name = positions.landmarks().dottedName(place.start());
        conversion.names().column(name.parts());
        String first = name.parts().get(0).toLowerCase(Locale.ROOT);
        if (name.parts().size() == 1 && CLOCKS.contains(first)) {
            return call(first, List.of(), name.span());
        }
        return conversion.isLambdaParameter(name.parts().get(0))
                ? opaque("lambda parameter", List.of(), name.span())
                : new Expr.ColumnRef(name.parts(), name.span());
    }

    /** A subscript, or the bounds of a slice, which the parser takes for a path. */
    private List<Expr> subscript(Expression index, Span near) {
        if (index instanceof JsonExpression slice
                && slice.getIdentList().stream()
                        .allMatch(entry -> entry.getValue().equals(":"))) {
            List<Expr> bounds = new ArrayList<>(List.of(conversion.expr(slice.getExpression(), near)));
            slice.getIdentList().forEach(entry -> bounds.add(conversion.expr(entry.getKey(), near)));
            return bounds;
        }
        if (index instanceof RangeExpression range) {
            return List.of(
                    conversion.expr(range.getStartExpression(), near), conversion.expr(range.getEndExpression(), near));
        }
        return List.of(conversion.expr(index, near));
    }

    private Expr star(AllColumns star, Optional<String> qualifier, Span place) {
        List<String> exclude = new ArrayList<>();
        if (star.getExceptColumns() != null) {
            star.getExceptColumns().forEach(column -> {
                if (column.getTable() != null) {
                    throw new Unfaithful("A column excluded by its table's name", place);
                }
                exclude.add(Tokens.unquoted(column.getColumnName()));
            });
        }
        List<Query.Projection> replace = new ArrayList<>();
        if (star.getReplaceExpressions() != null) {
            star.getReplaceExpressions()
                    .forEach(item -> replace.add(conversion.queries().projection(item, place)));
        }
        return new Expr.Star(qualifier, List.copyOf(exclude), List.copyOf(replace), place);
    }

    /** {@code current_date} and its family, which the engine keeps as a column name until it binds it. */
    private Expr timeKey(TimeKeyExpression key, Span place) {
        String name = key.getStringValue().toLowerCase(Locale.ROOT);
        if (!name.endsWith(")")) {
            conversion.names().column(List.of(name));
        }
        String bare = name.replace("()", "").trim();
        return new Expr.Call(bare, List.of(), false, false, List.of(), Optional.empty(), place);
    }

    private Optional<Expr> wrapped(Expression expression, Span place) {
        if (expression instanceof CastExpression cast) {
            return Optional.of(cast(cast, place));
        }
        if (expression instanceof CaseExpression branches) {
            return Optional.of(branches(branches, place));
        }
        if (expression instanceof ParenthesedSelect select) {
            return Optional.of(new Expr.ScalarSubquery(conversion.query(select, place), place));
        }
        if (expression instanceof Select) {
            throw new Unfaithful("This subquery", place);
        }
        if (expression instanceof ArrayExpression subscript) {
            return Optional.of(subscripted(subscript, place));
        }
        if (expression instanceof RowGetExpression field) {
            return Optional.of(opaque("struct field", List.of(conversion.expr(field.getExpression(), place)), place));
        }
        if (expression instanceof PostgresNamedFunctionParameter named) {
            return Optional.of(conversion.expr(named.getExpression(), place));
        }
        if (expression instanceof OracleNamedFunctionParameter named) {
            return Optional.of(conversion.expr(named.getExpression(), place));
        }
        return rewritten(expression, place);
    }

    /** What the engine itself turns into a plain call, and so do we. */
    private Optional<Expr> rewritten(Expression expression, Span place) {
        if (expression instanceof ExtractExpression extract) {
            Expr part = new Expr.Literal(
                    Expr.LiteralKind.STRING,
                    LiteralConverter.unquoted(extract.getName()).toLowerCase(Locale.ROOT),
                    place);
            return Optional.of(
                    call("date_part", List.of(part, conversion.expr(extract.getExpression(), place)), place));
        }
        if (expression instanceof TimezoneExpression zoned
                && zoned.getTimezoneExpressions().size() == 1) {
            if (zoned.getTimezoneExpressions().get(0) instanceof TimezoneExpression) {
                throw new Unfaithful("AT TIME ZONE twice", place);
            }
            Expr zone = conversion.expr(zoned.getTimezoneExpressions().get(0), place);
            Expr time = conversion.expr(zoned.getLeftExpression(), place);
            return Optional.of(call("timezone", List.of(zone, time), place));
        }
        if (expression instanceof CollateExpression collated) {
            Expr operand = conversion.expr(collated.getLeftExpression(), place);
            return Optional.of(opaque("COLLATE", List.of(operand), place));
        }
        if (expression instanceof TrimFunction trim) {
            return Optional.of(trim(trim, place));
        }
        return Optional.empty();
    }

    /** {@code trim(BOTH 'x' FROM y)} is {@code trim(y, 'x')}; of one side it has another name. */
    private Expr trim(TrimFunction trim, Span place) {
        List<Expr> operands = new ArrayList<>();
        Expression[] parts = trim.isUsingFromKeyword()
                ? new Expression[] {trim.getFromExpression(), trim.getExpression()}
                : new Expression[] {trim.getExpression(), trim.getFromExpression()};
        for (Expression each : parts) {
            if (each != null) {
                operands.add(conversion.expr(each, place));
            }
        }
        String side = trim.getTrimSpecification() == null
                ? ""
                : trim.getTrimSpecification().name();
        String name = switch (side) {
            case "LEADING" -> "ltrim";
            case "TRAILING" -> "rtrim";
            default -> "trim";
        };
        return call(name, operands, place);
    }

    private Expr subscripted(ArrayExpression subscript, Span place) {
        List<Expr> operands = new ArrayList<>(List.of(conversion.expr(subscript.getObjExpression(), place)));
        for (Expression index : new Expression[] {
            subscript.getIndexExpression(), subscript.getStartIndexExpression(), subscript.getStopIndexExpression()
        }) {
            if (index != null) {
                operands.addAll(subscript(index, place));
            }
        }
        return opaque("subscript", operands, place);
    }

    private Expr cast(CastExpression cast, Span near) {
        boolean rowType = cast.getColumnDefinitions() != null
                && !cast.getColumnDefinitions().isEmpty();
        if (rowType || cast.getFormat() != null || cast.getColDataType() == null) {
            throw new Unfaithful("This cast", near);
        }
        Expr operand = conversion.expr(cast.getLeftExpression(), near);
        Span place = positions
                .of(cast)
                .orElseGet(
                        () -> positions.landmarks().withCastAfter(conversion.outer(cast.getLeftExpression(), operand)));
        boolean shorthand = cast.keyword == null || cast.keyword.isEmpty();
        if (shorthand && !cast.isImplicitCast()) {
            cast.setLeftExpression(explicit(cast.getLeftExpression()));
        }
        String type = cast.getColDataType().toString().toUpperCase(Locale.ROOT).replace(" (", "(");
        boolean tryCast =
                cast.keyword != null && cast.keyword.toUpperCase(Locale.ROOT).matches("(TRY|SAFE)_CAST");
        if (type.equals("INTERVAL")) {
            Optional<Expr> interval = LiteralConverter.intervalOf(operand, place);
            if (interval.isPresent()) {
                return interval.get();
            }
        }
        return new Expr.Cast(operand, type, tryCast, place);
    }

    private Expr branches(CaseExpression branches, Span place) {
        Optional<Expr> operand =
                Optional.ofNullable(branches.getSwitchExpression()).map(each -> conversion.expr(each, place));
        List<Expr.When> whens = new ArrayList<>();
        for (WhenClause when : branches.getWhenClauses()) {
            whens.add(new Expr.When(
                    conversion.expr(when.getWhenExpression(), place),
                    conversion.expr(when.getThenExpression(), place)));
        }
        Optional<Expr> otherwise =
                Optional.ofNullable(branches.getElseExpression()).map(each -> conversion.expr(each, place));
        return new Expr.Case(operand, List.copyOf(whens), otherwise, place);
    }

    static Expr.Call call(String name, List<Expr> arguments, Span place) {
        return new Expr.Call(name, List.copyOf(arguments), false, false, List.of(), Optional.empty(), place);
    }

    static Expr.Opaque opaque(String what, List<Expr> operands, Span place) {
        return new Expr.Opaque(what, List.copyOf(operands), List.of(), place);
    }

    /** The hull of expressions that stand somewhere. */
    static Span hull(List<Span> spans, Span otherwise) {
        return spans.stream()
                .min(Comparator.comparingInt(Span::start))
                .map(first -> spans.stream().reduce(first, Span::hull))
                .orElse(otherwise);
    }
}
