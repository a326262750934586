package dev.smelt.lineage;

import dev.smelt.model.Identifier;
import dev.smelt.model.SqlType;
import dev.smelt.model.TableName;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * How the columns of a model follow from other columns of the same row, so that a stored row can be given another value
 * of one column without reading anything but itself.
 *
 * @param columns by name in lower case, the expressions of those that can follow from others at all
 * @param types by name, what gives a value its type where it stands in another expression: a cast to this type, or nothing
 *     where it has a type of its own. A column that is missing here stands in no other expression.
 */
public record StoredRow(SortedMap<String, List<Part>> columns, SortedMap<String, Optional<SqlType>> types) {
    /** Nothing is known to follow from anything. */
    public static final StoredRow NONE = new StoredRow(new TreeMap<>(), new TreeMap<>());

    /** A longer expression says nothing to its reader. */
    private static final int LONGEST = 20_000;

    /** A piece of an expression. */
    public sealed interface Part permits Text, Value {}

    /** SQL as it stands, in which no column is named. */
    public record Text(String sql) implements Part {}

    /**
     * A value that columns hold as they are.
     *
     * @param columns those that hold it, in lower case; may be none
     * @param parts how else it is computed; empty where it is not known how
     * @param below where it is read from; empty where it is not read as it is
     */
    public record Value(SortedSet<String> columns, Optional<List<Part>> parts, Optional<Below> below) implements Part {
        public Value {
            columns = Collections.unmodifiableSortedSet(new TreeSet<>(columns));
            parts = parts.map(List::copyOf);
        }
    }

    /**
     * A column of what is read, whose rows each row here was made from.
     *
     * @param column its name there
     * @param held by column there, the columns here that hold the same
     */
    public record Below(Read read, String column, SortedMap<String, SortedSet<String>> held) {
        public Below {
            held = Collections.unmodifiableSortedMap(new TreeMap<>(held));
        }

        private SortedSet<String> holding(Set<String> columns) {
            SortedSet<String> here = new TreeSet<>();
            columns.forEach(each -> here.addAll(held.getOrDefault(each, Collections.emptySortedSet())));
            return here;
        }
    }

    /** What is read. */
    public sealed interface Read permits Table, Inner {}

    /** A table, which perhaps another model makes. */
    public record Table(TableName name) implements Read {}

    /** A subquery or CTE. */
    public record Inner(StoredRow row) implements Read {}

    public StoredRow {
        SortedMap<String, List<Part>> copy = new TreeMap<>();
        columns.forEach((name, parts) -> copy.put(name, List.copyOf(parts)));
        columns = Collections.unmodifiableSortedMap(copy);
        types = Collections.unmodifiableSortedMap(new TreeMap<>(types));
    }

    /**
     * The value of a column as SQL over the columns of its row.
     *
     * @param changed the columns, in lower case, that do not hold what the model says now: the column itself among them
     * @param tables how the columns of a table that is read follow from each other; empty where that is not known
     * @return empty where the others do not decide it
     */
    public Optional<String> expression(
            String column, Set<String> changed, Function<TableName, Optional<StoredRow>> tables) {
        Stored unchanged = candidates -> candidates.stream()
                .filter(each -> !changed.contains(each))
                .findFirst()
                .map(Identifier::sql);
        return Optional.ofNullable(columns.get(column))
                .flatMap(parts -> new Writing(tables, unchanged).text(parts, true));
    }

    /** The values of all changed columns; empty unless every one of them follows from those that are unchanged. */
    public Optional<SortedMap<String, String>> expressions(
            Set<String> changed, Function<TableName, Optional<StoredRow>> tables) {
        SortedMap<String, String> values = new TreeMap<>();
        changed.forEach(column -> expression(column, changed, tables).ifPresent(value -> values.put(column, value)));
        return values.size() == changed.size()
                ? Optional.of(Collections.unmodifiableSortedMap(values))
                : Optional.empty();
    }

    /** The columns that cannot be had from the unchanged ones. */
    public SortedSet<String> missing(Set<String> changed, Function<TableName, Optional<StoredRow>> tables) {
        SortedSet<String> missing = new TreeSet<>(changed);
        missing.removeIf(column -> expression(column, changed, tables).isPresent());
        return missing;
    }

    /** The column of the stored row, as SQL, that holds what any of some columns holds. */
    private interface Stored {
        Optional<String> of(Set<String> columns);
    }

    private record Writing(Function<TableName, Optional<StoredRow>> tables, Stored stored) {
        /** @param alone whether nothing stands around it, so that it need not have a type of its own */
        Optional<String> text(List<Part> parts, boolean alone) {
            StringBuilder sql = new StringBuilder();
            for (Part part : parts) {
                Optional<String> piece = part instanceof Text text
                        ? Optional.of(text.sql())
                        : value((Value) part, alone && parts.size() == 1);
                if (piece.isEmpty() || sql.length() + piece.get().length() > LONGEST) {
                    return Optional.empty();
                }
                sql.append(piece.get());
            }
            return Optional.of(sql.toString());
        }

        private Optional<String> value(Value value, boolean alone) {
            return stored.of(value.columns())
                    .or(() -> value.parts().flatMap(parts -> text(parts, alone)))
                    .or(() -> value.below().flatMap(below -> below(below, alone)));
        }

        private Optional<String> below(Below below, boolean alone) {
            Optional<StoredRow> row = below.read() instanceof Table table
                    ? tables.apply(table.name())
                    : Optional.of(((Inner) below.read()).row());
            return row.flatMap(known -> Optional.ofNullable(known.columns().get(below.column()))
                    .flatMap(parts ->
                            new Writing(tables, columns -> stored.of(below.holding(columns))).text(parts, alone))
                    .flatMap(sql -> alone ? Optional.of(sql) : known.typed(below.column(), sql)));
        }
    }

    private Optional<String> typed(String column, String sql) {
        return Optional.ofNullable(types.get(column))
                .map(type ->
                        type.map(cast -> "CAST(" + sql + " AS " + cast + ")").orElse("(" + sql + ")"));
    }
}
