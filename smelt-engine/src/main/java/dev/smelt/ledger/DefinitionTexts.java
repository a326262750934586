package dev.smelt.ledger;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A definition as its author wrote it, for people: a diff shows what stood there before. Nothing is decided by it.
 *
 * @param rows what follows the select list, on one line; empty where it is not known or there is nothing
 * @param columns the expression of each column, on one line, by name in lower case; columns of a star are not in it
 */
public record DefinitionTexts(Optional<String> rows, SortedMap<String, String> columns) {
    public static final DefinitionTexts NONE = new DefinitionTexts(Optional.empty(), new TreeMap<>());

    public DefinitionTexts {
        columns = Collections.unmodifiableSortedMap(new TreeMap<>(columns));
    }

    public Optional<String> column(String name) {
        return Optional.ofNullable(columns.get(name));
    }
}
