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

    private final SqlCursor cursor;
    private final Problems problems;

    private FunctionReader(SourceText source, Problems problems) {
        this.cursor = new SqlCursor(source);
        this.problems = problems;
    }

    /** The definitions of a file that can be read; what is wrong with the others goes to the problems. */
    static List<FunctionDefinition> read(SourceText source, Problems problems) {
        return new FunctionReader(source, problems).readAll();
    }

    private List<FunctionDefinition> readAll() {
        List<FunctionDefinition> definitions = new ArrayList<>();
        while (!cursor.atEnd()) {
            int from = cursor.at();
            SqlToken first = cursor.token(from);
            try {
                if (cursor.declares("define")) {
                    cursor.moveTo(from + 3);
                    definitions.add(definition(cursor.place(first)));
                } else if (cursor.declares("test") || cursor.declares("check")) {
                    // What they say is read by AssertionReader.
                    cursor.moveTo(from + 3);
                    cursor.skipTo("define", "test", "check");
                } else if (first.isSymbol(';')) {
                    cursor.moveTo(from + 1);
                } else {
                    throw cursor.unexpected(first, "'smelt.define'");
                }
            } catch (SqlCursor.Malformed e) {
                problems.error(Problems.FUNCTION, e.place(), e.getMessage() + ".", FORM);
                cursor.moveTo(Math.max(cursor.at(), from + 1));
                cursor.skipBlindlyTo("define");
            }
        }
        return definitions;
    }

    private FunctionDefinition definition(Place begin) throws SqlCursor.Malformed {
        SqlToken name = cursor.nextName("the function's name");
        int open = cursor.expectSymbol('(');
        int close = cursor.closing(open);
        List<Parameter> parameters = parameters(name.text(), open + 1, close);
        cursor.moveTo(close + 1);
        Optional<String> returns = returnKind();
        cursor.expectWord("as");
        int bodyOpen = cursor.expectSymbol('(');
        int bodyClose = cursor.closing(bodyOpen);
        cursor.moveTo(bodyClose + 1);
        if (bodyClose == bodyOpen + 1) {
            throw cursor.malformed(cursor.token(bodyOpen), "The body of '" + name.text() + "' is empty");
        }
        boolean tableValued = tableValued(name, returns, cursor.token(bodyOpen + 1));
        return new FunctionDefinition(
                name.text(), List.copyOf(parameters), tableValued, cursor.between(bodyOpen, bodyClose), begin);
    }

    private boolean tableValued(SqlToken name, Optional<String> returns, SqlToken bodyStart)
            throws SqlCursor.Malformed {
        boolean query = bodyStart.kind() == SqlToken.Kind.WORD
                && QUERY_STARTS.contains(bodyStart.text().toLowerCase(Locale.ROOT));
        if (returns.isEmpty()) {
            return query;
        }
        boolean table = SqlToken.of(returns.get()).get(0).isWord("table");
        if (query && !table) {
            throw cursor.malformed(
                    bodyStart,
                    "'" + name.text() + "' says that it returns " + returns.get() + ", but its body is a query:"
                            + " write '-> Table', or put a query for one value in its own parentheses");
        }
        return table;
    }

    private Optional<String> returnKind() throws SqlCursor.Malformed {
        int dash = cursor.at();
        int last = cursor.size() - 1;
        boolean arrow = dash < last
                && cursor.token(dash).isSymbol('-')
                && cursor.token(dash + 1).isSymbol('>')
                && cursor.token(dash).end() == cursor.token(dash + 1).start();
        if (!arrow) {
            return Optional.empty();
        }
        int from = dash + 2;
        int index = from;
        while (index <= last && !cursor.token(index).isWord("as")) {
            index = SqlCursor.isOpening(cursor.token(index)) ? cursor.closing(index) + 1 : index + 1;
        }
        if (index == from || index > last) {
            throw cursor.malformed(cursor.token(from - 1), "Expected a kind and AS after '->'");
        }
        cursor.moveTo(index);
        return Optional.of(cursor.raw(from, index));
    }

    private List<Parameter> parameters(String function, int from, int to) throws SqlCursor.Malformed {
        List<Parameter> parameters = new ArrayList<>();
        Set<String> names = new HashSet<>();
        int start = from;
        while (start < to) {
            int end = cursor.find(',', start, to);
            Parameter parameter = parameter(start, end);
            if (!names.add(parameter.name().toLowerCase(Locale.ROOT))) {
                throw cursor.malformed(
                        cursor.token(start), "'" + function + "' has two parameters named '" + parameter.name() + "'");
            }
            parameters.add(parameter);
            start = end + 1;
            if (end < to && start == to) {
                throw cursor.malformed(cursor.token(end), "A parameter is missing after this comma");
            }
        }
        return parameters;
    }

    private Parameter parameter(int from, int to) throws SqlCursor.Malformed {
        SqlToken name = cursor.token(from);
        if (from == to || name.kind() != SqlToken.Kind.WORD) {
            throw cursor.unexpected(name, "a parameter's name");
        }
        int kindEnd = cursor.find('=', from, to);
        if (from + 2 >= kindEnd || !cursor.token(from + 1).isSymbol(':')) {
            throw cursor.malformed(
                    name, "The parameter '" + name.text() + "' has no kind, as in '" + name.text() + ": Integer'");
        }
        Optional<SourceText> defaultValue = Optional.empty();
        if (kindEnd < to) {
            if (kindEnd + 1 == to) {
                throw cursor.malformed(
                        cursor.token(kindEnd), "The default of '" + name.text() + "' is missing after '='");
            }
            defaultValue = Optional.of(cursor.part(kindEnd + 1, to));
        }
        return new Parameter(name.text(), cursor.raw(from + 2, kindEnd), defaultValue);
    }
}
