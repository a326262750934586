package dev.smelt.lineage;

import java.util.Locale;

/**
 * SQL text without what means nothing: comments and runs of white space are one blank, everything outside of string
 * constants is in lower case. Two texts that differ only so are the same query; nothing more is read into them.
 */
final class TokenText {
    private final String sql;
    private final StringBuilder out = new StringBuilder();
    private int at;

    private TokenText(String sql) {
        this.sql = sql;
    }

    static String of(String sql) {
        return new TokenText(sql).read();
    }

    private String read() {
        while (at < sql.length()) {
            char c = sql.charAt(at);
            if (sql.startsWith("--", at)) {
                skipTo("\n", false);
            } else if (sql.startsWith("/*", at)) {
                skipTo("*/", true);
            } else if (c == '\'') {
                copy(quotedEnd(at, '\'', isEscapeString()), false);
            } else if (c == '"') {
                copy(quotedEnd(at, '"', false), true);
            } else if (c == '$' && dollarTag() > 0) {
                copyDollarQuoted();
            } else if (Character.isWhitespace(c)) {
                blank();
                at++;
            } else {
                out.append(Character.toLowerCase(c));
                at++;
            }
        }
        return out.toString().trim();
    }

    private void skipTo(String end, boolean including) {
        int found = sql.indexOf(end, at + 2);
        at = found < 0 ? sql.length() : found + (including ? end.length() : 0);
        blank();
    }

    private void blank() {
        if (out.length() > 0 && out.charAt(out.length() - 1) != ' ') {
            out.append(' ');
        }
    }

    private boolean isEscapeString() {
        return at > 0
                && Character.toLowerCase(sql.charAt(at - 1)) == 'e'
                && (at == 1 || !Character.isJavaIdentifierPart(sql.charAt(at - 2)));
    }

    private int quotedEnd(int start, char quote, boolean escapes) {
        for (int i = start + 1; i < sql.length(); i++) {
            if (escapes && sql.charAt(i) == '\\') {
                i++;
            } else if (sql.charAt(i) == quote) {
                if (i + 1 < sql.length() && sql.charAt(i + 1) == quote) {
                    i++;
                } else {
                    return i + 1;
                }
            }
        }
        return sql.length();
    }

    private void copy(int end, boolean fold) {
        String text = sql.substring(at, end);
        out.append(fold ? text.toLowerCase(Locale.ROOT) : text);
        at = end;
    }

    /** The length of a {@code $tag$} that begins here, or 0. */
    private int dollarTag() {
        int i = at + 1;
        while (i < sql.length() && (Character.isLetterOrDigit(sql.charAt(i)) || sql.charAt(i) == '_')) {
            i++;
        }
        boolean parameter = i > at + 1 && Character.isDigit(sql.charAt(at + 1));
        return i < sql.length() && sql.charAt(i) == '$' && !parameter ? i + 1 - at : 0;
    }

    private void copyDollarQuoted() {
        int length = dollarTag();
        int end = sql.indexOf(sql.substring(at, at + length), at + length);
        copy(end < 0 ? sql.length() : end + length, false);
    }
}
