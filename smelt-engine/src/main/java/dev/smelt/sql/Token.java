package dev.smelt.sql;

/**
 * One token of SQL text.
 *
 * @param kind what it is
 * @param span where it stands, in UTF-16 units
 */
public record Token(Kind kind, Span span) {
    /** What a token is. */
    public enum Kind {
        /** A keyword or an identifier without quotes. */
        WORD,
        /** An identifier in double quotes. */
        QUOTED,
        /** A string in any spelling, its prefix included. */
        STRING,
        NUMBER,
        /** {@code ?}, {@code $1}, {@code $name}. */
        PARAMETER,
        /** An operator or a punctuation mark. */
        SYMBOL,
        /** A line comment, without its line end, or a block comment. */
        COMMENT,
        /** A string, quoted identifier or block comment that never ends; always the last token. */
        UNTERMINATED
    }

    public int start() {
        return span.start();
    }

    public int end() {
        return span.end();
    }
}
