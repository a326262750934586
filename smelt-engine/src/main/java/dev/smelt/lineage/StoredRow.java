package dev.smelt.lineage;

import dev.smelt.model.Identifier;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How the columns of a model follow from other columns of the same row, so that a stored row can be given another value
 * of one column without reading anything but itself.
 *
 * @param columns by name in lower case, the expressions of those that can follow from others at all
 */
public record StoredRow(SortedMap<String, List<Part>> columns) {
    /** Nothing is known to follow from anything. */
    public static final StoredRow NONE = new StoredRow(new TreeMap<>());

    /** A piece of an expression. */
    public sealed interface Part permits Text, Value {}

    /** SQL as it stands, in which no column is named. */
    public record Text(String sql) implements Part {}

    /**
     * A value that columns hold as they are.
     *
     * @param columns those that hold it, in lower case
     * @param parts how else it is computed; empty where it is not known how
     */
    public record Value(SortedSet<String> columns, Optional<List<Part>> parts) implements Part {
        public Value {
            columns = Collections.unmodifiableSortedSet(new TreeSet<>(columns));
            parts = parts.map(List::copyOf);
        }
    }

    public StoredRow {
        SortedMap<String, List<Part>> copy = new TreeMap<>();
        columns.forEach((name, parts) -> copy.put(name, List.copyOf(parts)));
        columns = Collections.unmodifiableSortedMap(copy);
    }

    /**
     * The value of a column as SQL over the columns of its row.
     *
     * @param changed the columns, in lower case, that do not hold what the model says now: the column itself among them
     * @return empty where the others do not decide it
     */
    public Optional<String> expression(String column, Set<String> changed) {
        return Optional.ofNullable(columns.get(column)).flatMap(parts -> text(parts, changed));
    }

    /** The values of all changed columns; empty unless every one of them follows from those that are unchanged. */
    public Optional<SortedMap<String, String>> expressions(Set<String> changed) {
        SortedMap<String, String> values = new TreeMap<>();
        changed.forEach(column -> expression(column, changed).ifPresent(value -> values.put(column, value)));
        return values.size() == changed.size()
                ? Optional.of(Collections.unmodifiableSortedMap(values))
                : Optional.empty();
    }

    private static Optional<String> text(List<Part> parts, Set<String> changed) {
        StringBuilder sql = new StringBuilder();
        for (Part part : parts) {
            Optional<String> piece = part instanceof Text text ? Optional.of(text.sql()) : value((Value) part, changed);
            if (piece.isEmpty()) {
                return Optional.empty();
            }
            sql.append(piece.get());
        }
        return Optional.of(sql.toString());
    }

    private static Optional<String> value(Value value, Set<String> changed) {
        return value.columns().stream()
                .filter(column -> !changed.contains(column))
                .findFirst()
                .map(Identifier::sql)
                .or(() -> value.parts().flatMap(parts -> text(parts, changed)));
    }

    /** The columns that cannot be had from the unchanged ones. */
    public SortedSet<String> missing(Set<String> changed) {
        SortedSet<String> missing = new TreeSet<>(changed);
        missing.removeIf(column -> expression(column, changed).isPresent());
        return missing;
    }

    static StoredRow of(Map<String, List<Part>> columns) {
        return new StoredRow(new TreeMap<>(columns));
    }
}
