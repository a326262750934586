package dev.smelt.lineage;

import dev.smelt.sql.Expr;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Which columns of a scope cannot be NULL where a condition is known to be true, or known not to be. */
final class NullRejection {
    private final Scope<?> scope;

    NullRejection(Scope<?> scope) {
        this.scope = scope;
    }

    /** The columns that are not NULL in a row for which the condition is TRUE. */
    Set<Scope.Slot> whereTrue(Expr condition) {
        if (condition instanceof Expr.And and) {
            return union(and.operands().stream().map(this::whereTrue).toList());
        }
        if (condition instanceof Expr.Or or) {
            return intersection(or.operands().stream().map(this::whereTrue).toList());
        }
        if (condition instanceof Expr.Not not) {
            return whereFalse(not.operand());
        }
        if (condition instanceof Expr.IsNull isNull) {
            return isNull.negated() ? needed(isNull.operand()) : Set.of();
        }
        if (condition instanceof Expr.Between between && !between.negated()) {
            return union(List.of(needed(between.operand()), needed(between.low()), needed(between.high())));
        }
        if (condition instanceof Expr.InQuery in) {
            // NULL NOT IN (no rows) is TRUE.
            return in.negated() ? Set.of() : needed(in.operand());
        }
        return needed(condition);
    }

    /** The columns that are not NULL in a row for which the condition is FALSE. */
    Set<Scope.Slot> whereFalse(Expr condition) {
        if (condition instanceof Expr.Or or) {
            return union(or.operands().stream().map(this::whereFalse).toList());
        }
        if (condition instanceof Expr.And and) {
            return intersection(and.operands().stream().map(this::whereFalse).toList());
        }
        if (condition instanceof Expr.Not not) {
            return whereTrue(not.operand());
        }
        return condition instanceof Expr.IsNull ? whereNotTrue(condition) : needed(condition);
    }

    /** The columns that are not NULL in a row for which the condition is FALSE or NULL. */
    Set<Scope.Slot> whereNotTrue(Expr condition) {
        if (condition instanceof Expr.IsNull isNull && !isNull.negated()) {
            return needed(isNull.operand());
        }
        if (condition instanceof Expr.Or or) {
            return union(or.operands().stream().map(this::whereNotTrue).toList());
        }
        if (condition instanceof Expr.Not not && not.operand() instanceof Expr.IsNull isNull && isNull.negated()) {
            return needed(isNull.operand());
        }
        return Set.of();
    }

    /** The columns that are not NULL wherever the expression is not NULL. */
    private Set<Scope.Slot> needed(Expr expression) {
        if (expression instanceof Expr.ColumnRef reference) {
            return scope.meaning(reference) instanceof Scope.Local local ? Set.of(local.slot()) : Set.of();
        }
        if (expression instanceof Expr.Cast cast) {
            return PlainTypes.contains(cast.type()) ? needed(cast.operand()) : Set.of();
        }
        if (expression instanceof Expr.Not not) {
            return needed(not.operand());
        }
        if (expression instanceof Expr.Negative negative) {
            return needed(negative.operand());
        }
        if (expression instanceof Expr.Between between) {
            return needed(between.operand());
        }
        if (expression instanceof Expr.InList in) {
            return needed(in.operand());
        }
        if (expression instanceof Expr.Binary binary) {
            return ofBinary(binary);
        }
        return expression instanceof Expr.Call call ? ofCall(call) : Set.of();
    }

    private Set<Scope.Slot> ofBinary(Expr.Binary binary) {
        String operator = binary.operator().toLowerCase(Locale.ROOT);
        if (binary.isComparison() || KnownFunctions.STRICT_OPERATORS.contains(operator)) {
            return union(List.of(needed(binary.left()), needed(binary.right())));
        }
        return KnownFunctions.STRICT_IN_LEFT.contains(operator) ? needed(binary.left()) : Set.of();
    }

    private Set<Scope.Slot> ofCall(Expr.Call call) {
        if (call.filter().isPresent() || call.arguments().isEmpty()) {
            return Set.of();
        }
        if (KnownFunctions.TOTAL_AND_STRICT.contains(call.name())) {
            return union(call.arguments().stream().map(this::needed).toList());
        }
        boolean first = KnownFunctions.STRICT_IN_FIRST.contains(call.name());
        if (first && call.name().startsWith("date")) {
            // date_part('year', d): the moment is the second argument.
            return call.arguments().size() == 2 ? needed(call.arguments().get(1)) : Set.of();
        }
        return first ? needed(call.arguments().get(0)) : Set.of();
    }

    private static Set<Scope.Slot> union(List<Set<Scope.Slot>> sets) {
        Set<Scope.Slot> all = new LinkedHashSet<>();
        sets.forEach(all::addAll);
        return all;
    }

    private static Set<Scope.Slot> intersection(List<Set<Scope.Slot>> sets) {
        Set<Scope.Slot> all = new LinkedHashSet<>(sets.get(0));
        sets.forEach(set -> all.retainAll(new HashSet<>(set)));
        return all;
    }
}
