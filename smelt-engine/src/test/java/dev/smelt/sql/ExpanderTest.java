package dev.smelt.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Place;
import dev.smelt.model.Address;
import dev.smelt.model.FunctionDefinition;
import dev.smelt.model.FunctionDefinition.Parameter;
import dev.smelt.model.SourceText;
import dev.smelt.model.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpanderTest {
    private final SortedMap<Address, TableName> tables = new TreeMap<>();
    private final SortedMap<Address, SourceText> inlined = new TreeMap<>();
    private final SortedMap<String, FunctionDefinition> functions = new TreeMap<>();

    ExpanderTest() {
        table("silver.events_parsed", "main", "silver_events_parsed");
        table("silver.sessions", "main", "silver_sessions");
        table("sources.raw.events", "raw", "events");
        table("silver.recent", "main", "silver_recent");
        inlined.put(
                new Address("silver.recent"),
                SourceText.whole("models/silver/recent.sql", "SELECT * FROM smelt.silver.sessions -- all of it\n;\n"));
        function("double", "x * 2", false, parameter("x", "Integer"));
        function("plus", "a + b", false, parameter("a", "Integer"), parameter("b", "Integer", "1"));
        function(
                "sessionize",
                "SELECT *, lag(events.ts) OVER (PARTITION BY key ORDER BY events.ts "
                        + "RANGE BETWEEN gap PRECEDING AND CURRENT ROW) AS previous FROM events",
                true,
                parameter("events", "Table"),
                parameter("key", "Column"),
                parameter("gap", "Interval", "INTERVAL '2 days'"));
    }

    private void table(String address, String schema, String name) {
        tables.put(new Address(address), new TableName(schema, name));
    }

    private void function(String name, String body, boolean tableValued, Parameter... parameters) {
        String file = "functions/" + name + ".sql";
        SourceText text = new SourceText(file, body, 20, 2, 5);
        functions.put(
                name, new FunctionDefinition(name, List.of(parameters), tableValued, text, new Place(file, 1, 1)));
    }

    private static Parameter parameter(String name, String kind) {
        return new Parameter(name, kind, Optional.empty());
    }

    private static Parameter parameter(String name, String kind, String value) {
        return new Parameter(name, kind, Optional.of(SourceText.whole("functions/defaults.sql", value)));
    }

    private Expander.Outcome expand(String sql) {
        return Expander.expand(SourceText.whole("models/m.sql", sql), new Namespace(tables, inlined, functions));
    }

    private ExpandedSql expanded(String sql) {
        ExpandedSql expanded = expand(sql).orThrow();
        assertThat(covered(expanded))
                .as("segments cover the text")
                .isEqualTo(expanded.text().length());
        expanded.references()
                .forEach(reference -> assertThat(expanded.text()
                                .substring(
                                        reference.span().start(),
                                        reference.span().end()))
                        .isEqualTo(reference.table().sql()));
        return expanded;
    }

    private static int covered(ExpandedSql sql) {
        int at = 0;
        for (ExpandedSql.Segment segment : sql.segments()) {
            assertThat(segment.span().start()).isEqualTo(at);
            at = segment.span().end();
        }
        return at;
    }

    private String text(String sql) {
        return expanded(sql).text();
    }

    private String refused(String sql) {
        Expander.Outcome outcome = expand(sql);
        assertThat(outcome).isInstanceOf(Expander.Refused.class);
        return String.join(
                "\n",
                ((Expander.Refused) outcome)
                        .reasons().stream().map(Diagnostic::render).toList());
    }

    @Test
    void aReferenceBecomesItsTable() {
        ExpandedSql sql = expanded("SELECT * FROM smelt.silver.sessions s JOIN smelt.sources.raw.events USING (id)");

        assertThat(sql.text()).isEqualTo("SELECT * FROM main.silver_sessions s JOIN raw.events USING (id)");
        assertThat(sql.references())
                .extracting(Reference::target)
                .map(Address::path)
                .containsExactly("silver.sessions", "sources.raw.events");
        assertThat(sql.references()).extracting(Reference::index).containsExactly(0, 1);
    }

    @Test
    void theKeywordHasNoCaseAndPartsMayBeQuotedOrSpread() {
        assertThat(text("SELECT * FROM SMELT . silver.\"sessions\" x"))
                .isEqualTo("SELECT * FROM main.silver_sessions x");
    }

    @Test
    void everythingElseStaysByteForByte() {
        String sql =
                "SELECT 'smelt.silver.sessions', \"smelt.silver.sessions\", x.smelt.silver, E'\\'smelt.a', $q$smelt.b$q$\r\n"
                        + "\t-- smelt.silver.sessions 🎉\r\n/* smelt.x /* smelt.y */ */ FROM t";

        assertThat(text(sql)).isEqualTo(sql);
    }

    @Test
    void theTextIsTrimmedAndItsSemicolonsGo() {
        assertThat(text("\r\n -- first\n SELECT 1 -- last\n ; ; \n")).isEqualTo("-- first\n SELECT 1 -- last");
        assertThat(text("SELECT 1; -- done")).isEqualTo("SELECT 1");
    }

    @Test
    void aTableGetsTheAliasThatTheTextCountsOn() {
        assertThat(text("SELECT sessions.id FROM smelt.silver.sessions WHERE sessions.id > 1"))
                .isEqualTo("SELECT sessions.id FROM main.silver_sessions AS sessions WHERE sessions.id > 1");
        assertThat(text("SELECT silver_sessions.id FROM smelt.silver.sessions"))
                .isEqualTo("SELECT silver_sessions.id FROM main.silver_sessions");
        assertThat(text("SELECT events.id FROM smelt.sources.raw.events"))
                .isEqualTo("SELECT events.id FROM raw.events");
        assertThat(text("SELECT sessions.id FROM smelt.silver.sessions sessions"))
                .isEqualTo("SELECT sessions.id FROM main.silver_sessions sessions");
    }

    @Test
    void placesAreThoseOfTheFile() {
        String sql = "SELECT a, 🎉x\r\n\tFROM smelt.silver.sessions,\r\n  smelt.silver.events_parsed WHERE zz";
        ExpandedSql expanded = expanded(sql.replace("🎉x", "'🎉' x"));

        assertThat(expanded.place(expanded.references().get(0).span())).hasToString("models/m.sql:2:7");
        assertThat(expanded.place(expanded.references().get(1).span())).hasToString("models/m.sql:3:3");
        assertThat(expanded.place(expanded.text().indexOf("zz"))).hasToString("models/m.sql:3:36");
        assertThat(expanded.place(expanded.references().get(1).span().end() - 1))
                .hasToString("models/m.sql:3:3");
    }

    @Test
    void unknownNamesAreRefusedWithANearOne() {
        assertThat(refused("SELECT *\nFROM smelt.silver.sesions JOIN smelt.gold.x ON true"))
                .isEqualTo("models/m.sql:2:6: There is no model, seed or source smelt.silver.sesions."
                        + " Did you mean 'smelt.silver.sessions'? Correct the name, or add the file that declares it."
                        + " [SMELT-S002]\n"
                        + "models/m.sql:2:32: There is no model, seed or source smelt.gold.x."
                        + " Correct the name, or add the file that declares it. [SMELT-S002]");
    }

    @Test
    void aColumnNamedByAnAddressIsRefused() {
        assertThat(refused("SELECT smelt.silver.sessions.id FROM smelt.silver.sessions"))
                .isEqualTo("models/m.sql:1:8: smelt.silver.sessions.id names a column by the address of its table."
                        + " Give smelt.silver.sessions an alias in FROM and write alias.id. [SMELT-S003]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT 'abc", "SELECT \"abc", "SELECT /* abc", "SELECT /* a /* b */", "SELECT $x$ abc"})
    void whatNeverEndsIsRefused(String sql) {
        assertThat(refused(sql))
                .startsWith("models/m.sql:1:8: What begins here")
                .endsWith("[SMELT-S001]");
    }

    @Test
    void anEphemeralModelIsWrittenOutInPlace() {
        ExpandedSql sql = expanded("SELECT * FROM smelt.silver.recent WHERE x");

        assertThat(sql.text()).isEqualTo("SELECT * FROM (SELECT * FROM main.silver_sessions) AS recent WHERE x");
        assertThat(sql.references())
                .extracting(Reference::target)
                .map(Address::path)
                .containsExactly("silver.sessions");
        assertThat(sql.place(sql.references().get(0).span())).hasToString("models/silver/recent.sql:1:15");
        assertThat(sql.expansionAt(sql.references().get(0).span().start())).isEmpty();
        assertThat(text("SELECT * FROM smelt.silver.recent AS r"))
                .endsWith("(SELECT * FROM main.silver_sessions) AS r");
    }

    @Test
    void ephemeralModelsInACircleAreRefused() {
        table("a", "main", "a");
        table("b", "main", "b");
        inlined.put(new Address("a"), SourceText.whole("models/a.sql", "SELECT * FROM smelt.b"));
        inlined.put(new Address("b"), SourceText.whole("models/b.sql", "SELECT * FROM smelt.a"));

        assertThat(refused("SELECT * FROM smelt.a"))
                .contains("smelt.a -> smelt.b -> smelt.a")
                .contains("models/b.sql:1:15")
                .contains("SMELT-S006");
    }

    @Test
    void aScalarFunctionBecomesItsBodyInBrackets() {
        assertThat(text("SELECT smelt.functions.double(n), smelt.functions.double(n + 1), smelt.functions.double(7)"))
                .isEqualTo("SELECT (n * 2), ((n + 1) * 2), (7 * 2)");
    }

    @Test
    void argumentsMayBeNamedAndDefaultsFillIn() {
        assertThat(text("SELECT smelt.functions.plus(x)")).isEqualTo("SELECT (x + 1)");
        assertThat(text("SELECT smelt.functions.plus(b => 2, a => x)")).isEqualTo("SELECT (x + 2)");
        assertThat(text("SELECT smelt.functions.plus(x, B := -y)")).isEqualTo("SELECT (x + (-y))");
        assertThat(text("SELECT smelt.functions.plus(f(x, y), [1, 2][1])")).isEqualTo("SELECT (f(x, y) + ([1, 2][1]))");
    }

    @Test
    void aTableFunctionBecomesADerivedTable() {
        ExpandedSql sql = expanded("SELECT * FROM smelt.functions.sessionize(smelt.silver.events_parsed, device_id) s");

        assertThat(sql.text())
                .isEqualTo("SELECT * FROM (SELECT *, lag(events.ts) OVER (PARTITION BY device_id ORDER BY events.ts"
                        + " RANGE BETWEEN INTERVAL '2 days' PRECEDING AND CURRENT ROW) AS previous"
                        + " FROM main.silver_events_parsed AS events) s");
        assertThat(sql.references()).hasSize(1);
    }

    @Test
    void theTableOfATableFunctionMayBeAQueryOrAnotherCall() {
        assertThat(text("SELECT * FROM smelt.functions.sessionize("
                        + "events => (SELECT * FROM smelt.silver.sessions WHERE sessions.a), key => k)"))
                .endsWith("FROM (SELECT * FROM main.silver_sessions AS sessions WHERE sessions.a) AS events)");
        assertThat(text("SELECT * FROM smelt.functions.sessionize(SELECT * FROM t -- x\n, key => k)"))
                .endsWith("FROM (SELECT * FROM t) AS events)");
        assertThat(text("WITH e AS (SELECT 1) SELECT * FROM smelt.functions.sessionize(e, k)"))
                .endsWith("FROM e AS events)");
    }

    @Test
    void aTableFunctionGetsItsNameAsAliasWhereTheTextUsesIt() {
        assertThat(text("SELECT sessionize.ts FROM smelt.functions.sessionize(smelt.silver.sessions, k) WHERE true"))
                .contains("AS events) AS sessionize WHERE true");
    }

    @Test
    void substitutionTouchesNothingButTheParameter() {
        function(
                "careful",
                "'x' || \"x y\" || xx || t.x || x.y || x(1) || {x: 1} || f(x := 2) /* x */ || x -- x\n || y AS x, x x",
                false,
                parameter("x", "Text"));

        assertThat(text("SELECT smelt.functions.careful(v)"))
                .isEqualTo(
                        "SELECT ('x' || \"x y\" || xx || t.x || x.y || x(1) || {x: 1} || f(x := 2) /* x */ || v -- x\n"
                                + " || y AS x, v x)");
    }

    @Test
    void columnListsAreNotSubstituted() {
        function(
                "lists",
                "SELECT * EXCLUDE (k) FROM e JOIN u USING (k) WHERE k > 1",
                true,
                parameter("e", "Table"),
                parameter("k", "Column"));

        assertThat(text("SELECT * FROM smelt.functions.lists(smelt.silver.sessions, col)"))
                .isEqualTo("SELECT * FROM (SELECT * EXCLUDE (k) FROM main.silver_sessions AS e JOIN u USING (k)"
                        + " WHERE col > 1)");
    }

    @Test
    void functionsCallFunctions() {
        function("quad", "smelt.functions.double(smelt.functions.double(y))", false, parameter("y", "Integer"));

        assertThat(text("SELECT smelt.functions.quad(a + b)")).isEqualTo("SELECT ((((a + b) * 2) * 2))");
    }

    @Test
    void functionsInACircleAreRefused() {
        function("one", "smelt.functions.two(1)", false, parameter("p", "Integer"));
        function("two", "smelt.functions.one(2)", false, parameter("p", "Integer"));

        assertThat(refused("SELECT smelt.functions.one(0)"))
                .isEqualTo(
                        "functions/two.sql:2:5: These functions call each other without end: "
                                + "smelt.functions.one -> smelt.functions.two -> smelt.functions.one. Break the cycle. [SMELT-S006]");
    }

    @Test
    void argumentsThatDoNotFitAreRefused() {
        assertThat(refused("SELECT smelt.functions.duble(1)"))
                .contains("Did you mean 'double'?")
                .contains("SMELT-S004");
        assertThat(refused("SELECT smelt.functions.double(1, 2)"))
                .contains("models/m.sql:1:34: smelt.functions.double takes 1 argument, but more are given.")
                .contains("SMELT-S005");
        assertThat(refused("SELECT smelt.functions.double()"))
                .contains("The parameter 'x' of smelt.functions.double is not given and has no default.");
        assertThat(refused("SELECT smelt.functions.plus(1, c => 2)")).contains("has no parameter 'c'.");
        assertThat(refused("SELECT smelt.functions.plus(a => 1, 2)"))
                .contains("A positional argument follows a named one.");
        assertThat(refused("SELECT smelt.functions.plus(1, a => 2)")).contains("is given twice");
        assertThat(refused("SELECT smelt.functions.plus(1, , 2)")).contains("An argument is missing");
        assertThat(refused("SELECT smelt.functions.plus(1, b => )")).contains("This argument has no value.");
        assertThat(refused("SELECT * FROM smelt.functions.sessionize(1 + 1, k)"))
                .contains("'events' of")
                .contains("is a table");
        assertThat(refused("SELECT smelt.functions.double")).contains("its arguments in brackets are missing");
    }

    @Test
    void aFunctionWhereItsResultCannotStandIsRefused() {
        assertThat(refused("SELECT smelt.functions.sessionize(smelt.silver.sessions, k)"))
                .contains("SMELT-S008");
        assertThat(refused("SELECT * FROM smelt.functions.double(1)")).contains("SMELT-S008");
    }

    @Test
    void capturedNamesAreRefused() {
        function("each", "list_transform(l, x -> x + n)", false, parameter("l", "List"), parameter("n", "Integer"));
        function("lookup", "(SELECT max(t.v) FROM t WHERE t.k = n)", false, parameter("n", "Integer"));
        function(
                "joined",
                "WITH own AS (SELECT 1 AS k) SELECT * FROM e JOIN own o ON o.k = n",
                true,
                parameter("e", "Table"),
                parameter("n", "Integer"));

        assertThat(refused("SELECT smelt.functions.each(items, x)"))
                .startsWith(
                        "models/m.sql:1:36: 'x' in the argument for 'n' would mean something else inside the function's body")
                .contains("functions/each.sql:2:32")
                .contains("SMELT-S007");
        assertThat(text("SELECT smelt.functions.each(items, y)"))
                .isEqualTo("SELECT (list_transform(items, x -> x + y))");
        assertThat(refused("SELECT smelt.functions.lookup(k) FROM a")).contains("'k' in the argument for 'n'");
        assertThat(refused("SELECT smelt.functions.lookup(t.k) FROM a t WHERE true"))
                .contains("'n'");
        assertThat(text("SELECT smelt.functions.lookup(a.k) FROM a")).contains("t.k = a.k");
        assertThat(refused("SELECT * FROM smelt.functions.joined(own, 1)")).contains("'own' in the argument for 'e'");
        assertThat(refused("SELECT * FROM smelt.functions.joined(smelt.silver.sessions, o.k)"))
                .contains("'o'");
    }

    @Test
    void aParameterThatTheBodyDefinesAgainIsRefused() {
        function("shadow", "list_transform(l, n -> n + 1)", false, parameter("l", "List"), parameter("n", "Integer"));

        assertThat(refused("SELECT smelt.functions.shadow(items, 1)"))
                .startsWith("functions/shadow.sql:1:1: ")
                .contains("also its parameter 'n'");
    }

    @Test
    void placesInsideBodiesAndArgumentsAreTheirOwn() {
        ExpandedSql sql =
                expanded("SELECT *\nFROM smelt.functions.sessionize(\n  smelt.silver.events_parsed, device_id)");
        int body = sql.text().indexOf("PARTITION");
        int argument = sql.text().indexOf("device_id");
        int gap = sql.text().indexOf("INTERVAL");

        assertThat(sql.place(body)).hasToString("functions/sessionize.sql:2:36");
        assertThat(sql.expansionAt(body)).map(ExpandedSql.Expansion::function).contains("sessionize");
        assertThat(sql.place(argument)).hasToString("models/m.sql:3:31");
        assertThat(sql.expansionAt(argument)).isEmpty();
        assertThat(sql.place(gap)).hasToString("functions/defaults.sql:1:1");
        assertThat(sql.expansionAt(gap)).isPresent();
        assertThat(sql.place(sql.references().get(0).span())).hasToString("models/m.sql:3:3");
        assertThat(sql.expansionAt(sql.references().get(0).span().start())).isEmpty();
    }

    @Test
    void everyCallIsAnExpansionOfItsOwn() {
        function("quad", "smelt.functions.double(y) + smelt.functions.double(y)", false, parameter("y", "Integer"));
        ExpandedSql sql = expanded("SELECT smelt.functions.quad(1), smelt.functions.quad(2)");

        List<ExpandedSql.Expansion> found = new ArrayList<>(sql.segments().stream()
                .flatMap(segment -> segment.expansion().stream())
                .distinct()
                .toList());
        assertThat(found)
                .extracting(ExpandedSql.Expansion::id)
                .doesNotHaveDuplicates()
                .hasSize(6);
        assertThat(found)
                .filteredOn(each -> each.function().equals("double"))
                .allSatisfy(each -> assertThat(each.outermost().function()).isEqualTo("quad"));
    }
}
