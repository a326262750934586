package dev.smelt.lineage;

import java.util.Comparator;

/** A column of an input and how it is used. */
public record ColumnUse(ColumnOrigin origin, UseKind kind) implements Comparable<ColumnUse> {
    @Override
    public int compareTo(ColumnUse other) {
        return Comparator.comparing(ColumnUse::origin)
                .thenComparing(ColumnUse::kind)
                .compare(this, other);
    }
}
