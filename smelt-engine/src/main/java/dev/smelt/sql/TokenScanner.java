package dev.smelt.sql;

import java.util.ArrayList;
import java.util.List;

/** The scanner behind {@link Tokens}: PostgreSQL's lexical rules as DuckDB has them. */
final class TokenScanner {
    /** The operators of more than one character, longer ones before their beginnings. */
    private static final List<String> OPERATORS = List.of(
            "!~~*", "->>", "<=>", "<->", "!~~", "~~*", "!~*", "::", ":=", "=>", "->", "<=", ">=", "<>", "!=", "==",
            "||", "//", "**", "<<", ">>", "~~", "~*", "!~", "^@", "@>", "<@", "&&");

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    TokenScanner(String text) {
        this.text = text;
    }

    List<Token> scan() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (isBlank(c)) {
                at++;
            } else {
                int start = at;
                Token.Kind kind = next(c);
                tokens.add(new Token(kind, new Span(start, at)));
            }
        }
        return tokens;
    }

    /** Moves past the token at the current offset. */
    private Token.Kind next(char c) {
        if (text.startsWith("--", at)) {
            while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
                at++;
            }
            return Token.Kind.COMMENT;
        }
        if (text.startsWith("/*", at)) {
            return blockComment();
        }
        if (c == '\'') {
            return quoted(at, '\'', false, Token.Kind.STRING);
        }
        if (c == '"') {
            return quoted(at, '"', false, Token.Kind.QUOTED);
        }
        if (c == '$') {
            return dollar();
        }
        if (isDigit(c) || startsFraction(c)) {
            return number();
        }
        if (isNameStart(c)) {
            return word(c);
        }
        if (c == '?') {
            at++;
            return Token.Kind.PARAMETER;
        }
        at += OPERATORS.stream()
                .filter(operator -> text.startsWith(operator, at))
                .mapToInt(String::length)
                .findFirst()
                .orElse(1);
        return Token.Kind.SYMBOL;
    }

    private Token.Kind blockComment() {
        int depth = 0;
        while (at < text.length()) {
            if (text.startsWith("/*", at)) {
                depth++;
                at += 2;
            } else if (text.startsWith("*/", at)) {
                depth--;
                at += 2;
                if (depth == 0) {
                    return Token.Kind.COMMENT;
                }
            } else {
                at++;
            }
        }
        return Token.Kind.UNTERMINATED;
    }

    private Token.Kind quoted(int open, char quote, boolean backslashes, Token.Kind kind) {
        at = open + 1;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (backslashes && c == '\\') {
                at = Math.min(at + 2, text.length());
            } else if (c != quote) {
                at++;
            } else if (at + 1 < text.length() && text.charAt(at + 1) == quote) {
                at += 2;
            } else {
                at++;
                return kind;
            }
        }
        return Token.Kind.UNTERMINATED;
    }

    private Token.Kind dollar() {
        int end = at + 1;
        if (end < text.length() && isDigit(text.charAt(end))) {
            while (end < text.length() && isDigit(text.charAt(end))) {
                end++;
            }
            at = end;
            return Token.Kind.PARAMETER;
        }
        while (end < text.length() && isNamePart(text.charAt(end)) && text.charAt(end) != '$') {
            end++;
        }
        if (end < text.length() && text.charAt(end) == '$') {
            String tag = text.substring(at, end + 1);
            int close = text.indexOf(tag, end + 1);
            at = close < 0 ? text.length() : close + tag.length();
            return close < 0 ? Token.Kind.UNTERMINATED : Token.Kind.STRING;
        }
        boolean bare = end == at + 1;
        at = end;
        return bare ? Token.Kind.SYMBOL : Token.Kind.PARAMETER;
    }

    private Token.Kind number() {
        boolean hex = text.startsWith("0x", at) || text.startsWith("0X", at);
        at += hex ? 2 : 0;
        boolean dot = false;
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean exponent = !hex && (c == 'e' || c == 'E') && exponentFollows();
            if (exponent) {
                at += 2;
            } else if (c == '.' && !dot && !hex && !text.startsWith("..", at)) {
                dot = true;
                at++;
            } else if (isDigit(c) || c == '_' || (hex && Character.digit(c, 16) >= 0)) {
                at++;
            } else {
                break;
            }
        }
        return Token.Kind.NUMBER;
    }

    private boolean startsFraction(char c) {
        return c == '.' && at + 1 < text.length() && isDigit(text.charAt(at + 1)) && !afterOperand();
    }

    private boolean exponentFollows() {
        int next = at + 1;
        if (next < text.length() && (text.charAt(next) == '+' || text.charAt(next) == '-')) {
            next++;
        }
        return next < text.length() && isDigit(text.charAt(next));
    }

    private Token.Kind word(char first) {
        int quote = at + 1;
        if (quote < text.length() && text.charAt(quote) == '\'' && "eEbBxXnN".indexOf(first) >= 0) {
            return quoted(quote, '\'', first == 'e' || first == 'E', Token.Kind.STRING);
        }
        while (at < text.length() && isNamePart(text.charAt(at))) {
            at++;
        }
        return Token.Kind.WORD;
    }

    /** Whether the last token ends an operand directly before here, so that a dot qualifies it. */
    private boolean afterOperand() {
        if (tokens.isEmpty() || tokens.get(tokens.size() - 1).end() != at) {
            return false;
        }
        Token last = tokens.get(tokens.size() - 1);
        char c = text.charAt(at - 1);
        return switch (last.kind()) {
            case WORD, QUOTED, NUMBER, STRING, PARAMETER -> true;
            case SYMBOL -> c == ')' || c == ']';
            case COMMENT, UNTERMINATED -> false;
        };
    }

    private static boolean isBlank(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\uFEFF';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isNameStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
    }

    private static boolean isNamePart(char c) {
        return (isNameStart(c) || isDigit(c) || c == '$') && !isBlank(c);
    }
}
