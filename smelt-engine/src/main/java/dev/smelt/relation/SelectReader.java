package dev.smelt.relation;

import dev.smelt.model.SafetyOverride;
import dev.smelt.relation.Block.Presence;
import dev.smelt.relation.Environment.Output;
import dev.smelt.relation.QueryReader.Rows;
import dev.smelt.sql.Expr;
import dev.smelt.sql.ExprChildren;
import dev.smelt.sql.Query;
import dev.smelt.sql.Span;
import dev.smelt.sql.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads one SELECT: its FROM, what its conditions tie, its windows, its columns. */
final class SelectReader {
    private final QueryReader queries;
    private final Reading reading;
    private final LocalTime localTime;

    SelectReader(QueryReader queries, Reading reading, LocalTime localTime) {
        this.queries = queries;
        this.reading = reading;
        this.localTime = localTime;
    }

    Rows read(Query.Select select, Optional<Environment> outer) {
        Block rows = Block.inner();
        Environment environment = new Environment(outer);
        FromReader from = new FromReader(queries, reading, localTime);
        select.from().ifPresent(item -> rows.add(from.read(item, environment), Presence.ALWAYS, List.of()));
        select.projections().forEach(environment::alias);
        ExpressionReader expressions = new ExpressionReader(environment, rows, localTime);
        select.projections()
                .forEach(projection ->
                        projection.alias().ifPresent(alias -> expressions.call(projection.expression(), alias)));
        ConditionReader conditions = new ConditionReader(reading, expressions);
        select.where().ifPresent(where -> require(where, rows, environment, conditions, expressions));
        select.having().ifPresent(having -> having(having, select, rows, environment, conditions, expressions));
        for (Expr.Opaque part : select.opaque()) {
            reading.refuse(
                    "SMELT-W005",
                    part.span(),
                    part.what() + " cannot be read for windows, so the model cannot be built incrementally.",
                    "Rewrite the query without it, or make the model 'refresh: full'.");
        }
        WindowReader windows = new WindowReader(reading, select, rows, expressions);
        for (Expr part : computedAfterWhere(select)) {
            queries.subqueries(part, rows, environment);
            windowCalls(part).forEach(call -> rows.compute(windows.read(call)));
        }
        if (!select.distinctOn().isEmpty()) {
            rows.compute(distinctOn(select, expressions));
        }
        select.limit().ifPresent(limit -> rows.compute(queries.limited(limit)));
        List<Output> columns = new ProjectionReader(reading, environment, expressions).read(select.projections());
        return new Rows(qualified(select, rows, conditions), columns);
    }

    /**
     * In HAVING the engine takes a name for an alias of the select list where the column of that name is no group key:
     * {@code max(d) AS d ... HAVING d = x} speaks of no row. A conjunct with such a name ties nothing.
     */
    private void having(
            Expr condition,
            Query.Select select,
            Block rows,
            Environment environment,
            ConditionReader conditions,
            ExpressionReader expressions) {
        for (Expr conjunct : conjuncts(condition)) {
            if (namesAnAlias(conjunct, select, expressions)) {
                queries.subqueries(conjunct, rows, environment);
            } else {
                require(conjunct, rows, environment, conditions, expressions);
            }
        }
    }

    private static boolean namesAnAlias(Expr expression, Query.Select select, ExpressionReader expressions) {
        boolean here = expression instanceof Expr.ColumnRef column
                && aliased(column, select)
                        .map(expressions::value)
                        .filter(value -> !value.equals(expressions.value(column)))
                        .isPresent();
        return here || ExprChildren.of(expression).stream().anyMatch(child -> namesAnAlias(child, select, expressions));
    }

    /** What a plain name stands for in the select list. */
    private static Optional<Expr> aliased(Expr.ColumnRef column, Query.Select select) {
        return select.projections().stream()
                .filter(each -> column.parts().size() == 1)
                .filter(each ->
                        each.alias().filter(column.name()::equalsIgnoreCase).isPresent())
                .map(Query.Projection::expression)
                .findFirst();
    }

    private void require(
            Expr condition,
            Block rows,
            Environment environment,
            ConditionReader conditions,
            ExpressionReader expressions) {
        for (Expr conjunct : conjuncts(condition)) {
            Optional<Membership> membership = Membership.of(conjunct);
            if (membership.isPresent()) {
                rows.add(members(membership.get(), environment, expressions), Presence.OPTIONAL, List.of());
                queries.subqueries(membership.get().operand(), rows, environment);
                continue;
            }
            queries.subqueries(conjunct, rows, environment);
            rows.require(conditions.read(conjunct));
        }
    }

    /** {@code x IN (SELECT y ...)} and {@code x = ANY (SELECT y ...)}, which mean the same. */
    private record Membership(Expr operand, Query query, Span span) {
        static Optional<Membership> of(Expr condition) {
            if (condition instanceof Expr.InQuery in && !in.negated()) {
                return Optional.of(new Membership(in.operand(), in.query(), in.span()));
            }
            return condition instanceof Expr.Quantified any
                            && !any.all()
                            && any.operator().equals("=")
                    ? Optional.of(new Membership(any.operand(), any.query(), any.span()))
                    : Optional.empty();
        }
    }

    /** Of the subquery's rows only those with y = x matter. */
    private Block members(Membership in, Environment environment, ExpressionReader expressions) {
        Rows inner = queries.read(in.query(), Optional.of(environment));
        if (inner.columns().size() == 1
                && expressions.value(in.operand()) instanceof Value.Term left
                && inner.columns().get(0).value() instanceof Value.Term right
                && left.kind() == right.kind()) {
            Evidence evidence = reading.evidence(in.span(), Formula.compared(right, "=", left));
            Block tied = Block.inner();
            tied.add(inner.block(), Presence.ALWAYS, List.of());
            tied.require(Constraint.equal(right, left, List.of(evidence), Optional.empty()));
            return tied;
        }
        return inner.block();
    }

    /** QUALIFY holds for the rows that stay, not for the rows that their windows look at. */
    private Block qualified(Query.Select select, Block rows, ConditionReader conditions) {
        if (select.qualify().isEmpty()) {
            return rows;
        }
        Block kept = Block.inner();
        kept.add(rows, Presence.ALWAYS, List.of());
        for (Expr conjunct : conjuncts(select.qualify().get())) {
            kept.require(conditions.read(conjunct));
        }
        return kept;
    }

    private WindowUse distinctOn(Query.Select select, ExpressionReader expressions) {
        Span span = select.distinctOn().get(0).span();
        return new WindowUse(
                "DISTINCT ON",
                select.distinctOn().stream()
                        .map(key -> expressions.value(selected(key, select)))
                        .toList(),
                keyText(select.distinctOn()),
                Optional.empty(),
                "it looks at every row of its key",
                reading.input().sql().expansionAt(span.start()),
                SafetyOverride.ALLOW_DISTINCT,
                reading.evidence(span, "DISTINCT ON looks at every row of its key"),
                span,
                false);
    }

    /** DISTINCT ON takes a name for an alias of the select list first. */
    private static Expr selected(Expr key, Query.Select select) {
        return key instanceof Expr.ColumnRef column ? aliased(column, select).orElse(key) : key;
    }

    private String keyText(List<Expr> keys) {
        return keys.stream()
                .map(key -> reading.input().sql().clause(key.span()))
                .collect(Collectors.joining(", "));
    }

    private static List<Expr> computedAfterWhere(Query.Select select) {
        List<Expr> parts = new ArrayList<>();
        select.projections().forEach(projection -> parts.add(projection.expression()));
        select.groupBy().ifPresent(groupBy -> parts.addAll(groupBy.keys()));
        select.qualify().ifPresent(parts::add);
        select.orderBy().forEach(key -> parts.add(key.expression()));
        parts.addAll(select.distinctOn());
        for (Query.NamedWindow window : select.windows()) {
            parts.addAll(parts(window.window()));
        }
        return parts;
    }

    private static List<Expr> parts(WindowSpec window) {
        List<Expr> parts = new ArrayList<>(window.partitionBy());
        window.orderBy().forEach(key -> parts.add(key.expression()));
        return parts;
    }

    private static List<Expr.WindowCall> windowCalls(Expr expression) {
        List<Expr.WindowCall> calls = new ArrayList<>();
        if (expression instanceof Expr.WindowCall call) {
            calls.add(call);
        }
        ExprChildren.of(expression).forEach(child -> calls.addAll(windowCalls(child)));
        return calls;
    }

    static List<Expr> conjuncts(Expr condition) {
        return condition instanceof Expr.And and
                ? and.operands().stream()
                        .flatMap(each -> conjuncts(each).stream())
                        .toList()
                : List.of(condition);
    }
}
