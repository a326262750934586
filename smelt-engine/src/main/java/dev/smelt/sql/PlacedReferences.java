package dev.smelt.sql;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The references of a text, each to be found by a reader where a table stands. */
public final class PlacedReferences {
    private final List<Reference> references;
    private final Set<Integer> placed = new HashSet<>();

    public PlacedReferences(List<Reference> references) {
        this.references = List.copyOf(references);
    }

    /** The reference whose table's name begins at the offset; it counts as placed then. */
    public Optional<Reference> place(int offset) {
        Optional<Reference> found = references.stream()
                .filter(reference -> reference.span().start() == offset)
                .findFirst();
        found.ifPresent(reference -> placed.add(reference.index()));
        return found;
    }

    /** The first reference that stands where no table was found. */
    public Optional<Reference> misplaced() {
        return references.stream()
                .filter(reference -> !placed.contains(reference.index()))
                .findFirst();
    }
}
