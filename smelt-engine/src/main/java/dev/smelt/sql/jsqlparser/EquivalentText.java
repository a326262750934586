package dev.smelt.sql.jsqlparser;

import dev.smelt.sql.FromItem.JoinKind;
import dev.smelt.sql.Span;
import dev.smelt.sql.Token;
import dev.smelt.sql.Tokens;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A text of the same length that the parser understands, for spellings that it misreads or does not know. What was
 * changed is remembered by offset, so that the reading speaks of the original.
 *
 * <p>{@code //} would be read as a comment, {@code SEMI JOIN}, {@code ANTI JOIN} and {@code POSITIONAL JOIN} as an alias
 * and an inner join; {@code ==} and trailing commas are not read at all.
 */
final class EquivalentText {
    private static final Set<String> JOINS = Set.of("semi", "anti", "positional");
    private static final Set<String> AFTER_TRAILING_COMMA = Set.of("from", ")", "]", "}");

    private final String text;
    private final Map<Integer, JoinKind> joins = new HashMap<>();
    private final Map<Integer, String> operators = new HashMap<>();

    EquivalentText(Tokens tokens) {
        StringBuilder changed = new StringBuilder(tokens.text());
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.kind() == Token.Kind.WORD) {
                joinWord(tokens, i, changed);
            } else if (token.kind() == Token.Kind.SYMBOL) {
                symbol(tokens, i, changed);
            }
        }
        text = changed.toString();
    }

    private void joinWord(Tokens tokens, int i, StringBuilder changed) {
        String word = tokens.textAt(i).toLowerCase(Locale.ROOT);
        boolean join = JOINS.contains(word) && tokens.isWord(i + 1, "join") && !tokens.isSymbol(i - 1, ".");
        if (join) {
            Token token = tokens.get(i);
            JoinKind kind = JoinKind.valueOf(word.toUpperCase(Locale.ROOT));
            joins.put(token.start(), kind);
            changed.replace(token.start(), token.end(), kind == JoinKind.POSITIONAL ? "CROSS     " : "LEFT");
        }
    }

    private void symbol(Tokens tokens, int i, StringBuilder changed) {
        Token token = tokens.get(i);
        switch (tokens.textAt(i)) {
            case "//" -> {
                operators.put(token.start(), "//");
                changed.replace(token.start(), token.end(), "/ ");
            }
            case "==" -> changed.replace(token.start(), token.end(), "= ");
            case "," -> {
                if (AFTER_TRAILING_COMMA.contains(tokens.textAt(i + 1).toLowerCase(Locale.ROOT))) {
                    changed.setCharAt(token.start(), ' ');
                }
            }
            default -> {}
        }
    }

    String text() {
        return text;
    }

    /** The join that really stands where the parser saw another one. */
    Optional<JoinKind> join(int offset) {
        return Optional.ofNullable(joins.get(offset));
    }

    /** The operator that really stands in the gap between two operands. */
    Optional<String> operator(Span gap) {
        return operators.entrySet().stream()
                .filter(entry -> gap.start() <= entry.getKey() && entry.getKey() < gap.end())
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
