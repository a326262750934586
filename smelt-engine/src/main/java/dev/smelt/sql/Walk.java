package dev.smelt.sql;

import java.util.ArrayList;
import java.util.List;

/** Walks over whole queries, in the order of the text as far as the IR keeps it, outer things before inner ones. */
public final class Walk {
    private final List<Query> queries = new ArrayList<>();
    private final List<FromItem> fromItems = new ArrayList<>();
    private final List<Expr> expressions = new ArrayList<>();

    private Walk() {}

    /** Every query in it: itself, CTEs, arms, derived tables, subqueries of expressions. */
    public static List<Query> queries(Query query) {
        return over(query).queries;
    }

    /** Every FROM item in it, joins and their sides, at any depth. */
    public static List<FromItem> fromItems(Query query) {
        return over(query).fromItems;
    }

    /** Every expression in it, at any depth, subqueries too. */
    public static List<Expr> expressions(Query query) {
        return over(query).expressions;
    }

    /** The expression and every one inside it, subqueries too. */
    public static List<Expr> expressions(Expr expr) {
        Walk walk = new Walk();
        walk.visit(expr);
        return List.copyOf(walk.expressions);
    }

    /** The expression and every one inside it, but nothing of its subqueries. */
    public static List<Expr> ownExpressions(Expr expr) {
        List<Expr> found = new ArrayList<>();
        found.add(expr);
        ExprChildren.of(expr).forEach(child -> found.addAll(ownExpressions(child)));
        return List.copyOf(found);
    }

    /** The expressions that stand directly in the clauses of a SELECT or below its joins, not those inside them. */
    public static List<Expr> clauses(Query.Select select) {
        List<Expr> found = new ArrayList<>(select.distinctOn());
        select.projections().forEach(item -> found.add(item.expression()));
        select.from().ifPresent(item -> addConditions(item, found));
        select.where().ifPresent(found::add);
        select.groupBy().ifPresent(groups -> found.addAll(groups.keys()));
        select.having().ifPresent(found::add);
        select.windows().forEach(window -> found.addAll(ExprChildren.of(window.window())));
        select.qualify().ifPresent(found::add);
        select.orderBy().forEach(key -> found.add(key.expression()));
        found.addAll(select.opaque());
        return List.copyOf(found);
    }

    private static void addConditions(FromItem item, List<Expr> found) {
        if (item instanceof FromItem.Join join) {
            addConditions(join.left(), found);
            addConditions(join.right(), found);
            join.on().ifPresent(found::add);
        } else if (item instanceof FromItem.TableFunction function) {
            found.add(function.call());
        }
    }

    private static Walk over(Query query) {
        Walk walk = new Walk();
        walk.visit(query);
        return walk;
    }

    private void visit(Query query) {
        queries.add(query);
        if (query instanceof Query.With with) {
            with.ctes().forEach(cte -> visit(cte.query()));
            visit(with.body());
        } else if (query instanceof Query.SetOperation operation) {
            visit(operation.left());
            visit(operation.right());
            operation.orderBy().forEach(key -> visit(key.expression()));
        } else if (query instanceof Query.Values values) {
            values.rows().forEach(row -> row.forEach(this::visit));
        } else if (query instanceof Query.Select select) {
            select.from().ifPresent(this::visit);
            clauses(select).forEach(this::visit);
        }
    }

    private void visit(FromItem item) {
        fromItems.add(item);
        if (item instanceof FromItem.Derived derived) {
            visit(derived.query());
        } else if (item instanceof FromItem.Join join) {
            visit(join.left());
            visit(join.right());
        }
    }

    private void visit(Expr expr) {
        expressions.add(expr);
        ExprChildren.of(expr).forEach(this::visit);
        ExprChildren.queriesOf(expr).forEach(this::visit);
    }
}
