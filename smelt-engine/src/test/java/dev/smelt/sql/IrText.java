package dev.smelt.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The IR on one line, for tests: {@code (= a.x 1)}, {@code [select ...]}. */
public final class IrText {
    private IrText() {}

    public static String of(Query query) {
        if (query instanceof Query.With with) {
            return "[with" + (with.recursive() ? " recursive" : "")
                    + with.ctes().stream()
                            .map(cte -> " " + cte.name() + names(cte.columnAliases()) + "=" + of(cte.query()))
                            .collect(Collectors.joining())
                    + " " + of(with.body()) + "]";
        }
        if (query instanceof Query.SetOperation set) {
            return "[" + set.operator().name().toLowerCase(java.util.Locale.ROOT) + (set.all() ? " all" : "")
                    + (set.byName() ? " by-name" : "") + " " + of(set.left()) + " " + of(set.right())
                    + order(set.orderBy()) + (set.limit().isPresent() ? " limit" : "") + "]";
        }
        if (query instanceof Query.Values values) {
            return "[values " + values.rows().stream().map(IrText::all).collect(Collectors.joining(" / ")) + "]";
        }
        if (query instanceof Query.OpaqueQuery opaque) {
            return "[?" + opaque.what() + "]";
        }
        return select((Query.Select) query);
    }

    private static String select(Query.Select select) {
        List<String> parts = new ArrayList<>();
        parts.add("[select");
        if (select.distinct()) {
            parts.add("distinct" + (select.distinctOn().isEmpty() ? "" : "(" + all(select.distinctOn()) + ")"));
        }
        parts.add(select.projections().stream()
                .map(item -> of(item.expression())
                        + item.alias().map(alias -> " as " + alias).orElse(""))
                .collect(Collectors.joining(", ")));
        select.from().ifPresent(item -> parts.add("from " + of(item)));
        select.where().ifPresent(each -> parts.add("where " + of(each)));
        select.groupBy()
                .ifPresent(group -> parts.add("group" + (group.all() ? " all" : "")
                        + (group.groupingSets() ? " sets" : "") + " " + all(group.keys())));
        select.having().ifPresent(each -> parts.add("having " + of(each)));
        select.windows().forEach(window -> parts.add("window " + window.name() + "=" + of(window.window())));
        select.qualify().ifPresent(each -> parts.add("qualify " + of(each)));
        String order = order(select.orderBy());
        if (!order.isEmpty()) {
            parts.add(order.trim());
        }
        select.limit().ifPresent(each -> parts.add("limit"));
        select.opaque().forEach(each -> parts.add("?" + each.what()));
        return String.join(" ", parts) + "]";
    }

    private static String order(List<Query.OrderKey> keys) {
        return keys.isEmpty() ? "" : " order " + keys.stream().map(IrText::of).collect(Collectors.joining(", "));
    }

    private static String of(Query.OrderKey key) {
        return of(key.expression()) + (key.descending() ? " desc" : "");
    }

    static String of(FromItem item) {
        if (item instanceof FromItem.Table table) {
            return String.join(".", table.name())
                    + table.reference()
                            .map(reference -> "#" + reference.index())
                            .orElse("")
                    + table.alias().map(alias -> " " + alias).orElse("")
                    + names(table.columnAliases());
        }
        if (item instanceof FromItem.Derived derived) {
            return (derived.lateral() ? "lateral " : "")
                    + of(derived.query())
                    + derived.alias().map(alias -> " " + alias).orElse("")
                    + names(derived.columnAliases());
        }
        if (item instanceof FromItem.TableFunction function) {
            return (function.lateral() ? "lateral " : "")
                    + of(function.call())
                    + function.alias().map(alias -> " " + alias).orElse("")
                    + names(function.columnAliases());
        }
        if (item instanceof FromItem.OpaqueItem opaque) {
            return "?" + opaque.what();
        }
        FromItem.Join join = (FromItem.Join) item;
        return "{" + of(join.left()) + (join.natural() ? " natural " : " ")
                + join.kind().name().toLowerCase(java.util.Locale.ROOT) + " " + of(join.right())
                + join.on().map(on -> " on " + of(on)).orElse("")
                + (join.using().isEmpty() ? "" : " using" + names(join.using())) + "}";
    }

    public static String of(Expr expr) {
        if (expr instanceof Expr.ColumnRef column) {
            return String.join(".", column.parts());
        }
        if (expr instanceof Expr.Literal literal) {
            return switch (literal.kind()) {
                case STRING -> "'" + literal.text() + "'";
                case DATE -> "d'" + literal.text() + "'";
                case TIMESTAMP -> "ts'" + literal.text() + "'";
                case NUMBER, BOOLEAN, NULL -> literal.text();
            };
        }
        if (expr instanceof Expr.IntervalLiteral interval) {
            return "i" + interval.months() + "/" + interval.days() + "/" + interval.micros();
        }
        if (expr instanceof Expr.Call call) {
            return call.name() + "(" + (call.distinct() ? "distinct " : "")
                    + (call.star() ? "*" : all(call.arguments())) + order(call.orderBy())
                    + call.filter().map(each -> " filter " + of(each)).orElse("") + ")";
        }
        if (expr instanceof Expr.WindowCall call) {
            return of(call.call()) + (call.ignoreNulls() ? " ignore nulls" : "") + " over " + of(call.window());
        }
        if (expr instanceof Expr.Cast cast) {
            return (cast.tryCast() ? "try_cast(" : "cast(") + of(cast.operand()) + " " + cast.type() + ")";
        }
        if (expr instanceof Expr.Binary binary) {
            return "(" + binary.operator() + " " + of(binary.left()) + " " + of(binary.right()) + ")";
        }
        if (expr instanceof Expr.And and) {
            return "(and " + spaced(and.operands()) + ")";
        }
        if (expr instanceof Expr.Or or) {
            return "(or " + spaced(or.operands()) + ")";
        }
        if (expr instanceof Expr.Not not) {
            return "(not " + of(not.operand()) + ")";
        }
        if (expr instanceof Expr.Negative negative) {
            return "(- " + of(negative.operand()) + ")";
        }
        return more(expr);
    }

    private static String more(Expr expr) {
        if (expr instanceof Expr.Between between) {
            return "(" + not(between.negated()) + "between " + of(between.operand()) + " " + of(between.low()) + " "
                    + of(between.high()) + ")";
        }
        if (expr instanceof Expr.InList in) {
            return "(" + not(in.negated()) + "in " + of(in.operand()) + " " + spaced(in.items()) + ")";
        }
        if (expr instanceof Expr.InQuery in) {
            return "(" + not(in.negated()) + "in " + of(in.operand()) + " " + of(in.query()) + ")";
        }
        if (expr instanceof Expr.Exists exists) {
            return "(" + not(exists.negated()) + "exists " + of(exists.query()) + ")";
        }
        if (expr instanceof Expr.ScalarSubquery scalar) {
            return of(scalar.query());
        }
        if (expr instanceof Expr.Quantified quantified) {
            return "(" + quantified.operator() + (quantified.all() ? " all " : " any ") + of(quantified.operand()) + " "
                    + of(quantified.query()) + ")";
        }
        if (expr instanceof Expr.Case branches) {
            return "(case" + branches.operand().map(each -> " " + of(each)).orElse("")
                    + branches.branches().stream()
                            .map(when -> " " + of(when.condition()) + ":" + of(when.result()))
                            .collect(Collectors.joining())
                    + branches.otherwise().map(each -> " else:" + of(each)).orElse("") + ")";
        }
        if (expr instanceof Expr.IsNull isNull) {
            return "(" + not(isNull.negated()) + "null " + of(isNull.operand()) + ")";
        }
        if (expr instanceof Expr.IsDistinct distinct) {
            return "(" + not(distinct.negated()) + "distinct " + of(distinct.left()) + " " + of(distinct.right()) + ")";
        }
        if (expr instanceof Expr.Star star) {
            return star.qualifier().map(each -> each + ".").orElse("") + "*"
                    + (star.exclude().isEmpty() ? "" : "-" + names(star.exclude()))
                    + (star.replace().isEmpty()
                            ? ""
                            : "+("
                                    + star.replace().stream()
                                            .map(item -> of(item.expression()) + " as "
                                                    + item.alias().orElse("?"))
                                            .collect(Collectors.joining(", "))
                                    + ")");
        }
        Expr.Opaque opaque = (Expr.Opaque) expr;
        return "?" + opaque.what() + "<" + all(opaque.operands())
                + opaque.queries().stream().map(IrText::of).collect(Collectors.joining()) + ">";
    }

    static String of(WindowSpec window) {
        List<String> parts = new ArrayList<>();
        window.base().ifPresent(parts::add);
        if (!window.partitionBy().isEmpty()) {
            parts.add("by " + all(window.partitionBy()));
        }
        if (!window.orderBy().isEmpty()) {
            parts.add(order(window.orderBy()).trim());
        }
        window.frame()
                .ifPresent(frame -> parts.add(frame.unit().name().toLowerCase(java.util.Locale.ROOT) + " "
                        + of(frame.start()) + ".." + of(frame.end()) + (frame.excludes() ? " excludes" : "")));
        return "<" + String.join(" ", parts) + ">";
    }

    private static String of(WindowSpec.FrameBound bound) {
        if (bound instanceof WindowSpec.Preceding preceding) {
            return "-" + of(preceding.offset());
        }
        if (bound instanceof WindowSpec.Following following) {
            return "+" + of(following.offset());
        }
        return bound instanceof WindowSpec.CurrentRow
                ? "0"
                : bound instanceof WindowSpec.UnboundedPreceding ? "-inf" : "+inf";
    }

    private static String not(boolean negated) {
        return negated ? "not-" : "";
    }

    private static String all(List<Expr> exprs) {
        return exprs.stream().map(IrText::of).collect(Collectors.joining(", "));
    }

    private static String spaced(List<Expr> exprs) {
        return exprs.stream().map(IrText::of).collect(Collectors.joining(" "));
    }

    private static String names(List<String> names) {
        return names.isEmpty() ? "" : "(" + String.join(",", names) + ")";
    }
}
