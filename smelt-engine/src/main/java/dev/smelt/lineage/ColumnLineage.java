package dev.smelt.lineage;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where a query's output comes from, through its derived tables and CTEs down to the tables it reads.
 *
 * @param columns for each output column, by name in lower case, the columns its values are computed from
 * @param rowSet the columns that decide which rows there are: those in FROM, WHERE, GROUP BY, HAVING, QUALIFY, DISTINCT
 */
public record ColumnLineage(SortedMap<String, SortedSet<ColumnOrigin>> columns, SortedSet<ColumnOrigin> rowSet) {
    public ColumnLineage {
        SortedMap<String, SortedSet<ColumnOrigin>> copy = new TreeMap<>();
        columns.forEach((name, origins) -> copy.put(name, Collections.unmodifiableSortedSet(new TreeSet<>(origins))));
        columns = Collections.unmodifiableSortedMap(copy);
        rowSet = Collections.unmodifiableSortedSet(new TreeSet<>(rowSet));
    }
}
