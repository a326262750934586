package dev.smelt.model;

import java.util.Objects;

/**
 * The name of a model, seed or source inside a project, without the leading {@code smelt.}: {@code silver.sessions},
 * {@code sources.raw.events}. Addresses compare as written; file systems decide about case, not we.
 */
public record Address(String path) implements Comparable<Address> {
    public Address {
        Objects.requireNonNull(path, "path");
        if (path.isBlank()) {
            throw new IllegalArgumentException("An address must not be blank.");
        }
    }

    /** The part after the last dot. */
    public String lastPart() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    @Override
    public int compareTo(Address other) {
        return path.compareTo(other.path);
    }

    @Override
    public String toString() {
        return path;
    }
}
