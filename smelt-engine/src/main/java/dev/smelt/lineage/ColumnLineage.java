package dev.smelt.lineage;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where a query's output comes from, through its derived tables and CTEs down to the tables it reads.
 *
 * @param uses for each output column, by name in lower case, the columns its values are computed from, and how
 * @param rowUses the columns that decide which rows there are: those in FROM, WHERE, GROUP BY, HAVING, QUALIFY, DISTINCT
 */
public record ColumnLineage(SortedMap<String, SortedSet<ColumnUse>> uses, SortedSet<ColumnUse> rowUses) {
    public ColumnLineage {
        SortedMap<String, SortedSet<ColumnUse>> copy = new TreeMap<>();
        uses.forEach((name, each) -> copy.put(name, Collections.unmodifiableSortedSet(new TreeSet<>(each))));
        uses = Collections.unmodifiableSortedMap(copy);
        rowUses = Collections.unmodifiableSortedSet(new TreeSet<>(rowUses));
    }

    /** For each output column, by name in lower case, the columns its values are computed from. */
    public SortedMap<String, SortedSet<ColumnOrigin>> columns() {
        SortedMap<String, SortedSet<ColumnOrigin>> columns = new TreeMap<>();
        uses.forEach((name, each) -> columns.put(name, origins(each)));
        return Collections.unmodifiableSortedMap(columns);
    }

    /** The columns that decide which rows there are. */
    public SortedSet<ColumnOrigin> rowSet() {
        return origins(rowUses);
    }

    private static SortedSet<ColumnOrigin> origins(Collection<ColumnUse> uses) {
        SortedSet<ColumnOrigin> origins = new TreeSet<>();
        uses.forEach(use -> origins.add(use.origin()));
        return Collections.unmodifiableSortedSet(origins);
    }
}
