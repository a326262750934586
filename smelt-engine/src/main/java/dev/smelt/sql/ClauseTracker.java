package dev.smelt.sql;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;

/** Follows the tokens of a text and knows whether a table may stand at the current one. */
final class ClauseTracker {
    private static final Set<String> ENDING_FROM = Set.of(
            "select",
            "where",
            "group",
            "order",
            "having",
            "qualify",
            "window",
            "limit",
            "offset",
            "union",
            "except",
            "intersect");

    private final Tokens tokens;
    private final Deque<Level> levels = new ArrayDeque<>();

    ClauseTracker(Tokens tokens) {
        this.tokens = tokens;
        levels.push(new Level(false, false, false));
    }

    /** Moves past a token. */
    void pass(int i) {
        if (tokens.isSymbol(i, "(") || tokens.isSymbol(i, "[") || tokens.isSymbol(i, "{")) {
            boolean names = tokens.isWord(i - 1, "using") || tokens.isWord(i - 1, "exclude");
            levels.push(new Level(isTablePosition(i), false, names));
        } else if (tokens.isSymbol(i, ")") || tokens.isSymbol(i, "]") || tokens.isSymbol(i, "}")) {
            if (levels.size() > 1) {
                levels.pop();
            }
        } else if (i < tokens.size() && tokens.get(i).kind() == Token.Kind.WORD && !tokens.isSymbol(i - 1, ".")) {
            word(i);
        }
    }

    private void word(int i) {
        String word = tokens.textAt(i).toLowerCase(Locale.ROOT);
        Level level = levels.peek();
        boolean isDistinctFrom =
                tokens.isWord(i - 1, "distinct") && (tokens.isWord(i - 2, "is") || tokens.isWord(i - 2, "not"));
        if (word.equals("from") && !isDistinctFrom) {
            level.from = true;
        } else if (word.equals("join")) {
            level.from = true;
        } else if (ENDING_FROM.contains(word)) {
            level.from = false;
        }
        if (word.equals("select")) {
            level.query = true;
        }
    }

    /** Whether the token stands where FROM expects a table. */
    boolean isTablePosition(int i) {
        Level level = levels.peek();
        boolean first = tokens.isWord(i - 1, "from") || tokens.isWord(i - 1, "join") || tokens.isWord(i - 1, "lateral");
        return level.from && (first || tokens.isSymbol(i - 1, ",") || tokens.isSymbol(i - 1, "("));
    }

    /** Whether the token stands in a list of bare column names, such as USING (..). */
    boolean isNameList() {
        return levels.peek().names;
    }

    /** Whether a query has begun around the token. */
    boolean inQuery() {
        return levels.stream().anyMatch(level -> level.query);
    }

    /** Where in a query the tokens between two brackets stand. */
    private static final class Level {
        private boolean from;
        private boolean query;
        private final boolean names;

        Level(boolean from, boolean query, boolean names) {
            this.from = from;
            this.query = query;
            this.names = names;
        }
    }
}
