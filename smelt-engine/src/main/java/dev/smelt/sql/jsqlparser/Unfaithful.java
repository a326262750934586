package dev.smelt.sql.jsqlparser;

import dev.smelt.sql.Span;

/** Ends a reading: the text holds something that this adapter does not read faithfully. */
final class Unfaithful extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Span span;

    /**
     * @param construct what it is, as the subject of a sentence
     * @param span where it stands
     */
    Unfaithful(String construct, Span span) {
        super(construct, null, false, false);
        this.span = span;
    }

    Span span() {
        return span;
    }
}
