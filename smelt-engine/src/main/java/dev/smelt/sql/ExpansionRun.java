package dev.smelt.sql;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.NearNames;
import dev.smelt.diagnostics.Place;
import dev.smelt.model.Address;
import dev.smelt.model.FunctionDefinition;
import dev.smelt.model.SourceText;
import dev.smelt.model.TableName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** One expansion from beginning to end: the names, the problems found so far, the numbers of the calls. */
final class ExpansionRun {
    /** A body that is written out this deep is a mistake; without a bound it could grow without end. */
    private static final int MOST_CALLS = 10_000;

    private final Namespace names;
    private final List<Diagnostic> problems = new ArrayList<>();
    private int calls;

    ExpansionRun(Namespace names) {
        this.names = names;
    }

    List<Diagnostic> problems() {
        return List.copyOf(problems);
    }

    void problem(String code, Place place, String message, String cure) {
        problems.add(Diagnostic.error(code, place, message, cure));
    }

    Optional<Address> address(String path) {
        return path.isBlank()
                ? Optional.empty()
                : Optional.of(new Address(path)).filter(names.tables()::containsKey);
    }

    String didYouMean(String path) {
        List<String> known = names.tables().keySet().stream()
                .map(address -> "smelt." + address)
                .toList();
        return NearNames.didYouMean("smelt." + path, known);
    }

    TableName table(Address address) {
        return names.tables().get(address);
    }

    Optional<SourceText> inlined(Address address) {
        return Optional.ofNullable(names.inlined().get(address));
    }

    Optional<FunctionDefinition> function(String name) {
        return Optional.ofNullable(names.functions().get(name));
    }

    Collection<String> functionNames() {
        return names.functions().keySet();
    }

    /** Counts a call; empty where there are too many. */
    Optional<ExpandedSql.Expansion> call(String function, Scope scope, Place place) {
        if (calls >= MOST_CALLS) {
            problem(
                    "SMELT-S006",
                    place,
                    "The functions called here expand into more than " + MOST_CALLS + " calls.",
                    "Call fewer functions inside functions.");
            return Optional.empty();
        }
        return Optional.of(new ExpandedSql.Expansion(calls++, function, scope.expansion()));
    }

    /** A whole SELECT, its white space around it and its semicolons at the end left out, its comments kept. */
    List<Piece> statement(SourceText sql, Scope scope) {
        Tokens tokens = Tokens.of(sql.text());
        if (refusesUnterminated(sql, tokens)) {
            return List.of();
        }
        int last = tokens.size();
        int end = sql.text().length();
        while (last > 0 && tokens.isSymbol(last - 1, ";")) {
            last--;
            end = tokens.get(last).start();
        }
        int start = 0;
        while (start < end && Character.isWhitespace(sql.text().charAt(start))) {
            start++;
        }
        while (end > start && Character.isWhitespace(sql.text().charAt(end - 1))) {
            end--;
        }
        return new TextExpander(this, sql, tokens, scope).expand(new Span(start, end), true);
    }

    /** A text inside brackets of ours: comments at its ends would swallow them, so only its tokens are taken. */
    List<Piece> inner(SourceText text, Scope scope) {
        Tokens tokens = Tokens.of(text.text());
        if (refusesUnterminated(text, tokens)) {
            return List.of();
        }
        int last = tokens.size();
        while (last > 0 && tokens.isSymbol(last - 1, ";")) {
            last--;
        }
        if (last == 0) {
            problem("SMELT-S001", text.place(0), "There is nothing to expand here.", "Write the SELECT or expression.");
            return List.of();
        }
        Span span = new Span(tokens.get(0).start(), tokens.get(last - 1).end());
        return new TextExpander(this, text, tokens, scope).expand(span, true);
    }

    private boolean refusesUnterminated(SourceText text, Tokens tokens) {
        tokens.unterminated()
                .ifPresent(token -> problem(
                        "SMELT-S001",
                        text.place(token.start()),
                        "What begins here with " + text.text().substring(token.start(), opening(text, token))
                                + " never ends.",
                        "Close the string, quoted name or comment."));
        return tokens.unterminated().isPresent();
    }

    private static int opening(SourceText text, Token token) {
        boolean comment = text.text().startsWith("/*", token.start());
        return Math.min(token.start() + (comment ? 2 : 1), token.end());
    }
}
