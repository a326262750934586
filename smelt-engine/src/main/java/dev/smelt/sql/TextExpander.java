package dev.smelt.sql;

import dev.smelt.diagnostics.Place;
import dev.smelt.model.Address;
import dev.smelt.model.FunctionDefinition;
import dev.smelt.model.Identifier;
import dev.smelt.model.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Expands one text: copies it token by token and replaces names that begin with {@code smelt.} and parameters. */
final class TextExpander {
    private final ExpansionRun run;
    private final SourceText source;
    private final Tokens tokens;
    private final Scope scope;

    TextExpander(ExpansionRun run, SourceText source, Tokens tokens, Scope scope) {
        this.run = run;
        this.source = source;
        this.tokens = tokens;
        this.scope = scope;
    }

    /** What stands for some tokens. @param next the number of the first token after them */
    record Replacement(List<Piece> pieces, int next) {}

    ExpansionRun run() {
        return run;
    }

    SourceText source() {
        return source;
    }

    Tokens tokens() {
        return tokens;
    }

    Scope scope() {
        return scope;
    }

    Place place(int token) {
        return source.place(tokens.get(token).start());
    }

    /**
     * Expands a stretch of the text.
     *
     * @param aliases whether tables may be given an alias that the text needs; not where the stretch is itself an argument
     */
    List<Piece> expand(Span stretch, boolean aliases) {
        List<Piece> pieces = new ArrayList<>();
        ClauseTracker clauses = new ClauseTracker(tokens);
        ParameterUse parameters = new ParameterUse(this, clauses);
        int copied = stretch.start();
        int i = tokens.indexFrom(stretch.start());
        while (i < tokens.size() && tokens.get(i).start() < stretch.end()) {
            Optional<Replacement> replaced =
                    tokens.isWord(i, "smelt") && tokens.isSymbol(i + 1, ".") && !tokens.isSymbol(i - 1, ".")
                            ? Optional.of(smelt(i, clauses, aliases))
                            : parameters.at(i);
            if (replaced.isEmpty()) {
                clauses.pass(i++);
                continue;
            }
            pieces.add(Piece.copy(source, copied, tokens.get(i).start(), scope));
            pieces.addAll(replaced.get().pieces());
            i = replaced.get().next();
            copied = tokens.get(i - 1).end();
        }
        pieces.add(Piece.copy(source, Math.min(copied, stretch.end()), stretch.end(), scope));
        return pieces;
    }

    /** A name that begins with {@code smelt.} at the token. */
    private Replacement smelt(int i, ClauseTracker clauses, boolean aliases) {
        List<String> path = tokens.dottedNames(i + 1);
        int next = i + 1 + 2 * path.size();
        boolean function = path.size() == 2 && path.get(0).equals("functions") && tokens.isSymbol(next, "(");
        return function
                ? call(i, next, path.get(1), clauses, aliases)
                : new Replacement(reference(i, next, path, aliases), next);
    }

    private List<Piece> reference(int i, int next, List<String> path, boolean aliases) {
        String whole = String.join(".", path);
        Optional<Address> address = run.address(whole);
        if (address.isPresent()) {
            return named(i, next, address.get(), aliases);
        }
        for (int length = path.size() - 1; length > 0; length--) {
            String shorter = String.join(".", path.subList(0, length));
            if (run.address(shorter).isPresent()) {
                run.problem(
                        "SMELT-S003",
                        place(i),
                        "smelt." + whole + " names a column by the address of its table.",
                        "Give smelt." + shorter + " an alias in FROM and write alias." + path.get(length) + ".");
                return List.of();
            }
        }
        String message = path.isEmpty()
                ? "A name must follow 'smelt.'."
                : path.get(0).equals("functions")
                        ? "smelt." + whole + " is no call of a function: its arguments in brackets are missing."
                        : "There is no model, seed or source smelt." + whole + "." + run.didYouMean(whole);
        run.problem("SMELT-S002", place(i), message, "Correct the name, or add the file that declares it.");
        return List.of();
    }

    private List<Piece> named(int i, int next, Address address, boolean aliases) {
        int offset = tokens.get(i).start();
        List<Piece> pieces = new ArrayList<>();
        boolean mayAlias = aliases && !TableAliases.beginsAt(tokens, next);
        Optional<SourceText> inlined = run.inlined(address);
        if (inlined.isPresent()) {
            String name = "smelt." + address;
            Optional<String> cycle = scope.cycle(name);
            if (cycle.isPresent()) {
                run.problem(
                        "SMELT-S006",
                        place(i),
                        "These models are expanded into each other without end: " + cycle.get() + ".",
                        "Make one of them a table.");
                return List.of();
            }
            pieces.add(Piece.ours("(", source, offset, scope));
            pieces.addAll(run.inner(inlined.get(), scope.inModel(name)));
            pieces.add(Piece.ours(")", source, offset, scope));
            if (mayAlias) {
                pieces.add(alias(address.lastPart(), offset));
            }
            return pieces;
        }
        pieces.add(Piece.reference(new Piece.Target(address, run.table(address)), source, offset, scope));
        boolean differs =
                !address.lastPart().equalsIgnoreCase(run.table(address).name());
        if (mayAlias && differs && TableAliases.qualifies(tokens, address.lastPart())) {
            pieces.add(alias(address.lastPart(), offset));
        }
        return pieces;
    }

    Piece alias(String name, int offset) {
        return Piece.ours(" AS " + Identifier.sql(name), source, offset, scope);
    }

    private Replacement call(int i, int open, String name, ClauseTracker clauses, boolean aliases) {
        int close = tokens.closing(open).orElse(tokens.size() - 1);
        Optional<FunctionDefinition> function = run.function(name);
        if (function.isEmpty()) {
            run.problem(
                    "SMELT-S004",
                    place(i),
                    "There is no function smelt.functions." + name + "."
                            + dev.smelt.diagnostics.NearNames.didYouMean(name, run.functionNames()),
                    "Correct the name, or define the function.");
            return new Replacement(List.of(), close + 1);
        }
        boolean tablePlace = !aliases || clauses.isTablePosition(i);
        if (function.get().tableValued() && !tablePlace) {
            run.problem(
                    "SMELT-S008",
                    place(i),
                    "smelt.functions." + name + " gives a table, which cannot stand here.",
                    "Call it in FROM or JOIN.");
        } else if (!function.get().tableValued() && aliases && clauses.isTablePosition(i)) {
            run.problem(
                    "SMELT-S008",
                    place(i),
                    "smelt.functions." + name + " gives a value, which cannot stand in FROM.",
                    "Call it where an expression stands.");
        }
        List<Piece> pieces = new FunctionCall(this, function.get(), i, open, close).pieces();
        boolean needsAlias = function.get().tableValued()
                && aliases
                && !TableAliases.beginsAt(tokens, close + 1)
                && TableAliases.qualifies(tokens, name);
        if (needsAlias) {
            pieces.add(alias(name, tokens.get(i).start()));
        }
        return new Replacement(pieces, close + 1);
    }
}
