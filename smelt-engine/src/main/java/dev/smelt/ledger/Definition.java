package dev.smelt.ledger;

import java.util.SortedMap;

/**
 * The fingerprints of a model's meaning.
 *
 * @param rowSet of FROM, WHERE, GROUP BY, DISTINCT, QUALIFY: which rows there are
 * @param columns of each output column's expression, by name in lower case
 */
public record Definition(String rowSet, SortedMap<String, String> columns) {
    public Definition {
        columns = java.util.Collections.unmodifiableSortedMap(new java.util.TreeMap<>(columns));
    }
}
