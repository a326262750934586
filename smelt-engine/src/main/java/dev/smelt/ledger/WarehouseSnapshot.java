package dev.smelt.ledger;

import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.TableName;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What comparing a project with a warehouse needs to know of the warehouse, as a value that can be kept in a file.
 *
 * @param targetSchema the schema in which the target's models are built
 * @param catalogue all tables and views
 * @param ledger what is deployed and built; nothing of sources
 * @param holdsNull for tables of models, whether a column that may be NULL holds one, by its name in lower case
 */
public record WarehouseSnapshot(
        String targetSchema,
        CatalogueSnapshot catalogue,
        LedgerSnapshot ledger,
        SortedMap<TableName, SortedMap<String, Boolean>> holdsNull) {
    public WarehouseSnapshot {
        SortedMap<TableName, SortedMap<String, Boolean>> copy = new TreeMap<>();
        holdsNull.forEach(
                (table, columns) -> copy.put(table, Collections.unmodifiableSortedMap(new TreeMap<>(columns))));
        holdsNull = Collections.unmodifiableSortedMap(copy);
    }

    /** Whether a column of a table holds a NULL; nothing where that was not looked at. */
    public Optional<Boolean> holdsNull(TableName table, String column) {
        Map<String, Boolean> known = holdsNull.getOrDefault(table, new TreeMap<>());
        return Optional.ofNullable(known.get(column.toLowerCase(java.util.Locale.ROOT)));
    }
}
