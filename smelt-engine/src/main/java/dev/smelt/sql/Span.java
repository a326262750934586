package dev.smelt.sql;

/** A stretch {@code [start, end)} of an {@link ExpandedSql}'s text, in UTF-16 units from 0. */
public record Span(int start, int end) {
    public static final Span NONE = new Span(0, 0);

    public Span hull(Span other) {
        return new Span(Math.min(start, other.start), Math.max(end, other.end));
    }

    public boolean contains(Span other) {
        return start <= other.start && other.end <= end;
    }
}
