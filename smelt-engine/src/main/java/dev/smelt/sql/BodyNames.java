package dev.smelt.sql;

import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The names that a function's body defines itself, in lower case; an argument that uses one of them would mean another
 * thing inside the body than at the call. Some column aliases are counted as table aliases: one refusal too many is
 * harmless, one too few is not.
 *
 * @param ctes names of WITH queries
 * @param aliases names of FROM items
 * @param lambdas parameters of lambdas
 * @param query whether the body is a query rather than an expression
 */
record BodyNames(Set<String> ctes, Set<String> aliases, Set<String> lambdas, boolean query) {
    /** @param parameters the function's own, in lower case: a caller may count on their names */
    static BodyNames of(Tokens body, boolean query, Set<String> parameters) {
        Set<String> ctes = new HashSet<>();
        Set<String> aliases = tables(body);
        Set<String> lambdas = new HashSet<>();
        for (int i = 0; i < body.size(); i++) {
            if (!body.isName(i)) {
                continue;
            }
            if (isCte(body, i)) {
                ctes.add(lower(body, i));
            } else if (body.isWord(i - 1, "as") || SqlWords.isImplicitAlias(body, i)) {
                aliases.add(lower(body, i));
            }
            if (body.isWord(i, "lambda")) {
                addUntilColon(body, i + 1, lambdas);
            } else if (isArrow(body, i + 1)) {
                lambdas.add(lower(body, i));
            }
        }
        for (int i = 0; i < body.size(); i++) {
            if (body.isSymbol(i, "(") && isArrow(body, body.closing(i).orElse(body.size()) + 1)) {
                for (int j = i + 1; j < body.closing(i).orElse(i); j++) {
                    if (body.isName(j)) {
                        lambdas.add(lower(body, j));
                    }
                }
            }
        }
        aliases.removeAll(parameters);
        return new BodyNames(Set.copyOf(ctes), Set.copyOf(aliases), Set.copyOf(lambdas), query);
    }

    /** The last part of each table's name, by which its columns may be named. */
    private static Set<String> tables(Tokens body) {
        Set<String> tables = new HashSet<>();
        ClauseTracker clauses = new ClauseTracker(body);
        for (int i = 0; i < body.size(); i++) {
            int last = i;
            while (body.isSymbol(last + 1, ".") && body.isName(last + 2)) {
                last += 2;
            }
            if (clauses.isTablePosition(i) && body.isName(i) && !SqlWords.isKeyword(body.textAt(i))) {
                tables.add(lower(body, last));
            }
            clauses.pass(i);
        }
        return tables;
    }

    private static boolean isCte(Tokens body, int i) {
        boolean begins = body.isWord(i - 1, "with") || body.isWord(i - 1, "recursive") || body.isSymbol(i - 1, ",");
        int after = body.isSymbol(i + 1, "(") ? body.closing(i + 1).orElse(body.size()) + 1 : i + 1;
        if (!begins || !body.isWord(after, "as")) {
            return false;
        }
        int open = after + 1;
        open += body.isWord(open, "not") ? 1 : 0;
        open += body.isWord(open, "materialized") ? 1 : 0;
        return body.isSymbol(open, "(");
    }

    /** An arrow that is not a step of a JSON path. */
    private static boolean isArrow(Tokens body, int i) {
        boolean path = i + 1 < body.size()
                && (body.get(i + 1).kind() == Token.Kind.STRING
                        || body.get(i + 1).kind() == Token.Kind.NUMBER);
        return body.isSymbol(i, "->") && !path;
    }

    private static void addUntilColon(Tokens body, int from, Set<String> names) {
        for (int i = from; i < body.size() && !body.isSymbol(i, ":"); i++) {
            if (body.isName(i)) {
                names.add(lower(body, i));
            }
        }
    }

    private static String lower(Tokens tokens, int i) {
        return tokens.name(i).toLowerCase(Locale.ROOT);
    }

    /**
     * The first name in an argument that the body would capture.
     *
     * @param inSubquery whether the argument would stand in a subquery of an expression
     */
    Optional<String> captured(Scope.Argument argument, boolean inSubquery) {
        Tokens text = Tokens.of(argument.text());
        for (int i = 0; i < text.size(); i++) {
            if (!text.isName(i) || text.isSymbol(i - 1, ".") || text.isSymbol(i + 1, "(")) {
                continue;
            }
            String name = lower(text, i);
            boolean qualifier = text.isSymbol(i + 1, ".");
            boolean caught = qualifier
                    ? aliases.contains(name) || ctes.contains(name)
                    : lambdas.contains(name) || (argument.table() && ctes.contains(name));
            boolean column = !qualifier && !query && inSubquery && !SqlWords.isKeyword(name);
            if (caught || column) {
                return Optional.of(text.name(i));
            }
        }
        return Optional.empty();
    }
}
