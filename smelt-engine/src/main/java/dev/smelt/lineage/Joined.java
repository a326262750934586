package dev.smelt.lineage;

import dev.smelt.sql.Expr;
import dev.smelt.sql.FromItem;
import dev.smelt.sql.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How the scopes of the two sides of a join become one. */
final class Joined {
    /** What becomes of a column that both sides of USING name. */
    interface Merge<C> {
        C merge(FromItem.JoinKind kind, C left, C right);
    }

    private Joined() {}

    /** Whether only the left side's columns can be named above the join. */
    static boolean keepsLeftOnly(FromItem.JoinKind kind) {
        return kind == FromItem.JoinKind.SEMI || kind == FromItem.JoinKind.ANTI;
    }

    /**
     * The names that USING or NATURAL equate; nothing where NATURAL cannot be resolved because a side's columns are not
     * all known.
     */
    static <C> Optional<List<String>> equated(FromItem.Join join, Scope<C> left, Scope<C> right) {
        if (!join.natural()) {
            return Optional.of(join.using());
        }
        Relation<C> leftColumns = left.star(Optional.empty());
        Relation<C> rightColumns = right.star(Optional.empty());
        if (!leftColumns.namesAreComplete() || !rightColumns.namesAreComplete()) {
            return Optional.empty();
        }
        return Optional.of(leftColumns.columns().stream()
                .map(column -> column.name().orElseThrow())
                .filter(name -> rightColumns.columns().stream().anyMatch(column -> column.isNamed(name)))
                .toList());
    }

    /** One unqualified column per name of USING, made from the unqualified columns of the two sides before the join. */
    static <C> Optional<List<Relation.Item<C>>> merged(
            FromItem.JoinKind kind, List<String> names, Scope<C> left, Scope<C> right, Merge<C> merge) {
        List<Relation.Item<C>> merged = new ArrayList<>();
        for (String name : names) {
            Optional<C> one = own(left, name);
            Optional<C> other = own(right, name);
            if (one.isEmpty() || other.isEmpty()) {
                return Optional.empty();
            }
            merged.add(new Relation.Item<>(Optional.of(name), merge.merge(kind, one.get(), other.get())));
        }
        return Optional.of(merged);
    }

    private static <C> Optional<C> own(Scope<C> scope, String name) {
        Scope.Meaning meaning = scope.meaning(new Expr.ColumnRef(List.of(name), Span.NONE));
        return meaning instanceof Scope.Local local ? Optional.of(scope.facts(local.slot())) : Optional.empty();
    }

    /**
     * Both sides' bindings under one roof; names merged by an earlier join stay merged unless merged anew. Where a name
     * merged on one side is also a separate column of the other, nothing is known any more: what {@code *} gives then is
     * not worth guessing.
     */
    static <C> Scope<C> together(Scope<C> left, Scope<C> right, List<Relation.Item<C>> merged) {
        List<Relation.Item<C>> all = new ArrayList<>(merged);
        if (!carryOver(left, right, all) || !carryOver(right, left, all)) {
            return unknown(left, right);
        }
        return new Scope<>(bindings(left, right), all, left.outer());
    }

    /** Both sides' bindings, of whose columns nothing is known. */
    static <C> Scope<C> unknown(Scope<C> left, Scope<C> right) {
        List<Scope.Binding<C>> bindings = bindings(left, right).stream()
                .map(binding -> new Scope.Binding<>(binding.alias(), binding.name(), Relation.<C>unknown()))
                .toList();
        return Scope.of(bindings, left.outer());
    }

    private static <C> List<Scope.Binding<C>> bindings(Scope<C> left, Scope<C> right) {
        List<Scope.Binding<C>> bindings = new ArrayList<>(left.bindings());
        bindings.addAll(right.bindings());
        return bindings;
    }

    private static <C> boolean carryOver(Scope<C> from, Scope<C> other, List<Relation.Item<C>> merged) {
        for (Relation.Item<C> item : from.merged()) {
            String name = item.name().orElseThrow();
            if (merged.stream().anyMatch(each -> each.isNamed(name))) {
                continue;
            }
            boolean also = other.bindings().stream()
                    .anyMatch(binding -> !binding.relation().namesAreComplete()
                            || binding.relation().columns().stream().anyMatch(column -> column.isNamed(name)));
            if (also) {
                return false;
            }
            merged.add(item);
        }
        return true;
    }
}
