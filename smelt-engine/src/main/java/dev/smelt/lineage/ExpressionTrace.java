package dev.smelt.lineage;

import dev.smelt.sql.Expr;
import dev.smelt.sql.Query;
import dev.smelt.sql.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes expressions of one SELECT in canonical form: columns by what they are computed from, not by what they are called.
 *
 * @param aliases the select items that a name may also mean, by alias in lower case
 * @param aliasFirst whether a name that is both a column and an alias may mean the alias, as in HAVING and ORDER BY
 * @param windows the named windows of the SELECT
 */
record ExpressionTrace(
        Scope<Trace> scope,
        Map<String, Trace> aliases,
        boolean aliasFirst,
        List<Query.NamedWindow> windows,
        QueryTrace queries) {

    Trace of(Expr expression) {
        if (expression instanceof Expr.ColumnRef reference) {
            return ofColumn(reference);
        }
        if (expression instanceof Expr.Literal literal) {
            return Trace.of(literal.kind() + ":'" + literal.text().replace("'", "''") + "'");
        }
        if (expression instanceof Expr.IntervalLiteral interval) {
            return Trace.of("interval:" + interval.months() + "m" + interval.days() + "d" + interval.micros() + "us");
        }
        if (expression instanceof Expr.Call call) {
            return ofCall(call);
        }
        if (expression instanceof Expr.WindowCall window) {
            String name = window.ignoreNulls() ? "over_ignoring_nulls" : "over";
            return Trace.of(
                    name, ofCall(window.call()), ofWindow(window.window(), 0).as(UseKind.WINDOW));
        }
        if (expression instanceof Expr.Case branches) {
            return ofCase(branches);
        }
        if (expression instanceof Expr.Opaque opaque) {
            List<Trace> parts = new ArrayList<>(all(opaque.operands()));
            opaque.queries().forEach(query -> parts.add(subquery(query)));
            return Trace.of("opaque<" + TokenText.of(queries.text(opaque.span())) + ">", parts);
        }
        return ofOperator(expression);
    }

    private Trace ofOperator(Expr expression) {
        List<Trace> operands = new ArrayList<>(all(Expressions.operands(expression)));
        if (expression instanceof Expr.InQuery in) {
            operands.add(subquery(in.query()));
        } else if (expression instanceof Expr.Exists exists) {
            operands.add(subquery(exists.query()));
        } else if (expression instanceof Expr.ScalarSubquery scalar) {
            operands.add(subquery(scalar.query()));
        } else if (expression instanceof Expr.Quantified quantified) {
            operands.add(subquery(quantified.query()));
        }
        return Trace.of(operation(expression, queries.sql().text()), operands);
    }

    private static String operation(Expr expression, String sql) {
        if (expression instanceof Expr.Binary binary) {
            boolean word = Character.isLetter(binary.operator().charAt(0));
            return "binary " + Names.fold(binary.operator()) + (word ? "<" + TextAround.of(binary, sql) + ">" : "");
        }
        if (expression instanceof Expr.Cast cast) {
            return (cast.tryCast() ? "try_cast " : "cast ") + TokenText.of(cast.type());
        }
        if (expression instanceof Expr.Quantified quantified) {
            return "quantified " + quantified.operator() + (quantified.all() ? " all" : " any");
        }
        String name = Names.fold(expression.getClass().getSimpleName());
        return isNegated(expression) ? "not " + name : name;
    }

    private static boolean isNegated(Expr expression) {
        return (expression instanceof Expr.Between between && between.negated())
                || (expression instanceof Expr.InList in && in.negated())
                || (expression instanceof Expr.InQuery query && query.negated())
                || (expression instanceof Expr.Exists exists && exists.negated())
                || (expression instanceof Expr.IsNull isNull && isNull.negated())
                || (expression instanceof Expr.IsDistinct distinct && distinct.negated());
    }

    private List<Trace> all(List<Expr> expressions) {
        return expressions.stream().map(this::of).toList();
    }

    private Trace subquery(Query query) {
        return queries.within(Optional.of(scope)).meaning(query).whole();
    }

    private Trace ofColumn(Expr.ColumnRef reference) {
        Optional<Trace> alias = reference.parts().size() == 1
                ? Optional.ofNullable(aliases.get(Names.fold(reference.name())))
                : Optional.empty();
        Optional<Trace> column = Columns.find(scope, reference);
        if (column.isPresent() && alias.isPresent() && aliasFirst) {
            return Trace.joined("either", List.of(column.get(), alias.get()));
        }
        if (column.isPresent()) {
            return column.get();
        }
        return alias.orElseGet(() -> Columns.unclear(scope, reference));
    }

    private Trace ofCall(Expr.Call call) {
        List<Trace> parts = new ArrayList<>(all(call.arguments()));
        if (!call.orderBy().isEmpty()) {
            parts.add(order(call.orderBy()).as(UseKind.SORT));
        }
        call.filter()
                .ifPresent(filter -> parts.add(Trace.of("filter", of(filter)).as(UseKind.FILTER)));
        String modifiers = (call.star() ? " *" : "") + (call.distinct() ? " distinct" : "");
        String rest = TextAround.of(call, queries.sql().text());
        Trace value = Trace.of("call " + Names.fold(call.name()) + modifiers + "<" + rest + ">", parts);
        return queries.aggregates().contains(Names.fold(call.name())) ? value.as(UseKind.AGGREGATION) : value;
    }

    /** ORDER BY keys; whether NULLs come first is not in the key, so that the text of each stands beside it. */
    Trace order(List<Query.OrderKey> keys) {
        return Trace.of(
                "order",
                keys.stream()
                        .map(key -> Trace.of((key.descending() ? "desc" : "asc") + nulls(key), of(key.expression())))
                        .toList());
    }

    private String nulls(Query.OrderKey key) {
        String text = TokenText.of(queries.text(key.span()));
        return text.endsWith("nulls first") ? " nulls first" : text.endsWith("nulls last") ? " nulls last" : "";
    }

    private Trace ofWindow(WindowSpec window, int depth) {
        List<Trace> parts = new ArrayList<>();
        window.base().ifPresent(base -> parts.add(ofNamed(base, depth)));
        parts.add(Trace.of("partition", all(window.partitionBy())));
        parts.add(order(window.orderBy()));
        window.frame().ifPresent(frame -> parts.add(ofFrame(frame)));
        return Trace.of("window", parts);
    }

    private Trace ofNamed(String base, int depth) {
        return windows.stream()
                .filter(named -> named.name().equalsIgnoreCase(base) && depth < windows.size())
                .findFirst()
                .map(named -> ofWindow(named.window(), depth + 1))
                .orElse(Trace.of("window " + Names.fold(base)));
    }

    private Trace ofFrame(WindowSpec.Frame frame) {
        List<Trace> parts = new ArrayList<>(List.of(ofBound(frame.start()), ofBound(frame.end())));
        if (frame.excludes()) {
            parts.add(Trace.of(TokenText.of(queries.text(frame.span()))));
        }
        return Trace.of("frame " + frame.unit(), parts);
    }

    private Trace ofBound(WindowSpec.FrameBound bound) {
        String name = Names.fold(bound.getClass().getSimpleName());
        if (bound instanceof WindowSpec.Preceding preceding) {
            return Trace.of(name, of(preceding.offset()));
        }
        return bound instanceof WindowSpec.Following following
                ? Trace.of(name, of(following.offset()))
                : Trace.of(name);
    }

    private Trace ofCase(Expr.Case branches) {
        List<Trace> parts = new ArrayList<>();
        branches.operand()
                .ifPresent(operand -> parts.add(Trace.of("of", of(operand)).as(UseKind.CONDITIONAL)));
        branches.branches()
                .forEach(when ->
                        parts.add(Trace.of("when", of(when.condition()).as(UseKind.CONDITIONAL), of(when.result()))));
        branches.otherwise().ifPresent(otherwise -> parts.add(Trace.of("else", of(otherwise))));
        return Trace.of("case", parts);
    }
}
