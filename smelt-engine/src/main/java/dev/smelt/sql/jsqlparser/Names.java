package dev.smelt.sql.jsqlparser;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** The tables and columns that a reading found, to be held against those that the engine finds. */
final class Names {
    private final SortedSet<String> tables = new TreeSet<>();
    private final SortedSet<String> columns = new TreeSet<>();

    void table(List<String> parts) {
        tables.add(key(parts));
    }

    void column(List<String> parts) {
        columns.add(key(parts));
    }

    /** The first name that only one of the two has. */
    Optional<String> difference(Names other) {
        return difference(tables, other.tables)
                .map(table -> "the table '" + table + "'")
                .or(() -> difference(columns, other.columns).map(column -> "the column '" + column + "'"));
    }

    private static Optional<String> difference(Collection<String> left, Collection<String> right) {
        return left.stream()
                .filter(name -> !right.contains(name))
                .findFirst()
                .or(() -> right.stream().filter(name -> !left.contains(name)).findFirst());
    }

    private static String key(List<String> parts) {
        return String.join(".", parts).toLowerCase(Locale.ROOT);
    }
}
