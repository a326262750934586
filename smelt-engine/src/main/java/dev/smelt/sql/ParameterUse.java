package dev.smelt.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the places in a function's body where a parameter's name stands for its value: not inside strings and comments,
 * which are no names, nor as part of a qualified name, as an alias, as the name of a call, an argument or a field, nor in
 * lists of column names.
 */
final class ParameterUse {
    private static final Set<String> AFTER_INTERVAL =
            Set.of("preceding", "following", "and", "or", "then", "else", "end", "when", "as", "from", "where");

    private final TextExpander text;
    private final Tokens tokens;
    private final ClauseTracker clauses;

    ParameterUse(TextExpander text, ClauseTracker clauses) {
        this.text = text;
        this.tokens = text.tokens();
        this.clauses = clauses;
    }

    /** What stands for the parameter at the token, where one is used there. */
    Optional<TextExpander.Replacement> at(int i) {
        if (!tokens.isName(i) || tokens.isSymbol(i - 1, ".") || tokens.isSymbol(i + 1, ".")) {
            return Optional.empty();
        }
        Optional<Scope.Argument> argument = text.scope().argument(tokens.name(i));
        if (argument.isEmpty()) {
            return Optional.empty();
        }
        if (argument.get().table()) {
            return clauses.isTablePosition(i) ? Optional.of(table(i, argument.get())) : Optional.empty();
        }
        return isOperand(i) ? Optional.of(scalar(i, argument.get())) : Optional.empty();
    }

    private boolean isOperand(int i) {
        boolean named = tokens.isSymbol(i + 1, "(")
                || tokens.isSymbol(i + 1, ":=")
                || tokens.isSymbol(i + 1, "=>")
                || tokens.isSymbol(i + 1, ":");
        boolean alias = tokens.isWord(i - 1, "as") || SqlWords.isImplicitAlias(tokens, i);
        return !named && !alias && !clauses.isNameList();
    }

    private TextExpander.Replacement table(int i, Scope.Argument argument) {
        List<Piece> pieces = new ArrayList<>(argument.pieces());
        refuseCapture(i, argument);
        if (!TableAliases.beginsAt(tokens, i + 1)) {
            pieces.add(text.alias(argument.parameter(), tokens.get(i).start()));
        }
        return new TextExpander.Replacement(pieces, i + 1);
    }

    private TextExpander.Replacement scalar(int i, Scope.Argument argument) {
        refuseCapture(i, argument);
        List<Piece> pieces = new ArrayList<>(argument.pieces());
        if (!isAtom(Tokens.of(argument.text()), i)) {
            int offset = tokens.get(i).start();
            pieces.add(0, Piece.ours("(", text.source(), offset, text.scope()));
            pieces.add(Piece.ours(")", text.source(), offset, text.scope()));
        }
        return new TextExpander.Replacement(pieces, i + 1);
    }

    private void refuseCapture(int i, Scope.Argument argument) {
        Optional<String> captured = text.scope().body().flatMap(body -> body.captured(argument, clauses.inQuery()));
        captured.ifPresent(name -> text.run()
                .problem(
                        "SMELT-S007",
                        argument.pieces().stream()
                                .filter(piece -> !piece.text().isBlank())
                                .findFirst()
                                .map(piece -> piece.source().place(piece.offset()))
                                .orElse(text.place(i)),
                        "'" + name + "' in the argument for '" + argument.parameter()
                                + "' would mean something else inside the function's body (" + text.place(i) + ").",
                        "Rename it, or qualify it with a table's alias that the body does not use."));
    }

    /** Whether a value needs no brackets: a constant, a name, a call, a value already in brackets, an interval. */
    private boolean isAtom(Tokens value, int use) {
        if (value.size() == 0) {
            return true;
        }
        int last = value.size() - 1;
        if (value.size() == 1) {
            return value.get(0).kind() != Token.Kind.SYMBOL;
        }
        boolean brackets = value.isSymbol(0, "(") && value.closing(0).orElse(-1) == last;
        if (brackets) {
            return true;
        }
        if (value.get(0).kind() == Token.Kind.WORD && value.get(1).kind() == Token.Kind.STRING && value.size() == 2) {
            return followsInterval(use);
        }
        if (value.isWord(0, "interval") && value.size() == 3 && value.get(2).kind() == Token.Kind.WORD) {
            return followsInterval(use);
        }
        int i = 0;
        while (value.isName(i) && value.isSymbol(i + 1, ".")) {
            i += 2;
        }
        boolean call = value.isName(i)
                && value.isSymbol(i + 1, "(")
                && value.closing(i + 1).orElse(-1) == last;
        return call || (value.isName(i) && i == last);
    }

    /** A word after an interval could be taken for its unit. */
    private boolean followsInterval(int use) {
        return use + 1 >= tokens.size()
                || tokens.get(use + 1).kind() == Token.Kind.SYMBOL
                || AFTER_INTERVAL.contains(tokens.textAt(use + 1).toLowerCase(Locale.ROOT));
    }
}
