package dev.smelt.ledger;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A definition as its author wrote it, for people: a diff shows what stood there before. Nothing is decided by it. Of a
 * set operation each text has one line per arm.
 *
 * @param rows what follows the select list; empty where it is not known or there is nothing
 * @param columns the expression of each column, by name in lower case
 */
public record DefinitionTexts(Optional<String> rows, SortedMap<String, String> columns) {
    public static final DefinitionTexts NONE = new DefinitionTexts(Optional.empty(), new TreeMap<>());

    public DefinitionTexts {
        columns = Collections.unmodifiableSortedMap(new TreeMap<>(columns));
    }

    /** The texts of the arms in one; those have no line breaks. */
    public static String ofArms(List<String> arms) {
        return String.join("\n", arms);
    }

    /** The texts of the arms, one after another. */
    public static List<String> arms(String text) {
        return List.of(text.split("\n", -1));
    }

    public Optional<String> column(String name) {
        return Optional.ofNullable(columns.get(name));
    }
}
