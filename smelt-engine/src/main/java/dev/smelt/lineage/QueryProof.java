package dev.smelt.lineage;

import dev.smelt.model.Schema;
import dev.smelt.model.TableName;
import dev.smelt.sql.Expr;
import dev.smelt.sql.FromItem;
import dev.smelt.sql.Query;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Proves columns of queries not NULL, clause by clause in the order in which they act. */
record QueryProof(
        Function<TableName, Optional<Schema>> inputs, Map<String, Relation<Proof>> ctes, Optional<Scope<Proof>> outer) {

    /** The same names, seen from a subquery. */
    QueryProof within(Optional<Scope<Proof>> scope) {
        return new QueryProof(inputs, ctes, scope);
    }

    Relation<Proof> relation(Query query) {
        if (query instanceof Query.Select select) {
            return ofSelect(select);
        }
        if (query instanceof Query.With with) {
            return ofWith(with);
        }
        if (query instanceof Query.SetOperation operation) {
            return ofSetOperation(operation);
        }
        return query instanceof Query.Values values ? ofValues(values) : Relation.unknown();
    }

    private Relation<Proof> ofWith(Query.With with) {
        Map<String, Relation<Proof>> known = new HashMap<>(ctes);
        for (Query.Cte cte : with.ctes()) {
            if (with.recursive()) {
                // It may read itself: its columns have the names of its first part, and nothing is proven of them.
                known.put(Names.fold(cte.name()), Relation.unknown());
            }
            Relation<Proof> relation = new QueryProof(inputs, known, outer)
                    .relation(cte.query())
                    .renamed(cte.columnAliases())
                    .asTable();
            known.put(Names.fold(cte.name()), with.recursive() ? relation.map(proof -> Proof.NOTHING) : relation);
        }
        return new QueryProof(inputs, known, outer).relation(with.body());
    }

    private Relation<Proof> ofSetOperation(Query.SetOperation operation) {
        Relation<Proof> left = relation(operation.left());
        Relation<Proof> right = relation(operation.right());
        if (operation.byName() || !left.complete() || !right.complete()) {
            return Relation.unknown();
        }
        if (left.columns().size() != right.columns().size()) {
            return Relation.unknown();
        }
        List<Relation.Item<Proof>> columns = new ArrayList<>();
        for (int i = 0; i < left.columns().size(); i++) {
            Proof one = left.columns().get(i).facts();
            Proof other = right.columns().get(i).facts();
            boolean nonNull = switch (operation.operator()) {
                case UNION -> one.solid() && other.solid();
                case EXCEPT -> one.solid();
                case INTERSECT -> one.solid() || other.solid();
            };
            boolean plain = one.plain() && other.plain();
            columns.add(new Relation.Item<>(left.columns().get(i).name(), new Proof(nonNull && plain, plain)));
        }
        return new Relation<>(columns, true);
    }

    private Relation<Proof> ofValues(Query.Values values) {
        ExpressionProof proof =
                new ExpressionProof(Scope.of(List.of(), outer), Scope.of(List.of(), outer), false, this);
        List<Relation.Item<Proof>> columns = new ArrayList<>();
        for (int i = 0; i < values.rows().get(0).size(); i++) {
            int column = i;
            List<Proof> cells = values.rows().stream()
                    .map(row -> column < row.size() ? proof.of(row.get(column)) : Proof.NOTHING)
                    .toList();
            boolean plain = cells.stream().allMatch(Proof::plain);
            boolean nonNull = plain && cells.stream().allMatch(Proof::nonNull);
            columns.add(new Relation.Item<>(Optional.of("col" + i), new Proof(nonNull, plain)));
        }
        return new Relation<>(columns, true);
    }

    private Relation<Proof> ofSelect(Query.Select select) {
        Scope<Proof> from = select.from().map(this::scope).orElse(Scope.of(List.of(), outer));
        Scope<Proof> read = select.where()
                .map(where -> from.with(new NullRejection(from).whereTrue(where), Proof::proven))
                .orElse(from);
        boolean sets = select.groupBy().map(Query.GroupBy::groupingSets).orElse(false);
        Scope<Proof> kept = afterGroups(select, read);
        ExpressionProof proof = new ExpressionProof(kept, read, isGroupedByKeys(select, read), this);
        List<Relation.Item<Proof>> columns = new ArrayList<>();
        for (Query.Projection projection : select.projections()) {
            if (projection.expression() instanceof Expr.Star star) {
                Optional<List<Relation.Item<Proof>>> expanded = Stars.expand(star, kept, proof::of);
                if (expanded.isEmpty()) {
                    return Relation.unknown();
                }
                columns.addAll(expanded.get());
            } else if (Stars.mayBeSeveral(projection.expression())) {
                return Relation.unknown();
            } else {
                Proof found = proof.of(projection.expression());
                proof.remember(projection, found);
                columns.add(new Relation.Item<>(Stars.name(projection), found));
            }
        }
        Relation<Proof> relation = new Relation<>(columns, true);
        // GROUPING SETS puts NULL for the keys that a set leaves out, whatever they are computed from.
        return sets ? relation.map(any -> Proof.NOTHING) : relation;
    }

    /** HAVING and QUALIFY reject NULLs too, except under names that an alias may have taken over. */
    private static Scope<Proof> afterGroups(Query.Select select, Scope<Proof> read) {
        Scope<Proof> kept = read;
        for (Optional<Expr> condition : List.of(select.having(), select.qualify())) {
            if (condition.isPresent()) {
                Set<Scope.Slot> rejected =
                        new java.util.LinkedHashSet<>(new NullRejection(kept).whereTrue(condition.get()));
                rejected.removeIf(slot -> isAliasOfOther(select, read.name(slot)));
                kept = kept.with(rejected, Proof::proven);
            }
        }
        return kept;
    }

    private static boolean isAliasOfOther(Query.Select select, String name) {
        return select.projections().stream()
                .anyMatch(projection ->
                        projection.alias().filter(name::equalsIgnoreCase).isPresent()
                                && !(projection.expression() instanceof Expr.ColumnRef reference
                                        && reference.name().equalsIgnoreCase(name)));
    }

    /** Whether there is a group only where there is a row: GROUP BY with at least one key. */
    private static boolean isGroupedByKeys(Query.Select select, Scope<Proof> read) {
        return select.groupBy()
                .map(group -> group.all()
                        ? select.projections().stream()
                                .anyMatch(projection -> projection.expression() instanceof Expr.ColumnRef reference
                                        && read.meaning(reference) instanceof Scope.Local)
                        : !group.keys().isEmpty() && !group.groupingSets())
                .orElse(false);
    }

    private Scope<Proof> scope(FromItem item) {
        if (item instanceof FromItem.Join join) {
            return ofJoin(join);
        }
        if (item instanceof FromItem.Table table) {
            return one(table.alias(), table.name(), table(table).renamed(table.columnAliases()));
        }
        if (item instanceof FromItem.Derived derived) {
            Relation<Proof> relation = relation(derived.query()).renamed(derived.columnAliases());
            return one(derived.alias(), List.of(), relation.asTable());
        }
        if (item instanceof FromItem.TableFunction function) {
            return one(function.alias(), List.of(function.call().name()), Relation.unknown());
        }
        return one(Optional.empty(), List.of(), Relation.unknown());
    }

    private Scope<Proof> one(Optional<String> alias, List<String> name, Relation<Proof> relation) {
        return Scope.of(List.of(new Scope.Binding<>(alias, name, relation)), outer);
    }

    private Relation<Proof> table(FromItem.Table table) {
        if (table.reference().isEmpty()) {
            String name = table.name().size() == 1 ? Names.fold(table.name().get(0)) : "";
            return ctes.getOrDefault(name, Relation.unknown());
        }
        return inputs.apply(table.reference().get().table())
                .map(schema -> new Relation<>(
                        schema.columns().stream()
                                .map(column -> new Relation.Item<>(
                                        Optional.of(column.name()),
                                        new Proof(
                                                !column.nullable(),
                                                PlainTypes.contains(
                                                        column.type().text()))))
                                .toList(),
                        true))
                .orElse(Relation.unknown());
    }

    private Scope<Proof> ofJoin(FromItem.Join join) {
        Scope<Proof> left = scope(join.left());
        // A subquery on the right may name columns of the left.
        Scope<Proof> right = within(Optional.of(left)).scope(join.right());
        Scope<Proof> rightAlone = new Scope<>(right.bindings(), right.merged(), outer);
        Optional<List<String>> equated = Joined.equated(join, left, rightAlone);
        Optional<List<Relation.Item<Proof>>> merged =
                equated.flatMap(names -> Joined.merged(join.kind(), names, left, rightAlone, QueryProof::merge));
        if (merged.isEmpty()) {
            return Joined.keepsLeftOnly(join.kind()) ? left : Joined.unknown(left, rightAlone);
        }
        if (Joined.keepsLeftOnly(join.kind())) {
            return left;
        }
        Scope<Proof> together = Joined.together(
                suppliesNulls(join.kind(), true) ? left.map(Proof::supplyingNulls) : left,
                suppliesNulls(join.kind(), false) ? rightAlone.map(Proof::supplyingNulls) : rightAlone,
                merged.get());
        boolean rejects = join.kind() == FromItem.JoinKind.INNER && join.on().isPresent();
        return rejects
                ? together.with(new NullRejection(together).whereTrue(join.on().get()), Proof::proven)
                : together;
    }

    private static boolean suppliesNulls(FromItem.JoinKind kind, boolean left) {
        return switch (kind) {
            case INNER, CROSS, ASOF, SEMI, ANTI -> false;
            case LEFT, ASOF_LEFT -> !left;
            case RIGHT -> left;
            case FULL, POSITIONAL -> true;
        };
    }

    /** The unqualified column of USING: equal values on both sides, or the value of the side that is there. */
    private static Proof merge(FromItem.JoinKind kind, Proof left, Proof right) {
        boolean plain = left.plain() && right.plain();
        boolean nonNull = switch (kind) {
            case INNER -> true;
            case LEFT -> left.nonNull();
            case RIGHT -> right.nonNull();
            default -> left.nonNull() && right.nonNull();
        };
        return new Proof(nonNull, plain);
    }
}
