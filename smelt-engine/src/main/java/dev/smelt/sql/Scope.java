package dev.smelt.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What is known where a text is expanded.
 *
 * @param expansion the function call whose body the text is
 * @param arguments the values of that function's parameters, by name in lower case
 * @param body what that function's body defines itself
 * @param open the functions and models that are being expanded, outermost first, as the user names them
 */
record Scope(
        Optional<ExpandedSql.Expansion> expansion,
        Map<String, Argument> arguments,
        Optional<BodyNames> body,
        List<String> open) {
    Scope {
        arguments = Map.copyOf(arguments);
        open = List.copyOf(open);
    }

    static Scope root() {
        return new Scope(Optional.empty(), Map.of(), Optional.empty(), List.of());
    }

    /** Inside a model that is expanded in place: no parameters are seen there. */
    Scope inModel(String name) {
        return new Scope(expansion, Map.of(), Optional.empty(), with(name));
    }

    Scope inFunction(ExpandedSql.Expansion call, Map<String, Argument> values, BodyNames names, String name) {
        return new Scope(Optional.of(call), values, Optional.of(names), with(name));
    }

    Optional<Argument> argument(String name) {
        return Optional.ofNullable(arguments.get(name.toLowerCase(Locale.ROOT)));
    }

    /** {@code a -> b -> a} where expanding the name now would never end. */
    Optional<String> cycle(String name) {
        int first = open.indexOf(name);
        return first < 0
                ? Optional.empty()
                : Optional.of(String.join(" -> ", open.subList(first, open.size())) + " -> " + name);
    }

    private List<String> with(String name) {
        List<String> longer = new ArrayList<>(open);
        longer.add(name);
        return longer;
    }

    /**
     * The value of a parameter.
     *
     * @param parameter the parameter's name as defined
     * @param table whether it is a table
     * @param pieces the value, already expanded
     */
    record Argument(String parameter, boolean table, List<Piece> pieces) {
        Argument {
            pieces = List.copyOf(pieces);
        }

        String text() {
            return Piece.text(pieces);
        }
    }
}
