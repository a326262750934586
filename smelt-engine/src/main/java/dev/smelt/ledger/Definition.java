package dev.smelt.ledger;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SortedMap;

/**
 * The fingerprints of a model's meaning.
 *
 * @param rowSet of FROM, WHERE, GROUP BY, DISTINCT, QUALIFY: which rows there are
 * @param columns of each output column's expression, by name in lower case
 * @param texts what was written, for people; it is no part of the meaning
 */
public record Definition(String rowSet, SortedMap<String, String> columns, DefinitionTexts texts) {
    public Definition {
        columns = java.util.Collections.unmodifiableSortedMap(new java.util.TreeMap<>(columns));
    }

    /** A definition of which only the fingerprints are known. */
    public Definition(String rowSet, SortedMap<String, String> columns) {
        this(rowSet, columns, DefinitionTexts.NONE);
    }

    public Definition with(DefinitionTexts written) {
        return new Definition(rowSet, columns, written);
    }

    /** Whether both mean the same; what was written may differ. */
    public boolean means(Definition other) {
        return rowSet.equals(other.rowSet) && columns.equals(other.columns);
    }

    /** One text for the whole definition, 64 hexadecimal digits: equal meanings and only these have equal ones. */
    public String fingerprint() {
        StringBuilder all = new StringBuilder(rowSet.length() + ":" + rowSet);
        columns.forEach((name, print) -> all.append('\n')
                .append(name.length())
                .append(':')
                .append(name)
                .append(print.length())
                .append(':')
                .append(print));
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(all.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }
}
