package dev.smelt.sql;

import dev.smelt.diagnostics.NearNames;
import dev.smelt.model.FunctionDefinition;
import dev.smelt.model.FunctionDefinition.Parameter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** One call of a function: its arguments matched with the parameters, its body expanded with them. */
final class FunctionCall {
    private final TextExpander caller;
    private final Tokens tokens;
    private final FunctionDefinition function;
    private final String name;
    private final int at;
    private final int open;
    private final int close;
    private boolean refused;

    FunctionCall(TextExpander caller, FunctionDefinition function, int at, int open, int close) {
        this.caller = caller;
        this.tokens = caller.tokens();
        this.function = function;
        this.name = "smelt.functions." + function.name();
        this.at = at;
        this.open = open;
        this.close = close;
    }

    /** An argument as written. @param name where it is named @param from its first token @param to after its last one */
    private record Written(Optional<String> name, int from, int to) {}

    /** The body in brackets, or nothing where the call was refused. */
    List<Piece> pieces() {
        Optional<String> cycle = caller.scope().cycle(name);
        if (cycle.isPresent()) {
            refuse(
                    "SMELT-S006",
                    at,
                    "These functions call each other without end: " + cycle.get() + ".",
                    "Break the cycle.");
            return new ArrayList<>();
        }
        Tokens body = Tokens.of(function.body().text());
        BodyNames names = BodyNames.of(
                body,
                function.tableValued(),
                function.parameters().stream()
                        .map(parameter -> parameter.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.toSet()));
        refuseShadowedParameters(names);
        Optional<ExpandedSql.Expansion> expansion =
                caller.run().call(function.name(), caller.scope(), caller.place(at));
        if (refused || expansion.isEmpty()) {
            return new ArrayList<>();
        }
        Map<String, Scope.Argument> arguments = arguments(expansion.get(), names);
        if (refused) {
            return new ArrayList<>();
        }
        Scope inside = caller.scope().inFunction(expansion.get(), arguments, names, name);
        List<Piece> pieces = new ArrayList<>();
        pieces.add(ours("(", inside));
        pieces.addAll(caller.run().inner(function.body(), inside));
        pieces.add(ours(")", inside));
        return pieces;
    }

    /** Our bracket stands for the body's beginning, so that it belongs to the call and has a place in the body. */
    private Piece ours(String text, Scope inside) {
        return Piece.ours(text, function.body(), 0, inside);
    }

    private void refuseShadowedParameters(BodyNames names) {
        for (Parameter parameter : function.parameters()) {
            String lower = parameter.name().toLowerCase(Locale.ROOT);
            if (names.ctes().contains(lower) || names.lambdas().contains(lower)) {
                caller.run()
                        .problem(
                                "SMELT-S007",
                                function.place(),
                                "The body of " + name + " defines a name of its own that is also its parameter '"
                                        + parameter.name() + "'.",
                                "Rename one of the two.");
                refused = true;
            }
        }
    }

    private Map<String, Scope.Argument> arguments(ExpandedSql.Expansion expansion, BodyNames names) {
        Map<String, Scope.Argument> arguments = new HashMap<>();
        int position = 0;
        boolean named = false;
        for (Written written : written()) {
            named |= written.name().isPresent();
            if (named && written.name().isEmpty()) {
                refuse(
                        "SMELT-S005",
                        written.from(),
                        "A positional argument follows a named one.",
                        "Name this one too.");
                return arguments;
            }
            Optional<Parameter> parameter = written.name().isPresent()
                    ? parameter(written.name().get())
                    : position < function.parameters().size()
                            ? Optional.of(function.parameters().get(position))
                            : Optional.empty();
            position++;
            if (parameter.isEmpty()) {
                refuseUnknown(written);
            } else if (arguments.containsKey(parameter.get().name().toLowerCase(Locale.ROOT))) {
                refuse(
                        "SMELT-S005",
                        written.from(),
                        "The parameter '" + parameter.get().name() + "' of " + name + " is given twice.",
                        "Give it once.");
            } else {
                put(arguments, parameter.get(), value(parameter.get(), written));
            }
        }
        addDefaults(arguments, expansion, names);
        return arguments;
    }

    private void refuseUnknown(Written written) {
        List<String> known = function.parameters().stream().map(Parameter::name).toList();
        String message = written.name()
                .map(given -> name + " has no parameter '" + given + "'." + NearNames.didYouMean(given, known))
                .orElse(name + " takes " + known.size() + (known.size() == 1 ? " argument" : " arguments")
                        + ", but more are given.");
        String cure = known.isEmpty() ? "It takes none." : "Its parameters are: " + String.join(", ", known) + ".";
        refuse("SMELT-S005", written.from(), message, cure);
    }

    private void addDefaults(Map<String, Scope.Argument> arguments, ExpandedSql.Expansion expansion, BodyNames names) {
        Scope alone = caller.scope().inFunction(expansion, Map.of(), names, name);
        for (Parameter parameter : function.parameters()) {
            if (arguments.containsKey(parameter.name().toLowerCase(Locale.ROOT))) {
                continue;
            }
            if (parameter.defaultValue().isEmpty()) {
                refuse(
                        "SMELT-S005",
                        at,
                        "The parameter '" + parameter.name() + "' of " + name + " is not given and has no default.",
                        "Give it.");
            } else {
                put(
                        arguments,
                        parameter,
                        caller.run().inner(parameter.defaultValue().get(), alone));
            }
        }
    }

    private static void put(Map<String, Scope.Argument> arguments, Parameter parameter, List<Piece> value) {
        arguments.put(
                parameter.name().toLowerCase(Locale.ROOT),
                new Scope.Argument(parameter.name(), parameter.isTable(), value));
    }

    /** The value of an argument, expanded where it was written. */
    private List<Piece> value(Parameter parameter, Written written) {
        Span span = new Span(
                tokens.get(written.from()).start(), tokens.get(written.to() - 1).end());
        if (!parameter.isTable()) {
            return caller.expand(span, true);
        }
        boolean query = List.of("select", "with", "from", "values").stream()
                .anyMatch(word -> tokens.isWord(written.from(), word));
        boolean bracketed = tokens.isSymbol(written.from(), "(")
                && tokens.closing(written.from()).orElse(-1) == written.to() - 1;
        boolean call = tokens.isSymbol(written.to() - 1, ")") && tokens.isWord(written.from(), "smelt");
        boolean path = true;
        for (int i = written.from(); i < written.to(); i++) {
            boolean even = (i - written.from()) % 2 == 0;
            path &= even ? tokens.isName(i) : tokens.isSymbol(i, ".");
        }
        if (!query && !bracketed && !call && !path) {
            refuse(
                    "SMELT-S005",
                    written.from(),
                    "The parameter '" + parameter.name() + "' of " + name + " is a table.",
                    "Give a model, a source or a query in brackets.");
            return List.of();
        }
        List<Piece> value = new ArrayList<>(caller.expand(span, query || bracketed));
        if (query) {
            value.add(0, Piece.ours("(", caller.source(), span.start(), caller.scope()));
            value.add(Piece.ours(")", caller.source(), span.start(), caller.scope()));
        }
        return value;
    }

    private Optional<Parameter> parameter(String given) {
        return function.parameters().stream()
                .filter(parameter -> parameter.name().equalsIgnoreCase(given))
                .findFirst();
    }

    private List<Written> written() {
        List<Written> written = new ArrayList<>();
        int from = open + 1;
        int depth = 0;
        for (int i = open + 1; i <= close; i++) {
            boolean end = i == close || (depth == 0 && tokens.isSymbol(i, ","));
            if (end && i > from) {
                boolean named =
                        tokens.isName(from) && (tokens.isSymbol(from + 1, "=>") || tokens.isSymbol(from + 1, ":="));
                if (named && from + 2 >= i) {
                    refuse("SMELT-S005", from, "This argument has no value.", "Write one after the arrow.");
                } else {
                    written.add(new Written(
                            named ? Optional.of(tokens.name(from)) : Optional.empty(), named ? from + 2 : from, i));
                }
            } else if (end && (i < close || !written.isEmpty())) {
                refuse("SMELT-S005", i, "An argument is missing before this.", "Write it, or remove the comma.");
            }
            from = end ? i + 1 : from;
            depth += isAny(i, "(", "[", "{") ? 1 : isAny(i, ")", "]", "}") ? -1 : 0;
        }
        return written;
    }

    private boolean isAny(int i, String... symbols) {
        return List.of(symbols).stream().anyMatch(symbol -> tokens.isSymbol(i, symbol));
    }

    private void refuse(String code, int token, String message, String cure) {
        caller.run().problem(code, caller.place(token), message, cure);
        refused = true;
    }
}
