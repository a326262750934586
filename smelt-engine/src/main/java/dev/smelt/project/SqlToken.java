package dev.smelt.project;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A token of SQL text, just fine enough to find brackets, commas and keywords outside strings and comments.
 *
 * @param start the offset of its first character
 * @param end the offset after its last one
 */
record SqlToken(Kind kind, int start, int end, String text) {
    enum Kind {
        WORD,
        QUOTED_NAME,
        STRING,
        NUMBER,
        SYMBOL,
        /** A string, quoted name or comment that nothing closes; it reaches to the end of the text. */
        UNCLOSED
    }

    boolean isWord(String word) {
        return kind == Kind.WORD && text.toLowerCase(Locale.ROOT).equals(word);
    }

    boolean isSymbol(char symbol) {
        return kind == Kind.SYMBOL && text.charAt(0) == symbol;
    }

    /** The tokens of a text, without white space and comments. */
    static List<SqlToken> of(String text) {
        List<SqlToken> tokens = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            int end;
            if (Character.isWhitespace(c)) {
                at++;
                continue;
            }
            if (text.startsWith("--", at)) {
                int lineEnd = text.indexOf('\n', at);
                at = lineEnd < 0 ? text.length() : lineEnd + 1;
                continue;
            }
            if (text.startsWith("/*", at)) {
                end = afterComment(text, at);
                if (end < 0) {
                    tokens.add(unclosed(text, at));
                    return tokens;
                }
                at = end;
                continue;
            }
            SqlToken token = tokenAt(text, at, c);
            tokens.add(token);
            at = token.end();
        }
        return tokens;
    }

    private static SqlToken tokenAt(String text, int at, char c) {
        if (c == '\'') {
            return quoted(Kind.STRING, text, at, afterQuotes(text, at, false));
        }
        if (c == '"') {
            return quoted(Kind.QUOTED_NAME, text, at, afterQuotes(text, at, false));
        }
        if ((c == 'e' || c == 'E') && at + 1 < text.length() && text.charAt(at + 1) == '\'') {
            return quoted(Kind.STRING, text, at, afterQuotes(text, at + 1, true));
        }
        if (c == '$') {
            int tagEnd = endOfDollarTag(text, at);
            if (tagEnd > 0) {
                String tag = text.substring(at, tagEnd);
                int close = text.indexOf(tag, tagEnd);
                return quoted(Kind.STRING, text, at, close < 0 ? -1 : close + tag.length());
            }
        }
        if (isWordStart(c)) {
            return run(Kind.WORD, text, at);
        }
        return Character.isDigit(c) ? run(Kind.NUMBER, text, at) : new SqlToken(Kind.SYMBOL, at, at + 1, "" + c);
    }

    private static SqlToken quoted(Kind kind, String text, int at, int end) {
        return end < 0 ? unclosed(text, at) : new SqlToken(kind, at, end, text.substring(at, end));
    }

    private static SqlToken unclosed(String text, int at) {
        return new SqlToken(Kind.UNCLOSED, at, text.length(), text.substring(at));
    }

    private static SqlToken run(Kind kind, String text, int at) {
        int end = at + 1;
        while (end < text.length() && isWordPart(text.charAt(end))) {
            end++;
        }
        return new SqlToken(kind, at, end, text.substring(at, end));
    }

    /** A doubled quote stands for itself; a backslash escapes only where the string says so. */
    private static int afterQuotes(String text, int at, boolean backslashEscapes) {
        char quote = text.charAt(at);
        for (int i = at + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && backslashEscapes) {
                i++;
            } else if (c == quote) {
                if (i + 1 < text.length() && text.charAt(i + 1) == quote) {
                    i++;
                } else {
                    return i + 1;
                }
            }
        }
        return -1;
    }

    /** The engine nests block comments, so this does. */
    private static int afterComment(String text, int at) {
        int depth = 0;
        int i = at;
        while (i < text.length()) {
            if (text.startsWith("/*", i)) {
                depth++;
                i += 2;
            } else if (text.startsWith("*/", i)) {
                depth--;
                i += 2;
                if (depth == 0) {
                    return i;
                }
            } else {
                i++;
            }
        }
        return -1;
    }

    /** The offset after {@code $tag$}, or -1 where no dollar quote begins here ({@code $1} is a parameter). */
    private static int endOfDollarTag(String text, int at) {
        for (int i = at + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '$') {
                return i + 1;
            }
            boolean inTag = i == at + 1 ? isWordStart(c) : isWordPart(c);
            if (!inTag) {
                return -1;
            }
        }
        return -1;
    }

    private static boolean isWordStart(char c) {
        return c == '_' || Character.isLetter(c) || Character.isSurrogate(c);
    }

    private static boolean isWordPart(char c) {
        return isWordStart(c) || Character.isDigit(c) || c == '$';
    }
}
