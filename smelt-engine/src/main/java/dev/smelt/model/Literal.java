package dev.smelt.model;

/** How values are written in SQL text. */
public final class Literal {
    private Literal() {}

    /** The text in single quotes, a quote inside it doubled. */
    public static String text(String value) {
        return "'" + value.replace("'", "''") + "'";
    }
}
