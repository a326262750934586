package dev.smelt.sql;

/** Ends a reading: the text holds something that a reader does not read faithfully. */
public final class Unfaithful extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Span span;

    /**
     * @param construct what it is, as the subject of a sentence
     * @param span where it stands
     */
    public Unfaithful(String construct, Span span) {
        super(construct, null, false, false);
        this.span = span;
    }

    public Span span() {
        return span;
    }
}
