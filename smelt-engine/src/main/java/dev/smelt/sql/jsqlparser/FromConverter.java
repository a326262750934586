package dev.smelt.sql.jsqlparser;

import dev.smelt.sql.Expr;
import dev.smelt.sql.FromItem;
import dev.smelt.sql.FromItem.JoinKind;
import dev.smelt.sql.Landmarks;
import dev.smelt.sql.Reference;
import dev.smelt.sql.Span;
import dev.smelt.sql.Tokens;
import dev.smelt.sql.Unfaithful;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.LateralSubSelect;
import net.sf.jsqlparser.statement.select.ParenthesedFromItem;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.TableFunction;
import net.sf.jsqlparser.statement.select.Values;

/** FROM items and joins. */
final class FromConverter {
    private final Conversion conversion;
    private final Positions positions;

    FromConverter(Conversion conversion) {
        this.conversion = conversion;
        this.positions = conversion.positions();
    }

    /** An item and its joins; a comma binds looser than JOIN. */
    FromItem joined(
            net.sf.jsqlparser.statement.select.FromItem first,
            Collection<Join> joins,
            List<Expr.Opaque> opaque,
            Span near) {
        FromItem group = convert(first, opaque, near);
        Optional<FromItem> before = Optional.empty();
        for (Join join : joins == null ? List.<Join>of() : joins) {
            if (join.isSimple()) {
                before = Optional.of(before.isEmpty() ? group : comma(before.get(), group));
                group = convert(join.getFromItem(), opaque, near);
            } else {
                group = join(group, join, opaque, near);
            }
        }
        return before.isEmpty() ? group : comma(before.get(), group);
    }

    private static FromItem comma(FromItem left, FromItem right) {
        return new FromItem.Join(
                JoinKind.CROSS,
                left,
                right,
                Optional.empty(),
                List.of(),
                false,
                left.span().hull(right.span()));
    }

    private FromItem join(FromItem left, Join join, List<Expr.Opaque> opaque, Span near) {
        Span place = positions.of(join).orElse(near);
        JoinKind kind = kind(join, place);
        FromItem right = convert(join.getFromItem(), opaque, near);
        Collection<Expression> conditions = join.getOnExpressions() == null ? List.of() : join.getOnExpressions();
        if (conditions.size() > 1) {
            throw new Unfaithful("A join nested by its ON conditions", place);
        }
        Optional<Expr> on = conditions.stream().findFirst().map(condition -> conversion.expr(condition, place));
        List<String> using = new ArrayList<>();
        if (join.getUsingColumns() != null) {
            for (Column column : join.getUsingColumns()) {
                using.add(Tokens.unquoted(column.getColumnName()));
            }
        }
        return new FromItem.Join(
                kind,
                left,
                right,
                on,
                List.copyOf(using),
                join.isNatural(),
                left.span().hull(place));
    }

    private JoinKind kind(Join join, Span place) {
        boolean foreign = join.isApply()
                || join.isWindowJoin()
                || join.isStraight()
                || join.isGlobal()
                || join.isAny()
                || join.isAll()
                || join.isFetch()
                || join.isArray()
                || join.isSemi()
                || join.getJoinHint() != null;
        if (foreign) {
            throw new Unfaithful("This join", place);
        }
        Optional<JoinKind> real = joinWords(place);
        if (real.isPresent()) {
            return real.get();
        }
        if (join.isAsOf()) {
            if (join.isRight() || join.isFull()) {
                throw new Unfaithful("This ASOF join", place);
            }
            return join.isLeft() ? JoinKind.ASOF_LEFT : JoinKind.ASOF;
        }
        if (join.isLeft()) {
            return JoinKind.LEFT;
        }
        if (join.isRight()) {
            return JoinKind.RIGHT;
        }
        if (join.isFull() || join.isOuter()) {
            return JoinKind.FULL;
        }
        return join.isCross() ? JoinKind.CROSS : JoinKind.INNER;
    }

    /** The words before JOIN may stand for others. */
    private Optional<JoinKind> joinWords(Span place) {
        Tokens tokens = positions.tokens();
        for (int i = positions.index(place.start()); i < tokens.size() && !tokens.isWord(i, "join"); i++) {
            Optional<JoinKind> real = conversion.source().join(tokens.get(i).start());
            if (real.isPresent()) {
                return real;
            }
        }
        return Optional.empty();
    }

    FromItem convert(net.sf.jsqlparser.statement.select.FromItem item, List<Expr.Opaque> opaque, Span near) {
        Span place = positions.of(item).orElse(near);
        boolean turned = item.getPivot() != null || item.getUnPivot() != null;
        if (turned) {
            throw new Unfaithful("PIVOT or UNPIVOT", place);
        }
        if (item.getSampleClause() != null) {
            opaque.add(ExprConverter.opaque("TABLESAMPLE", List.of(), place));
        }
        Optional<String> alias = QueryConverter.alias(item.getAlias());
        List<String> columns = columnAliases(item.getAlias());
        QueryConverter.explicitAlias(item.getAlias());
        if (item instanceof Table table) {
            return table(table, alias, columns, place);
        }
        if (item instanceof ParenthesedSelect select) {
            boolean lateral = item instanceof LateralSubSelect;
            return new FromItem.Derived(
                    conversion.query(select, place), alias, columns, lateral || isLateral(place), place);
        }
        if (item instanceof Values values) {
            return new FromItem.Derived(conversion.query(values, place), alias, columns, false, place);
        }
        if (item instanceof TableFunction function) {
            return function(function, alias, columns, opaque, place);
        }
        if (item instanceof ParenthesedFromItem bracketed) {
            return bracketed(bracketed, alias, columns, opaque, place);
        }
        throw new Unfaithful("This FROM item", place);
    }

    private boolean isLateral(Span place) {
        return positions.tokens().isWord(positions.index(place.start()), "lateral")
                || positions.tokens().isWord(positions.index(place.start()) - 1, "lateral");
    }

    private static List<String> columnAliases(Alias alias) {
        return alias == null || alias.getAliasColumns() == null
                ? List.of()
                : alias.getAliasColumns().stream()
                        .map(column -> Tokens.unquoted(column.name))
                        .toList();
    }

    private FromItem table(Table table, Optional<String> alias, List<String> columns, Span place) {
        boolean foreign = Stream.of(
                        table.getIndexHint(),
                        table.getSqlServerHints(),
                        table.getTimeTravel(),
                        table.getTimeTravelStrAfterAlias())
                .anyMatch(part -> part != null);
        if (foreign || positions.of(table).isEmpty()) {
            throw new Unfaithful("What follows the table's name", place);
        }
        Landmarks.DottedName name = positions.landmarks().dottedName(place.start());
        conversion.names().table(name.parts());
        Optional<Reference> reference =
                conversion.references().place(name.span().start());
        return new FromItem.Table(name.parts(), alias, columns, reference, name.span());
    }

    private FromItem function(
            TableFunction function,
            Optional<String> alias,
            List<String> columns,
            List<Expr.Opaque> opaque,
            Span place) {
        if (function.isRowsFrom() || function.getFunction() == null) {
            throw new Unfaithful("ROWS FROM", place);
        }
        if (function.getWithClause() != null) {
            opaque.add(ExprConverter.opaque("WITH " + function.getWithClause(), List.of(), place));
        }
        Span call = positions.of(function.getFunction()).orElse(place);
        boolean lateral = function.getPrefix() != null || isLateral(place);
        Expr.Call converted = conversion.tableFunction(function.getFunction(), call);
        return new FromItem.TableFunction(converted, alias, columns, lateral, place);
    }

    private FromItem bracketed(
            ParenthesedFromItem bracketed,
            Optional<String> alias,
            List<String> columns,
            List<Expr.Opaque> opaque,
            Span place) {
        boolean joined = bracketed.getJoins() != null && !bracketed.getJoins().isEmpty();
        if (alias.isEmpty()) {
            return joined(bracketed.getFromItem(), bracketed.getJoins(), opaque, place);
        }
        if (!joined && bracketed.getFromItem() instanceof Values values) {
            return new FromItem.Derived(conversion.query(values, place), alias, columns, false, place);
        }
        throw new Unfaithful("An alias for a join in brackets", place);
    }
}
