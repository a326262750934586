package dev.smelt.plan;

import dev.smelt.lineage.DefinitionChange;
import dev.smelt.model.Address;
import dev.smelt.model.Timeseries;
import dev.smelt.time.IntervalSet;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What changed logic means for one model.
 *
 * @param own how its own meaning changed since its table was written
 * @param inherited its columns that are computed from changed ones, in lower case, each with those it is computed from
 * @param inheritedRows what decides its rows and changed above it; empty where its rows are the same
 * @param pending the reason of partitions that an earlier run already marked stale for changed logic
 * @param stale the built partitions that no longer are what a rebuild would give
 */
public record LogicChange(
        Address model,
        DefinitionChange own,
        SortedMap<String, SortedSet<String>> inherited,
        SortedSet<String> inheritedRows,
        Optional<String> pending,
        IntervalSet stale) {

    /** How the reason of a partition that changed logic made stale begins. */
    static final String REASON = "changed logic of ";

    public LogicChange {
        SortedMap<String, SortedSet<String>> copy = new TreeMap<>();
        inherited.forEach((column, origins) -> copy.put(column, Collections.unmodifiableSortedSet(origins)));
        inherited = Collections.unmodifiableSortedMap(copy);
        inheritedRows = Collections.unmodifiableSortedSet(new TreeSet<>(inheritedRows));
    }

    /** Whether other rows come out. */
    boolean rows() {
        return own.rowSet() || !inheritedRows.isEmpty();
    }

    /** The columns that hold other values. */
    SortedSet<String> columns() {
        SortedSet<String> columns = new TreeSet<>(own.columns());
        columns.addAll(inherited.keySet());
        return columns;
    }

    /** Whether the column by which the model has partitions is one of them. */
    boolean movesPartitions(Optional<Timeseries> clock) {
        return clock.filter(each -> columns().stream().anyMatch(each.partitionColumn()::equalsIgnoreCase))
                .isPresent();
    }

    /** Why partitions are stale, as the ledger keeps it; {@code ;} divides reasons there. */
    String reason() {
        SortedSet<String> what = new TreeSet<>();
        if (!own.isEmpty()) {
            what.addAll(own.columns());
            if (own.rowSet()) {
                what.add("its rows");
            }
        } else {
            inherited.values().forEach(what::addAll);
            what.addAll(inheritedRows);
            pending.map(text -> text.substring(REASON.length())).ifPresent(what::add);
        }
        return REASON + String.join(", ", what).replace(';', ',');
    }

    /** Whether changed logic is the only reason for being stale. */
    static boolean isOnly(String reason) {
        for (String part : reason.split("; ")) {
            if (!part.startsWith(REASON)) {
                return false;
            }
        }
        return true;
    }

    /** The part of a reason that is about logic. */
    static Optional<String> part(String reason) {
        return java.util.Arrays.stream(reason.split("; "))
                .filter(part -> part.startsWith(REASON))
                .findFirst();
    }

    /** The model's renamed columns, with the names that they had, in lower case. */
    static Map<String, String> renames(dev.smelt.model.Model model) {
        Map<String, String> renames = new TreeMap<>();
        model.columns()
                .forEach((name, declaration) -> declaration
                        .renamedFrom()
                        .ifPresent(from -> renames.put(
                                name.toLowerCase(java.util.Locale.ROOT), from.toLowerCase(java.util.Locale.ROOT))));
        return renames;
    }
}
