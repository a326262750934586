package dev.smelt.sql;

import dev.smelt.diagnostics.Diagnostic;

/** Reads an expanded text into the relational IR. */
public interface SqlReader {
    /** What came of reading: the IR, or why there is none. Never an IR of which a part was guessed. */
    sealed interface Reading permits Read, Unreadable {}

    /**
     * The text was read.
     *
     * @param sql the text, its references now with the aliases they need
     */
    record Read(ExpandedSql sql, Query query) implements Reading {}

    /** The text is no SQL, or SQL that this reader does not read faithfully. */
    record Unreadable(Diagnostic reason) implements Reading {}

    Reading read(ExpandedSql sql);
}
