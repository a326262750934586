package dev.smelt.lineage;

import dev.smelt.ledger.Definition;
import java.util.Collections;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How a model's meaning changed since it was recorded. An added column is no change of logic, nor is a removed one.
 *
 * @param rowSet whether other rows may come out
 * @param columns the columns, in lower case, whose values are computed in another way
 */
public record DefinitionChange(boolean rowSet, SortedSet<String> columns) {
    public DefinitionChange {
        columns = Collections.unmodifiableSortedSet(new TreeSet<>(columns));
    }

    /** Nothing changed. */
    public static final DefinitionChange NONE = new DefinitionChange(false, new TreeSet<>());

    public static DefinitionChange between(Definition recorded, Definition current) {
        return between(recorded, current, Map.of());
    }

    /** @param renamed for columns that were called otherwise when recorded, their former names, all in lower case */
    public static DefinitionChange between(Definition recorded, Definition current, Map<String, String> renamed) {
        SortedSet<String> changed = new TreeSet<>();
        for (Map.Entry<String, String> column : current.columns().entrySet()) {
            String before = recorded.columns().containsKey(column.getKey())
                    ? recorded.columns().get(column.getKey())
                    : recorded.columns().get(renamed.getOrDefault(column.getKey(), column.getKey()));
            if (before != null && !before.equals(column.getValue())) {
                changed.add(column.getKey());
            }
        }
        return new DefinitionChange(!recorded.rowSet().equals(current.rowSet()), changed);
    }

    public boolean isEmpty() {
        return !rowSet && columns.isEmpty();
    }
}
