package dev.smelt.lineage;

import dev.smelt.lineage.StoredRow.Part;
import dev.smelt.lineage.StoredRow.Text;
import dev.smelt.lineage.StoredRow.Value;
import dev.smelt.model.Binder.Volatility;
import dev.smelt.model.SqlType;
import dev.smelt.sql.Expr;
import dev.smelt.sql.Query;
import dev.smelt.sql.Span;
import dev.smelt.sql.SqlReader;
import dev.smelt.sql.Walk;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Looks in the select items of one SELECT for the values of its own columns, in place of which the stored columns can
 * stand. Nothing that gives another value each time, no subquery and no window counts, unless a column holds it as a whole.
 */
final class StoredRowSearch {
    /** Calls that have no type of their own: a literal in them may take the type of what stands around. */
    private static final Set<String> WITHOUT_TYPE =
            Set.of("coalesce", "ifnull", "nullif", "if", "greatest", "least", "case");

    private final SelectTrace select;
    private final QueryTrace queries;
    private final ExpressionTrace traces;
    private final Function<String, Volatility> volatility;
    private final SqlReader reader;
    private final int count;
    private final SortedMap<String, Trace> stored = new TreeMap<>();
    private final SortedMap<String, StoredRow.Below> beneath;
    private final Map<String, Expr> aliases = new TreeMap<>();

    /**
     * @param select whose meaning was asked for
     * @param columns its columns
     * @param names what these are called
     */
    StoredRowSearch(
            SelectTrace select,
            Relation<Trace> columns,
            List<String> names,
            Function<String, Volatility> volatility,
            SqlReader reader) {
        this.select = select;
        this.queries = select.queries();
        this.traces = select.expressions(queries);
        this.volatility = volatility;
        this.reader = reader;
        this.count = columns.columns().size();
        List<Relation.Item<Trace>> items = columns.columns();
        for (int i = 0; i < names.size(); i++) {
            stored.put(Names.fold(names.get(i)), items.get(i).facts());
        }
        this.beneath = Beneath.of(select, this::same, this::inner);
    }

    /** @param types of the columns, where the engine said */
    StoredRow row(Map<String, SqlType> types) {
        List<Query.Projection> items = select.projections();
        List<String> named = items.stream()
                .flatMap(item -> item.alias().stream())
                .map(Names::fold)
                .toList();
        boolean clear = named.size() == new HashSet<>(named).size() && stored.size() == count;
        if (!clear || select.isSampled()) {
            return StoredRow.NONE;
        }
        items.forEach(item -> item.alias().ifPresent(alias -> aliases.put(Names.fold(alias), item.expression())));
        SortedMap<String, List<Part>> columns = new TreeMap<>();
        SortedMap<String, Optional<SqlType>> typed = new TreeMap<>();
        types.forEach((name, type) -> typed.put(name, Optional.of(type)));
        stored.forEach((name, trace) -> Optional.ofNullable(beneath.get(trace.text()))
                .ifPresent(below -> {
                    columns.put(name, List.of(new Value(same(trace), Optional.empty(), Optional.of(below))));
                    typed.putIfAbsent(name, Optional.empty());
                }));
        for (Query.Projection item : items) {
            Optional<String> name = Stars.mayBeSeveral(item.expression()) ? Optional.empty() : Stars.name(item);
            name.map(Names::fold).filter(stored::containsKey).ifPresent(column -> {
                columns.remove(column);
                whole(item.expression()).ifPresent(parts -> columns.put(column, parts));
                if (hasTypeOfItsOwn(item.expression())) {
                    typed.putIfAbsent(column, Optional.empty());
                }
            });
        }
        return new StoredRow(columns, typed);
    }

    /** Of a subquery, whose columns no engine named: those names that the text gives. */
    private Optional<Beneath.Described> inner(SelectTrace inside) {
        Relation<Trace> columns = inside.meaning().columns();
        List<String> called = columns.columns().stream()
                .flatMap(column -> column.name().stream())
                .map(Names::fold)
                .toList();
        boolean clear = columns.complete()
                && called.size() == columns.columns().size()
                && new HashSet<>(called).size() == called.size();
        return clear
                ? Optional.of(new Beneath.Described(
                        called, new StoredRowSearch(inside, columns, called, volatility, reader).row(Map.of())))
                : Optional.empty();
    }

    private Optional<List<Part>> whole(Expr expression) {
        return isSteady(expression, Set.of()) && isWhole(expression) ? parts(expression, Set.of()) : Optional.empty();
    }

    /** @param open the aliases that are being expanded */
    private Optional<List<Part>> parts(Expr expression, Set<String> open) {
        if (expression instanceof Expr.Literal || expression instanceof Expr.IntervalLiteral) {
            return Optional.of(List.of(new Text(queries.text(expression.span()))));
        }
        SortedSet<String> columns = holding(expression);
        Optional<List<Part>> inside = inside(expression, open);
        Optional<StoredRow.Below> below = below(expression);
        return columns.isEmpty() && below.isEmpty() ? inside : Optional.of(List.of(new Value(columns, inside, below)));
    }

    /** The column of what is read that the expression is. */
    private Optional<StoredRow.Below> below(Expr expression) {
        return Optional.of(expression)
                .filter(Expr.ColumnRef.class::isInstance)
                .map(column -> beneath.get(traces.of(column).text()))
                .filter(below -> isWhole(expression));
    }

    /** The columns that hold what the expression gives. */
    private SortedSet<String> holding(Expr expression) {
        SortedSet<String> columns = hasTypeOfItsOwn(expression) ? same(traces.of(expression)) : new TreeSet<>();
        return columns.isEmpty() || isWhole(expression) ? columns : new TreeSet<>();
    }

    private SortedSet<String> same(Trace meaning) {
        SortedSet<String> columns = new TreeSet<>();
        stored.forEach((name, trace) -> {
            if (trace.text().equals(meaning.text())) {
                columns.add(name);
            }
        });
        return columns;
    }

    private boolean hasTypeOfItsOwn(Expr expression) {
        if (expression instanceof Expr.Call call && queries.aggregates().contains(Names.fold(call.name()))) {
            return true;
        }
        if (expression instanceof Expr.ColumnRef) {
            // the name of a select item that is a literal is no more than that literal
            return !traces.of(expression).uses().isEmpty();
        }
        boolean typed = expression instanceof Expr.Cast
                || expression instanceof Expr.Binary
                || expression instanceof Expr.WindowCall
                || (expression instanceof Expr.Call call && !WITHOUT_TYPE.contains(call.name()));
        return typed && Walk.ownExpressions(expression).stream().anyMatch(Expr.ColumnRef.class::isInstance);
    }

    private Optional<List<Part>> inside(Expr expression, Set<String> open) {
        if (expression instanceof Expr.ColumnRef reference) {
            return alias(reference)
                    .filter(name -> !open.contains(name))
                    .flatMap(name -> parts(aliases.get(name), with(open, name)))
                    .map(StoredRowSearch::bracketed);
        }
        return isComputedFromOperands(expression)
                ? around(expression, Expressions.operands(expression), open)
                : Optional.empty();
    }

    private boolean isComputedFromOperands(Expr expression) {
        if (expression instanceof Expr.Call call) {
            return !queries.aggregates().contains(Names.fold(call.name()))
                    && !call.star()
                    && !call.distinct()
                    && call.orderBy().isEmpty()
                    && call.filter().isEmpty();
        }
        return expression instanceof Expr.Cast
                || expression instanceof Expr.Binary
                || expression instanceof Expr.And
                || expression instanceof Expr.Or
                || expression instanceof Expr.Not
                || expression instanceof Expr.Negative
                || expression instanceof Expr.Between
                || expression instanceof Expr.InList
                || expression instanceof Expr.Case
                || expression instanceof Expr.IsNull
                || expression instanceof Expr.IsDistinct;
    }

    /** The text of the expression with its operands replaced; nothing where they do not stand in it one after another. */
    private Optional<List<Part>> around(Expr expression, List<Expr> operands, Set<String> open) {
        List<Part> parts = new ArrayList<>();
        int from = expression.span().start();
        List<Expr> ordered = operands.stream()
                .sorted(Comparator.comparingInt(operand -> operand.span().start()))
                .toList();
        for (Expr operand : ordered) {
            Span span = operand.span();
            Optional<List<Part>> inner = parts(operand, open);
            if (inner.isEmpty()
                    || span.start() < from
                    || span.end() > expression.span().end()) {
                return Optional.empty();
            }
            parts.add(new Text(queries.text(new Span(from, span.start()))));
            parts.addAll(inner.get());
            from = span.end();
        }
        parts.add(new Text(queries.text(new Span(from, expression.span().end()))));
        return Optional.of(parts);
    }

    /** The select item that a name means; nothing where it means a column of what is read. */
    private Optional<String> alias(Expr.ColumnRef reference) {
        return Optional.of(Names.fold(reference.name()))
                .filter(name -> reference.parts().size() == 1 && aliases.containsKey(name))
                .filter(name -> Columns.find(select.scope(), reference).isEmpty());
    }

    /** Whether it gives the same for the same row each time, in whatever query. */
    private boolean isSteady(Expr expression, Set<String> open) {
        return Walk.expressions(expression).stream().allMatch(each -> {
            if (each instanceof Expr.Call call) {
                return volatility.apply(call.name()) == Volatility.CONSISTENT;
            }
            return !(each instanceof Expr.ColumnRef reference)
                    || alias(reference)
                            .map(name -> !open.contains(name) && isSteady(aliases.get(name), with(open, name)))
                            .orElse(true);
        });
    }

    /** Positions of expressions are not always known exactly: what is replaced must mean by itself what it is taken for. */
    private boolean isWhole(Expr expression) {
        String alone = "SELECT " + queries.text(expression.span());
        return queries.reread(expression.span(), reader)
                .map(again -> select.expressions(queries.reading(alone)).of(again))
                .filter(again -> again.text().equals(traces.of(expression).text()))
                .isPresent();
    }

    private static List<Part> bracketed(List<Part> parts) {
        List<Part> bracketed = new ArrayList<>(List.of(new Text("(")));
        bracketed.addAll(parts);
        bracketed.add(new Text(")"));
        return bracketed;
    }

    private static Set<String> with(Set<String> open, String name) {
        Set<String> more = new HashSet<>(open);
        more.add(name);
        return more;
    }
}
