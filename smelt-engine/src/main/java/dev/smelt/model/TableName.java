package dev.smelt.model;

import java.util.Locale;

/**
 * A table or view of the warehouse. Engines compare names without case, so equality does too.
 *
 * @param schema its schema
 * @param name its name inside the schema
 */
public record TableName(String schema, String name) implements Comparable<TableName> {
    /** {@code schema.name}, each part quoted only where it must be: the form in which statements are printed. */
    public String sql() {
        return Identifier.sql(schema) + "." + Identifier.sql(name);
    }

    /** Reads {@code schema.name}; a name without a dot lies in the given schema. */
    public static TableName parse(String text, String defaultSchema) {
        int dot = text.indexOf('.');
        return dot < 0
                ? new TableName(defaultSchema, text)
                : new TableName(text.substring(0, dot), text.substring(dot + 1));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableName that
                && schema.equalsIgnoreCase(that.schema)
                && name.equalsIgnoreCase(that.name);
    }

    @Override
    public int hashCode() {
        return schema.toLowerCase(Locale.ROOT).hashCode() * 31
                + name.toLowerCase(Locale.ROOT).hashCode();
    }

    @Override
    public int compareTo(TableName other) {
        return toString().compareToIgnoreCase(other.toString());
    }

    @Override
    public String toString() {
        return schema + "." + name;
    }
}
