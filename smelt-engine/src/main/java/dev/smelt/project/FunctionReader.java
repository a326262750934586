package dev.smelt.project;

import dev.smelt.diagnostics.Place;
import dev.smelt.model.FunctionDefinition;
import dev.smelt.model.FunctionDefinition.Parameter;
import dev.smelt.model.SourceText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads {@code smelt.define name(p: Kind [= default], ...) [-> Kind] AS ( body )}, as often as a file says it. */
final class FunctionReader {
    private static final String FORM =
            "The form is: smelt.define name(parameter: Kind = default, ...) -> Kind AS ( body ).";

    private static final Set<String> QUERY_STARTS = Set.of("select", "with", "from");

    private final SourceText source;
    private final List<SqlToken> tokens;
    private final Problems problems;

    private int at;

    private FunctionReader(SourceText source, Problems problems) {
        this.source = source;
        this.tokens = SqlToken.of(source.text());
        this.problems = problems;
    }

    /** The definitions of a file that can be read; what is wrong with the others goes to the problems. */
    static List<FunctionDefinition> read(SourceText source, Problems problems) {
        return new FunctionReader(source, problems).readAll();
    }

    private List<FunctionDefinition> readAll() {
        List<FunctionDefinition> definitions = new ArrayList<>();
        while (at < tokens.size()) {
            int from = at;
            try {
                if (SqlFileKind.declares(tokens, at, "define")) {
                    at += 3;
                    definitions.add(definition(place(tokens.get(from))));
                } else if (SqlFileKind.declares(tokens, at, "test") || SqlFileKind.declares(tokens, at, "check")) {
                    String word = "smelt." + tokens.get(at + 2).text();
                    problems.notice(place(tokens.get(at)), "'" + word + "' is not run by this version of smelt.");
                    skipTestOrCheck();
                } else if (tokens.get(at).isSymbol(';')) {
                    at++;
                } else {
                    throw malformed(tokens.get(at), "Expected 'smelt.define' here, but found " + shown(tokens.get(at)));
                }
            } catch (Malformed e) {
                problems.error(Problems.FUNCTION, e.place, e.getMessage() + ".", FORM);
                at = Math.max(at, from + 1);
                skipToNextDefinition();
            }
        }
        return definitions;
    }

    /** To the next definition outside brackets, since nothing is known of what a test says. */
    private void skipTestOrCheck() throws Malformed {
        at += 3;
        while (at < tokens.size() && !SqlFileKind.declares(tokens, at, "define")) {
            at = isOpening(tokens.get(at)) ? closing(at) + 1 : at + 1;
        }
    }

    private void skipToNextDefinition() {
        do {
            at++;
        } while (at < tokens.size() && !SqlFileKind.declares(tokens, at, "define"));
    }

    private FunctionDefinition definition(Place begin) throws Malformed {
        SqlToken name = next("the function's name");
        if (name.kind() != SqlToken.Kind.WORD) {
            throw malformed(name, "Expected the function's name here, but found " + shown(name));
        }
        int open = expectSymbol('(');
        int close = closing(open);
        List<Parameter> parameters = parameters(name.text(), open + 1, close);
        at = close + 1;
        Optional<String> returns = returnKind();
        SqlToken as = next("AS");
        if (!as.isWord("as")) {
            throw malformed(as, "Expected AS here, but found " + shown(as));
        }
        int bodyOpen = expectSymbol('(');
        int bodyClose = closing(bodyOpen);
        at = bodyClose + 1;
        if (bodyClose == bodyOpen + 1) {
            throw malformed(tokens.get(bodyOpen), "The body of '" + name.text() + "' is empty");
        }
        SourceText body = FileText.part(
                source, tokens.get(bodyOpen).end(), tokens.get(bodyClose).start());
        boolean tableValued = tableValued(name, returns, tokens.get(bodyOpen + 1));
        return new FunctionDefinition(name.text(), List.copyOf(parameters), tableValued, body, begin);
    }

    private boolean tableValued(SqlToken name, Optional<String> returns, SqlToken bodyStart) throws Malformed {
        boolean query = bodyStart.kind() == SqlToken.Kind.WORD
                && QUERY_STARTS.contains(bodyStart.text().toLowerCase(Locale.ROOT));
        if (returns.isEmpty()) {
            return query;
        }
        boolean table = SqlToken.of(returns.get()).get(0).isWord("table");
        if (query && !table) {
            throw malformed(
                    bodyStart,
                    "'" + name.text() + "' says that it returns " + returns.get() + ", but its body is a query:"
                            + " write '-> Table', or put a query for one value in its own parentheses");
        }
        return table;
    }

    private Optional<String> returnKind() throws Malformed {
        boolean arrow = at + 1 < tokens.size()
                && tokens.get(at).isSymbol('-')
                && tokens.get(at + 1).isSymbol('>')
                && tokens.get(at).end() == tokens.get(at + 1).start();
        if (!arrow) {
            return Optional.empty();
        }
        at += 2;
        int from = at;
        while (at < tokens.size() && !tokens.get(at).isWord("as")) {
            at = isOpening(tokens.get(at)) ? closing(at) + 1 : at + 1;
        }
        if (at == from || at >= tokens.size()) {
            throw malformed(tokens.get(from - 1), "Expected a kind and AS after '->'");
        }
        return Optional.of(raw(from, at));
    }

    private List<Parameter> parameters(String function, int from, int to) throws Malformed {
        List<Parameter> parameters = new ArrayList<>();
        Set<String> names = new HashSet<>();
        int start = from;
        while (start < to) {
            int end = find(',', start, to);
            Parameter parameter = parameter(start, end);
            if (!names.add(parameter.name().toLowerCase(Locale.ROOT))) {
                throw malformed(
                        tokens.get(start), "'" + function + "' has two parameters named '" + parameter.name() + "'");
            }
            parameters.add(parameter);
            start = end + 1;
            if (end < to && start == to) {
                throw malformed(tokens.get(end), "A parameter is missing after this comma");
            }
        }
        return parameters;
    }

    private Parameter parameter(int from, int to) throws Malformed {
        SqlToken name = tokens.get(from);
        if (from == to || name.kind() != SqlToken.Kind.WORD) {
            throw malformed(name, "Expected a parameter's name here, but found " + shown(name));
        }
        int kindEnd = find('=', from, to);
        if (from + 2 >= kindEnd || !tokens.get(from + 1).isSymbol(':')) {
            throw malformed(
                    name, "The parameter '" + name.text() + "' has no kind, as in '" + name.text() + ": Integer'");
        }
        Optional<SourceText> defaultValue = Optional.empty();
        if (kindEnd < to) {
            if (kindEnd + 1 == to) {
                throw malformed(tokens.get(kindEnd), "The default of '" + name.text() + "' is missing after '='");
            }
            defaultValue = Optional.of(FileText.part(
                    source, tokens.get(kindEnd + 1).start(), tokens.get(to - 1).end()));
        }
        return new Parameter(name.text(), raw(from + 2, kindEnd), defaultValue);
    }

    /** The index of the symbol outside brackets, or the end of the range. */
    private int find(char symbol, int from, int to) throws Malformed {
        int index = from;
        while (index < to && !tokens.get(index).isSymbol(symbol)) {
            index = isOpening(tokens.get(index)) ? closing(index) + 1 : index + 1;
        }
        return Math.min(index, to);
    }

    private int closing(int open) throws Malformed {
        int depth = 0;
        for (int i = open; i < tokens.size(); i++) {
            SqlToken token = tokens.get(i);
            if (token.kind() == SqlToken.Kind.UNCLOSED) {
                throw malformed(token, "What begins here with " + token.text().substring(0, 1) + " is not closed");
            }
            if (isOpening(token)) {
                depth++;
            } else if (token.isSymbol(')') || token.isSymbol(']') || token.isSymbol('}')) {
                depth--;
                if (depth == 0) {
                    return i;
                }
            }
        }
        throw malformed(tokens.get(open), "The '" + tokens.get(open).text() + "' here is not closed");
    }

    private static boolean isOpening(SqlToken token) {
        return token.isSymbol('(') || token.isSymbol('[') || token.isSymbol('{');
    }

    private SqlToken next(String expected) throws Malformed {
        if (at >= tokens.size()) {
            throw malformed(tokens.get(tokens.size() - 1), "Expected " + expected + " after this, but the file ends");
        }
        return tokens.get(at++);
    }

    private int expectSymbol(char symbol) throws Malformed {
        SqlToken token = next("'" + symbol + "'");
        if (!token.isSymbol(symbol)) {
            throw malformed(token, "Expected '" + symbol + "' here, but found " + shown(token));
        }
        return at - 1;
    }

    private String raw(int from, int to) {
        return source.text()
                .substring(tokens.get(from).start(), tokens.get(to - 1).end());
    }

    private Place place(SqlToken token) {
        return source.place(token.start());
    }

    private Malformed malformed(SqlToken token, String message) {
        return new Malformed(place(token), message);
    }

    private static String shown(SqlToken token) {
        return "'" + token.text().lines().findFirst().orElse("") + "'";
    }

    /** Ends the reading of one definition. */
    private static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Place place;

        Malformed(Place place, String message) {
            super(message);
            this.place = place;
        }
    }
}
