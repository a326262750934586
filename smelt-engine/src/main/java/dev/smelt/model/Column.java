package dev.smelt.model;

/** A column of a table or query: its name as written, its engine type, and whether it may hold NULL. */
public record Column(String name, SqlType type, boolean nullable) {
    public boolean isNamed(String other) {
        return name.equalsIgnoreCase(other);
    }
}
