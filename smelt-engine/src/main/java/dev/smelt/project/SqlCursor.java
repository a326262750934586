package dev.smelt.project;

import dev.smelt.diagnostics.Place;
import dev.smelt.model.SourceText;
import java.util.List;
import java.util.Locale;

/** Goes through the tokens of a file of declarations, and says where one of them cannot be read. */
final class SqlCursor {
    private final SourceText source;
    private final List<SqlToken> tokens;

    private int at;

    SqlCursor(SourceText source) {
        this.source = source;
        this.tokens = SqlToken.of(source.text());
    }

    /** Ends the reading of one declaration. */
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Place place;

        Malformed(Place place, String message) {
            super(message);
            this.place = place;
        }

        Place place() {
            return place;
        }
    }

    int at() {
        return at;
    }

    void moveTo(int index) {
        at = index;
    }

    boolean atEnd() {
        return at >= tokens.size();
    }

    /** How many tokens there are. */
    int size() {
        return tokens.size();
    }

    SqlToken token(int index) {
        return tokens.get(index);
    }

    /** Whether {@code smelt.<word>} stands here. */
    boolean declares(String word) {
        return SqlFileKind.declares(tokens, at, word);
    }

    /** Moves to the next token, outside brackets, at which one of these declarations begins, or to the end. */
    void skipTo(String... words) throws Malformed {
        while (!atEnd() && !declaresAny(words)) {
            at = isOpening(tokens.get(at)) ? closing(at) + 1 : at + 1;
        }
    }

    /** As {@link #skipTo}, through brackets: for text that could not be read. */
    void skipBlindlyTo(String... words) {
        do {
            at++;
        } while (!atEnd() && !declaresAny(words));
    }

    private boolean declaresAny(String... words) {
        return List.of(words).stream().anyMatch(this::declares);
    }

    SqlToken next(String expected) throws Malformed {
        if (atEnd()) {
            throw malformed(tokens.get(tokens.size() - 1), "Expected " + expected + " after this, but the file ends");
        }
        return tokens.get(at++);
    }

    /** Passes a name that is a plain word. @param expected what it names, for the message */
    SqlToken nextName(String expected) throws Malformed {
        SqlToken name = next(expected);
        if (name.kind() != SqlToken.Kind.WORD) {
            throw unexpected(name, expected);
        }
        return name;
    }

    boolean isWord(String word) {
        return !atEnd() && tokens.get(at).isWord(word);
    }

    void expectWord(String word) throws Malformed {
        SqlToken token = next(word.toUpperCase(Locale.ROOT));
        if (!token.isWord(word)) {
            throw unexpected(token, word.toUpperCase(Locale.ROOT));
        }
    }

    /** Passes the symbol. @return its index */
    int expectSymbol(char symbol) throws Malformed {
        SqlToken token = next("'" + symbol + "'");
        if (!token.isSymbol(symbol)) {
            throw unexpected(token, "'" + symbol + "'");
        }
        return at - 1;
    }

    /** The index of the symbol outside brackets, or the end of the range. */
    int find(char symbol, int from, int to) throws Malformed {
        int index = from;
        while (index < to && !tokens.get(index).isSymbol(symbol)) {
            index = isOpening(tokens.get(index)) ? closing(index) + 1 : index + 1;
        }
        return Math.min(index, to);
    }

    /** The index of the bracket that closes the one here. */
    int closing(int open) throws Malformed {
        int depth = 0;
        for (int i = open; i < tokens.size(); i++) {
            SqlToken token = tokens.get(i);
            if (token.kind() == SqlToken.Kind.UNCLOSED) {
                throw malformed(token, "What begins here with " + token.text().substring(0, 1) + " is not closed");
            }
            if (isOpening(token)) {
                depth++;
            } else if (token.isSymbol(')') || token.isSymbol(']') || token.isSymbol('}')) {
                depth--;
                if (depth == 0) {
                    return i;
                }
            }
        }
        throw malformed(tokens.get(open), "The '" + tokens.get(open).text() + "' here is not closed");
    }

    /** The text from one token up to, and without, another. */
    String raw(int from, int to) {
        return source.text()
                .substring(tokens.get(from).start(), tokens.get(to - 1).end());
    }

    /** The text between two brackets, white space and comments at its ends too. */
    SourceText between(int open, int close) {
        return FileText.part(source, tokens.get(open).end(), tokens.get(close).start());
    }

    /** The text from one token up to, and without, another, which knows where it begins. */
    SourceText part(int from, int to) {
        return FileText.part(
                source, tokens.get(from).start(), tokens.get(to - 1).end());
    }

    Place place(SqlToken token) {
        return source.place(token.start());
    }

    Malformed malformed(SqlToken token, String message) {
        return new Malformed(place(token), message);
    }

    /** That something else stands where this was expected. */
    Malformed unexpected(SqlToken found, String expected) {
        return malformed(found, "Expected " + expected + " here, but found " + shown(found));
    }

    static String shown(SqlToken token) {
        return "'" + token.text().lines().findFirst().orElse("") + "'";
    }

    static boolean isOpening(SqlToken token) {
        return token.isSymbol('(') || token.isSymbol('[') || token.isSymbol('{');
    }
}
