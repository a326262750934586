package dev.smelt.lineage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The columns of a relation with what is known about each.
 *
 * @param columns in order
 * @param complete whether these are all its columns; where not, nothing may be concluded from a name being absent
 */
record Relation<C>(List<Item<C>> columns, boolean complete) {
    /** A column; without a name where the engine makes one up from the expression. */
    record Item<C>(Optional<String> name, C facts) {
        boolean isNamed(String other) {
            return name.isPresent() && name.get().equalsIgnoreCase(other);
        }
    }

    Relation {
        columns = List.copyOf(columns);
    }

    /** A relation of which no column is known. */
    static <C> Relation<C> unknown() {
        return new Relation<>(List.of(), false);
    }

    /** Whether a name that is not among the columns is certainly no column of this relation. */
    boolean namesAreComplete() {
        return complete && columns.stream().allMatch(column -> column.name().isPresent());
    }

    Relation<C> map(UnaryOperator<C> change) {
        return new Relation<>(
                columns.stream()
                        .map(column -> new Item<>(column.name(), change.apply(column.facts())))
                        .toList(),
                complete);
    }

    /** The relation under {@code AS t(a, b, ...)}: the first columns renamed. */
    Relation<C> renamed(List<String> aliases) {
        if (aliases.isEmpty()) {
            return this;
        }
        if (!complete || aliases.size() > columns.size()) {
            return unknown();
        }
        List<Item<C>> renamed = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            Item<C> column = columns.get(i);
            renamed.add(i < aliases.size() ? new Item<>(Optional.of(aliases.get(i)), column.facts()) : column);
        }
        return new Relation<>(renamed, true);
    }

    /**
     * The relation as a table in FROM. The engine renames the second of two columns of one name, so that a name may mean
     * another column than it seems to: then nothing is known.
     */
    Relation<C> asTable() {
        long distinct = columns.stream()
                .flatMap(column -> column.name().stream())
                .map(Names::fold)
                .distinct()
                .count();
        long named =
                columns.stream().filter(column -> column.name().isPresent()).count();
        return distinct == named ? this : unknown();
    }
}
