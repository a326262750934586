package dev.smelt.lineage;

import dev.smelt.model.TableName;
import java.util.Comparator;

/**
 * A column of a table that a value is computed from.
 *
 * @param column its name in lower case, or {@code *} where only the table is known
 */
public record ColumnOrigin(TableName table, String column) implements Comparable<ColumnOrigin> {
    /** The column that stands for any column of its table. */
    public static final String ANY = "*";

    @Override
    public int compareTo(ColumnOrigin other) {
        return Comparator.comparing(ColumnOrigin::table)
                .thenComparing(ColumnOrigin::column)
                .compare(this, other);
    }

    @Override
    public String toString() {
        return table + "." + column;
    }
}
