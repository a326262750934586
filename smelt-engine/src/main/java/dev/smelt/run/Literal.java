package dev.smelt.run;

/** A text as a literal of SQL. */
final class Literal {
    private Literal() {}

    static String sql(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
