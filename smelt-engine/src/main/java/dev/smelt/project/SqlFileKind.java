package dev.smelt.project;

import java.util.List;

/** What a {@code .sql} file declares, told by how it begins after its comments. */
enum SqlFileKind {
    MODEL,
    FUNCTIONS,
    TEST,
    CHECK,
    /** Nothing but comments. */
    EMPTY;

    static SqlFileKind of(String sql) {
        List<SqlToken> tokens = SqlToken.of(sql);
        if (tokens.isEmpty()) {
            return EMPTY;
        }
        if (declares(tokens, 0, "define")) {
            return FUNCTIONS;
        }
        if (declares(tokens, 0, "test")) {
            return TEST;
        }
        return declares(tokens, 0, "check") ? CHECK : MODEL;
    }

    /** Whether {@code smelt.<word>} stands at this index, and is no longer name such as {@code smelt.test.model}. */
    static boolean declares(List<SqlToken> tokens, int index, String word) {
        return index + 2 < tokens.size()
                && tokens.get(index).isWord("smelt")
                && tokens.get(index + 1).isSymbol('.')
                && tokens.get(index + 2).isWord(word)
                && (index + 3 >= tokens.size() || !tokens.get(index + 3).isSymbol('.'));
    }
}
