package dev.smelt.lineage;

import dev.smelt.sql.Expr;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The columns that the expressions of one SELECT can name.
 *
 * @param bindings what stands in FROM, from left to right
 * @param merged the columns that USING and NATURAL made one, under their unqualified names
 * @param outer the scope around a subquery
 */
record Scope<C>(List<Binding<C>> bindings, List<Relation.Item<C>> merged, Optional<Scope<C>> outer) {
    /**
     * One item of FROM.
     *
     * @param alias the alias it is known by, which hides its name
     * @param name the parts of its name; empty for a subquery
     */
    record Binding<C>(Optional<String> alias, List<String> name, Relation<C> relation) {
        boolean isCalled(String qualifier) {
            String own = alias.orElse(name.isEmpty() ? "" : name.get(name.size() - 1));
            return own.equalsIgnoreCase(qualifier);
        }

        boolean isCalled(String schema, String table) {
            return alias.isEmpty()
                    && name.size() >= 2
                    && name.get(name.size() - 1).equalsIgnoreCase(table)
                    && name.get(name.size() - 2).equalsIgnoreCase(schema);
        }
    }

    /** A column of this scope; a binding of -1 means the merged columns. */
    record Slot(int binding, int column) {}

    /** What a name means: a column of this scope, possibly one of an outer scope, or nothing that can be told. */
    sealed interface Meaning permits Local, NotHere, Unclear {}

    record Local(Slot slot) implements Meaning {}

    /** No column of this scope has the name. */
    record NotHere() implements Meaning {}

    /** Ambiguous, a struct field, or a column of a relation whose columns are not known. */
    record Unclear() implements Meaning {}

    Scope {
        bindings = List.copyOf(bindings);
        merged = List.copyOf(merged);
    }

    static <C> Scope<C> of(List<Binding<C>> bindings, Optional<Scope<C>> outer) {
        return new Scope<>(bindings, List.of(), outer);
    }

    C facts(Slot slot) {
        return slot.binding() < 0
                ? merged.get(slot.column()).facts()
                : bindings.get(slot.binding())
                        .relation()
                        .columns()
                        .get(slot.column())
                        .facts();
    }

    String name(Slot slot) {
        return (slot.binding() < 0
                        ? merged.get(slot.column())
                        : bindings.get(slot.binding()).relation().columns().get(slot.column()))
                .name()
                .orElse("");
    }

    /** What the reference means in this scope alone. */
    Meaning meaning(Expr.ColumnRef reference) {
        List<String> parts = reference.parts();
        return switch (parts.size()) {
            case 1 -> unqualified(parts.get(0));
            case 2 -> qualified(parts.get(0), parts.get(1));
            case 3 -> inTable(parts.get(0), parts.get(1), parts.get(2));
            default -> new Unclear();
        };
    }

    /** The column's facts, looked up outwards; nothing where it cannot be told which column is meant. */
    Optional<C> lookUp(Expr.ColumnRef reference) {
        Meaning meaning = meaning(reference);
        if (meaning instanceof Local local) {
            return Optional.of(facts(local.slot()));
        }
        return meaning instanceof NotHere ? outer.flatMap(scope -> scope.lookUp(reference)) : Optional.empty();
    }

    private Meaning unqualified(String name) {
        for (int i = 0; i < merged.size(); i++) {
            if (merged.get(i).isNamed(name)) {
                return new Local(new Slot(-1, i));
            }
        }
        List<Slot> found = new ArrayList<>();
        for (int binding = 0; binding < bindings.size(); binding++) {
            found.addAll(slots(binding, name));
        }
        if (found.size() == 1) {
            return new Local(found.get(0));
        }
        return found.isEmpty() && namesAreComplete() ? new NotHere() : new Unclear();
    }

    private Meaning qualified(String qualifier, String name) {
        List<Slot> found = new ArrayList<>();
        boolean called = false;
        for (int binding = 0; binding < bindings.size(); binding++) {
            if (bindings.get(binding).isCalled(qualifier)) {
                called = true;
                found.addAll(slots(binding, name));
            }
        }
        if (found.size() == 1) {
            return new Local(found.get(0));
        }
        boolean perhapsStruct = !namesAreComplete() || !(unqualified(qualifier) instanceof NotHere);
        return called || perhapsStruct ? new Unclear() : new NotHere();
    }

    private Meaning inTable(String schema, String table, String name) {
        List<Slot> found = new ArrayList<>();
        for (int binding = 0; binding < bindings.size(); binding++) {
            if (bindings.get(binding).isCalled(schema, table)) {
                found.addAll(slots(binding, name));
            }
        }
        return found.size() == 1 ? new Local(found.get(0)) : new Unclear();
    }

    private List<Slot> slots(int binding, String name) {
        List<Slot> found = new ArrayList<>();
        List<Relation.Item<C>> columns = bindings.get(binding).relation().columns();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).isNamed(name)) {
                found.add(new Slot(binding, i));
            }
        }
        return found;
    }

    private boolean namesAreComplete() {
        return bindings.stream().allMatch(binding -> binding.relation().namesAreComplete());
    }

    /** The scope with the facts of some columns changed. */
    Scope<C> with(Set<Slot> slots, UnaryOperator<C> change) {
        if (slots.isEmpty()) {
            return this;
        }
        List<Binding<C>> changed = new ArrayList<>();
        for (int i = 0; i < bindings.size(); i++) {
            Binding<C> binding = bindings.get(i);
            changed.add(new Binding<>(
                    binding.alias(),
                    binding.name(),
                    new Relation<>(
                            changed(i, binding.relation().columns(), slots, change),
                            binding.relation().complete())));
        }
        return new Scope<>(changed, changed(-1, merged, slots, change), outer);
    }

    private static <C> List<Relation.Item<C>> changed(
            int binding, List<Relation.Item<C>> columns, Set<Slot> slots, UnaryOperator<C> change) {
        List<Relation.Item<C>> changed = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            Relation.Item<C> column = columns.get(i);
            boolean meant = slots.contains(new Slot(binding, i));
            changed.add(meant ? new Relation.Item<>(column.name(), change.apply(column.facts())) : column);
        }
        return changed;
    }

    /** The scope with every column's facts changed, as an outer join changes those of its null-supplying side. */
    Scope<C> map(UnaryOperator<C> change) {
        return new Scope<>(
                bindings.stream()
                        .map(binding -> new Binding<>(
                                binding.alias(),
                                binding.name(),
                                binding.relation().map(change)))
                        .toList(),
                merged.stream()
                        .map(item -> new Relation.Item<>(item.name(), change.apply(item.facts())))
                        .toList(),
                outer);
    }

    /** The columns of {@code *} or {@code t.*} without EXCLUDE and REPLACE; incomplete where they are not all known. */
    Relation<C> star(Optional<String> qualifier) {
        List<Relation.Item<C>> columns = new ArrayList<>();
        Map<String, Boolean> emitted = new HashMap<>();
        boolean any = false;
        for (Binding<C> binding : bindings) {
            if (qualifier.isPresent() && !binding.isCalled(qualifier.get())) {
                continue;
            }
            any = true;
            if (!binding.relation().complete()) {
                return Relation.unknown();
            }
            for (Relation.Item<C> column : binding.relation().columns()) {
                Optional<Relation.Item<C>> one = qualifier.isPresent() ? Optional.empty() : merged(column);
                if (one.isEmpty()) {
                    columns.add(column);
                } else if (emitted.put(Names.fold(one.get().name().orElseThrow()), true) == null) {
                    columns.add(one.get());
                }
            }
        }
        return any ? new Relation<>(columns, true) : Relation.unknown();
    }

    private Optional<Relation.Item<C>> merged(Relation.Item<C> column) {
        return column.name()
                .flatMap(name ->
                        merged.stream().filter(item -> item.isNamed(name)).findFirst());
    }
}
