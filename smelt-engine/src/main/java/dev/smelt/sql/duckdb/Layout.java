package dev.smelt.sql.duckdb;

import dev.smelt.sql.Span;
import dev.smelt.sql.Token;
import dev.smelt.sql.Tokens;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Where the queries of a text stand. The engine's tree keeps no place for them, but their structure is known from it, and
 * with it the tokens say the rest: brackets, WITH, set operators and the words that begin clauses.
 */
final class Layout {
    private static final Set<String> SET_OPERATORS = Set.of("union", "except", "intersect");
    private static final Set<String> MODIFIERS = Set.of("order", "limit", "offset", "fetch");
    private static final Set<String> CLAUSES = Set.of(
            "from", "where", "group", "having", "window", "qualify", "using", "order", "limit", "offset", "fetch");

    private final Tokens tokens;

    Layout(Tokens tokens) {
        this.tokens = tokens;
    }

    Region whole() {
        return new Region(0, tokens.size());
    }

    /** Where the region stands, or the other place where it is empty. */
    Span span(Region region, Span otherwise) {
        return region.isEmpty() || region.to() > tokens.size()
                ? otherwise
                : new Span(
                        tokens.get(region.from()).start(),
                        tokens.get(region.to() - 1).end());
    }

    Region of(Span span) {
        int to = tokens.indexFrom(span.end());
        return new Region(tokens.indexFrom(span.start()), to);
    }

    /** What lies in the first brackets that open at or after the token, if that is before the limit. */
    Optional<Region> brackets(int from, int limit) {
        for (int i = from; i < Math.min(limit, tokens.size()); i++) {
            if (tokens.isSymbol(i, "(")) {
                int open = i;
                return tokens.closing(i).map(close -> new Region(open + 1, close));
            }
        }
        return Optional.empty();
    }

    /** The region without brackets around all of it. */
    Region bare(Region region) {
        Region inner = region;
        while (tokens.isSymbol(inner.from(), "(")
                && tokens.closing(inner.from()).orElse(-1) == inner.to() - 1) {
            inner = new Region(inner.from() + 1, inner.to() - 1);
        }
        return inner;
    }

    /** The region without brackets, and without the ORDER BY and LIMIT after them. */
    Region body(Region region) {
        Region inner = bare(region);
        while (tokens.isSymbol(inner.from(), "(")) {
            int close = tokens.closing(inner.from()).orElse(inner.to());
            boolean modified = close + 1 < inner.to() && isAny(close + 1, MODIFIERS);
            if (!modified) {
                return inner;
            }
            inner = bare(new Region(inner.from(), close + 1));
        }
        return inner;
    }

    /** A query after its WITH clause. */
    record WithClause(boolean recursive, Map<String, Cte> ctes, Region body) {}

    /** One named query: from its name to its closing bracket, and what lies between the brackets. */
    record Cte(Region whole, Region query) {}

    /** The WITH clause that begins the region; none where it begins with something else. */
    Optional<WithClause> with(Region region) {
        int i = region.from();
        if (!tokens.isWord(i, "with")) {
            return Optional.empty();
        }
        i++;
        boolean recursive = tokens.isWord(i, "recursive") && !tokens.isWord(i + 1, "as");
        i += recursive ? 1 : 0;
        Map<String, Cte> ctes = new LinkedHashMap<>();
        while (i < region.to() && tokens.isName(i)) {
            String name = tokens.name(i).toLowerCase(Locale.ROOT);
            int open = i + 1;
            while (open < region.to() && !(tokens.isSymbol(open, "(") && introducesQuery(open - 1))) {
                open = tokens.isSymbol(open, "(") ? tokens.closing(open).orElse(region.to()) + 1 : open + 1;
            }
            int close = open < region.to() ? tokens.closing(open).orElse(region.to() - 1) : region.to() - 1;
            ctes.putIfAbsent(name, new Cte(new Region(i, close + 1), new Region(open + 1, close)));
            i = close + 1;
            if (!tokens.isSymbol(i, ",")) {
                break;
            }
            i++;
        }
        return Optional.of(new WithClause(recursive, ctes, new Region(Math.min(i, region.to()), region.to())));
    }

    private boolean introducesQuery(int before) {
        return tokens.isWord(before, "as") || tokens.isWord(before, "materialized");
    }

    /**
     * The two arms of a set operation. Of operators of one rank the last one is the outermost; INTERSECT binds tighter
     * than the others.
     */
    Optional<List<Region>> arms(Region region, boolean intersect) {
        int last = -1;
        int end = region.to();
        for (int i : top(region)) {
            boolean operator = isAny(i, SET_OPERATORS) && !tokens.isSymbol(i - 1, ".");
            if (operator && tokens.isWord(i, "intersect") == intersect) {
                last = i;
                end = region.to();
            } else if (last >= 0 && end == region.to() && isAny(i, MODIFIERS)) {
                end = i;
            }
        }
        if (last < 0) {
            return Optional.empty();
        }
        int right = last + 1;
        while (isAny(right, Set.of("all", "distinct", "by", "name"))) {
            right++;
        }
        return Optional.of(List.of(new Region(region.from(), last), new Region(right, end)));
    }

    /** The first token of that word outside of inner brackets; of a clause's word in its clause's place. */
    OptionalInt clause(Region region, String word) {
        return top(region).stream()
                .filter(i -> tokens.isWord(i, word) && isClause(i))
                .mapToInt(Integer::intValue)
                .findFirst();
    }

    /** The clause that the word begins, up to the next clause. */
    Optional<Region> clauseRegion(Region region, String word) {
        OptionalInt start = clause(region, word);
        if (start.isEmpty()) {
            return Optional.empty();
        }
        int end = region.to();
        for (int i : top(region)) {
            if (i > start.getAsInt() && isAny(i, CLAUSES) && isClause(i)) {
                end = i;
                break;
            }
        }
        return Optional.of(new Region(start.getAsInt(), end));
    }

    /** The items of the select list, one region each, in their order. */
    List<Region> items(Region region) {
        OptionalInt select = clause(region, "select");
        if (select.isEmpty()) {
            return List.of();
        }
        int from = select.getAsInt() + 1;
        if (tokens.isWord(from, "distinct") || tokens.isWord(from, "all")) {
            from++;
            if (tokens.isWord(from, "on") && tokens.isSymbol(from + 1, "(")) {
                from = tokens.closing(from + 1).orElse(from) + 1;
            }
        }
        List<Region> items = new ArrayList<>();
        int start = from;
        int end = region.to();
        for (int i : top(new Region(from, region.to()))) {
            if (isAny(i, CLAUSES) && isClause(i)) {
                end = i;
                break;
            }
            if (tokens.isSymbol(i, ",")) {
                items.add(new Region(start, i));
                start = i + 1;
            }
        }
        if (start < end) {
            items.add(new Region(start, end));
        }
        return List.copyOf(items);
    }

    /** The numbers of the tokens outside of inner brackets; brackets themselves too. */
    private List<Integer> top(Region region) {
        List<Integer> top = new ArrayList<>();
        int depth = 0;
        for (int i = region.from(); i < Math.min(region.to(), tokens.size()); i++) {
            boolean symbol = tokens.get(i).kind() == Token.Kind.SYMBOL;
            String text = symbol ? tokens.textAt(i) : "";
            boolean opens = symbol && (text.equals("(") || text.equals("[") || text.equals("{"));
            boolean closes = symbol && (text.equals(")") || text.equals("]") || text.equals("}"));
            depth -= closes ? 1 : 0;
            if (depth == 0) {
                top.add(i);
            }
            depth += opens ? 1 : 0;
        }
        return top;
    }

    /** {@code IS DISTINCT FROM} begins no clause, nor does a name after a dot or an alias. */
    private boolean isClause(int i) {
        boolean distinctFrom =
                tokens.isWord(i, "from") && tokens.isWord(i - 1, "distinct") && !tokens.isWord(i - 2, "select");
        boolean named = tokens.isSymbol(i - 1, ".") || tokens.isWord(i - 1, "as") || tokens.isSymbol(i + 1, ".");
        boolean clause = switch (tokens.textAt(i).toLowerCase(Locale.ROOT)) {
            case "using" -> tokens.isWord(i + 1, "sample");
            case "group", "order" -> tokens.isWord(i + 1, "by");
            default -> true;
        };
        return !distinctFrom && !named && clause;
    }

    private boolean isAny(int i, Set<String> words) {
        return i < tokens.size()
                && tokens.get(i).kind() == Token.Kind.WORD
                && words.contains(tokens.textAt(i).toLowerCase(Locale.ROOT));
    }

    /** The span with the brackets directly around it. */
    Span withBrackets(Span span) {
        int before = tokens.indexFrom(span.start()) - 1;
        int after = tokens.indexFrom(span.end());
        Span outer = span;
        while (tokens.isSymbol(before, "(")
                && tokens.isSymbol(after, ")")
                && tokens.closing(before).orElse(-1) == after) {
            outer = new Span(tokens.get(before).start(), tokens.get(after).end());
            before--;
            after++;
        }
        return outer;
    }
}
