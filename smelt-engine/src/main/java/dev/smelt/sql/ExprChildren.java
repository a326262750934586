package dev.smelt.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What lies directly inside an expression: the one place that knows it for every kind of {@link Expr}. */
public final class ExprChildren {
    private ExprChildren() {}

    /** The expressions directly inside, in the order of the text; those of a window too, those of subqueries not. */
    public static List<Expr> of(Expr expr) {
        if (expr instanceof Expr.Call call) {
            return ofCall(call);
        }
        if (expr instanceof Expr.WindowCall call) {
            return joined(List.of(call.call()), of(call.window()));
        }
        if (expr instanceof Expr.Cast cast) {
            return List.of(cast.operand());
        }
        if (expr instanceof Expr.Binary binary) {
            return List.of(binary.left(), binary.right());
        }
        if (expr instanceof Expr.And and) {
            return and.operands();
        }
        if (expr instanceof Expr.Or or) {
            return or.operands();
        }
        if (expr instanceof Expr.Not not) {
            return List.of(not.operand());
        }
        if (expr instanceof Expr.Negative negative) {
            return List.of(negative.operand());
        }
        if (expr instanceof Expr.Case branches) {
            return ofCase(branches);
        }
        if (expr instanceof Expr.Star star) {
            return star.replace().stream().map(Query.Projection::expression).toList();
        }
        if (expr instanceof Expr.Opaque opaque) {
            return opaque.operands();
        }
        return ofPredicate(expr);
    }

    private static List<Expr> ofPredicate(Expr expr) {
        if (expr instanceof Expr.Between between) {
            return List.of(between.operand(), between.low(), between.high());
        }
        if (expr instanceof Expr.InList in) {
            return joined(List.of(in.operand()), in.items());
        }
        if (expr instanceof Expr.InQuery in) {
            return List.of(in.operand());
        }
        if (expr instanceof Expr.Quantified quantified) {
            return List.of(quantified.operand());
        }
        if (expr instanceof Expr.IsNull isNull) {
            return List.of(isNull.operand());
        }
        if (expr instanceof Expr.IsDistinct distinct) {
            return List.of(distinct.left(), distinct.right());
        }
        return List.of();
    }

    /** The subqueries directly inside. */
    public static List<Query> queriesOf(Expr expr) {
        if (expr instanceof Expr.InQuery in) {
            return List.of(in.query());
        }
        if (expr instanceof Expr.Exists exists) {
            return List.of(exists.query());
        }
        if (expr instanceof Expr.ScalarSubquery scalar) {
            return List.of(scalar.query());
        }
        if (expr instanceof Expr.Quantified quantified) {
            return List.of(quantified.query());
        }
        return expr instanceof Expr.Opaque opaque ? opaque.queries() : List.of();
    }

    /** The expressions of a window: partition keys, sort keys, frame offsets. */
    public static List<Expr> of(WindowSpec window) {
        List<Expr> found = new ArrayList<>(window.partitionBy());
        window.orderBy().forEach(key -> found.add(key.expression()));
        window.frame().ifPresent(frame -> {
            offset(frame.start()).ifPresent(found::add);
            offset(frame.end()).ifPresent(found::add);
        });
        return List.copyOf(found);
    }

    private static Optional<Expr> offset(WindowSpec.FrameBound bound) {
        if (bound instanceof WindowSpec.Preceding preceding) {
            return Optional.of(preceding.offset());
        }
        return bound instanceof WindowSpec.Following following ? Optional.of(following.offset()) : Optional.empty();
    }

    private static List<Expr> ofCall(Expr.Call call) {
        List<Expr> found = new ArrayList<>(call.arguments());
        call.orderBy().forEach(key -> found.add(key.expression()));
        call.filter().ifPresent(found::add);
        return List.copyOf(found);
    }

    private static List<Expr> ofCase(Expr.Case branches) {
        List<Expr> found = new ArrayList<>();
        branches.operand().ifPresent(found::add);
        branches.branches().forEach(branch -> {
            found.add(branch.condition());
            found.add(branch.result());
        });
        branches.otherwise().ifPresent(found::add);
        return List.copyOf(found);
    }

    private static List<Expr> joined(List<Expr> first, List<Expr> rest) {
        List<Expr> all = new ArrayList<>(first);
        all.addAll(rest);
        return List.copyOf(all);
    }
}
