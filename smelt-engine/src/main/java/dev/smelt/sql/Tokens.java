package dev.smelt.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * SQL text cut into tokens, exactly: what is inside a string, a quoted name or a comment is never taken for SQL. The
 * text itself is not judged; an unterminated token is the only error.
 */
public final class Tokens {
    private final String text;
    private final List<Token> all;
    private final List<Token> significant;

    private Tokens(String text, List<Token> all) {
        this.text = text;
        this.all = List.copyOf(all);
        this.significant =
                all.stream().filter(token -> token.kind() != Token.Kind.COMMENT).toList();
    }

    public static Tokens of(String text) {
        return new Tokens(text, new TokenScanner(text).scan());
    }

    public String text() {
        return text;
    }

    /** Every token, comments too, in order. */
    public List<Token> all() {
        return all;
    }

    /** The tokens that are not comments, in order. */
    public List<Token> significant() {
        return significant;
    }

    public int size() {
        return significant.size();
    }

    /** The significant token of that number. */
    public Token get(int index) {
        return significant.get(index);
    }

    public String text(Token token) {
        return text.substring(token.start(), token.end());
    }

    /** The token's text, or an empty text where there is no token of that number. */
    public String textAt(int index) {
        return index < 0 || index >= significant.size() ? "" : text(significant.get(index));
    }

    public boolean isSymbol(int index, String symbol) {
        return index >= 0
                && index < significant.size()
                && significant.get(index).kind() == Token.Kind.SYMBOL
                && length(index) == symbol.length()
                && text.startsWith(symbol, significant.get(index).start());
    }

    /** Whether the token is this keyword or plain identifier, without regard to case. */
    public boolean isWord(int index, String word) {
        return index >= 0
                && index < significant.size()
                && significant.get(index).kind() == Token.Kind.WORD
                && length(index) == word.length()
                && text.regionMatches(true, significant.get(index).start(), word, 0, word.length());
    }

    private int length(int index) {
        return significant.get(index).end() - significant.get(index).start();
    }

    /** Whether the token may be a name: a word or a quoted identifier. */
    public boolean isName(int index) {
        return index >= 0
                && index < significant.size()
                && (significant.get(index).kind() == Token.Kind.WORD
                        || significant.get(index).kind() == Token.Kind.QUOTED);
    }

    /** The name that a token spells, its quotes removed. */
    public String name(int index) {
        return unquoted(textAt(index));
    }

    /** An identifier without its quotes. */
    public static String unquoted(String identifier) {
        boolean quoted = identifier.length() >= 2 && identifier.startsWith("\"") && identifier.endsWith("\"");
        return quoted ? identifier.substring(1, identifier.length() - 1).replace("\"\"", "\"") : identifier;
    }

    /** The names of {@code .a.b.c}, where that begins at the index, without quotes; each takes two tokens. */
    public List<String> dottedNames(int index) {
        List<String> names = new ArrayList<>();
        int next = index;
        while (isSymbol(next, ".") && isName(next + 1)) {
            names.add(name(next + 1));
            next += 2;
        }
        return names;
    }

    /** The token that never ends, where there is one. */
    public Optional<Token> unterminated() {
        return all.stream()
                .filter(token -> token.kind() == Token.Kind.UNTERMINATED)
                .findFirst();
    }

    /** The number of the first significant token that begins at or after the offset; {@link #size()} where none does. */
    public int indexFrom(int offset) {
        int low = 0;
        int high = significant.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (significant.get(middle).start() < offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The number of the bracket that closes the one at the index; empty where it is never closed. */
    public Optional<Integer> closing(int open) {
        List<String> expected = new ArrayList<>();
        for (int i = open; i < significant.size(); i++) {
            if (significant.get(i).kind() != Token.Kind.SYMBOL) {
                continue;
            }
            switch (textAt(i)) {
                case "(" -> expected.add(")");
                case "[" -> expected.add("]");
                case "{" -> expected.add("}");
                case ")", "]", "}" -> {
                    if (expected.isEmpty()
                            || !expected.remove(expected.size() - 1).equals(textAt(i))) {
                        return Optional.empty();
                    }
                    if (expected.isEmpty()) {
                        return Optional.of(i);
                    }
                }
                default -> {}
            }
        }
        return Optional.empty();
    }
}
