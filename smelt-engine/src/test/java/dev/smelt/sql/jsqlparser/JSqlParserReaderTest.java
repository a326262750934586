package dev.smelt.sql.jsqlparser;

import static dev.smelt.sql.ReaderCases.nameAt;
import static dev.smelt.sql.ReaderCases.outcome;
import static dev.smelt.sql.ReaderCases.text;
import static dev.smelt.sql.ReaderCases.within;
import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Address;
import dev.smelt.model.SourceText;
import dev.smelt.model.TableName;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Expander;
import dev.smelt.sql.Expr;
import dev.smelt.sql.FromItem;
import dev.smelt.sql.IntervalText;
import dev.smelt.sql.IrText;
import dev.smelt.sql.Namespace;
import dev.smelt.sql.Query;
import dev.smelt.sql.ReaderCases;
import dev.smelt.sql.Reference;
import dev.smelt.sql.SqlReader.Read;
import dev.smelt.sql.SqlReader.Reading;
import dev.smelt.sql.SqlReader.Unreadable;
import dev.smelt.sql.Walk;
import dev.smelt.warehouse.duckdb.DuckDbBinder;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JSqlParserReaderTest {
    private static final DuckDbBinder ENGINE = DuckDbBinder.open(ZoneOffset.UTC, Map.of());
    private static final JSqlParserReader READER = new JSqlParserReader(ENGINE);

    @AfterAll
    static void close() {
        ENGINE.close();
    }

    static List<ReaderCases.Case> cases() throws IOException {
        return ReaderCases.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void readsFaithfullyOrRefuses(ReaderCases.Case each) {
        assertThat(outcome(READER.read(text(each.sql())))).isEqualTo(each.parser());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void namesStandWhereTheirSpansSay(ReaderCases.Case each) {
        String shifted = "/* \uD83C\uDF89 \u00E9 */\r\n\t-- it's\r\n" + each.sql();

        if (READER.read(text(shifted)) instanceof Read read) {
            assertThat(outcome(read)).isEqualTo(each.parser());
            for (Expr expr : Walk.expressions(read.query())) {
                assertThat(within(expr.span(), shifted)).isTrue();
                if (expr instanceof Expr.ColumnRef column) {
                    assertThat(nameAt(column.span(), shifted)).isEqualTo(column.parts());
                }
            }
            for (FromItem item : Walk.fromItems(read.query())) {
                assertThat(within(item.span(), shifted)).isTrue();
                if (item instanceof FromItem.Table table) {
                    assertThat(nameAt(table.span(), shifted)).isEqualTo(table.name());
                }
            }
        } else {
            assertThat(each.parser()).startsWith("!");
        }
    }

    @Test
    void clausesAreQuotedAsWritten() {
        ExpandedSql sql =
                text("SELECT sum(a) OVER (PARTITION BY k ORDER BY ts DESC NULLS LAST\n  RANGE BETWEEN INTERVAL"
                        + " '2 days' PRECEDING AND CURRENT ROW) FROM t WHERE NOT (b = 1) AND c BETWEEN 1 AND (2 + 3)"
                        + " AND d IS NOT NULL AND NOT EXISTS (SELECT 1) GROUP BY e, (f + 1)");
        Query.Select select = (Query.Select) ((Read) READER.read(sql)).query();
        Expr.WindowCall call = (Expr.WindowCall) select.projections().get(0).expression();
        Expr.And where = (Expr.And) select.where().orElseThrow();

        assertThat(sql.clause(call.window().frame().orElseThrow().span()))
                .isEqualTo("RANGE BETWEEN INTERVAL '2 days' PRECEDING AND CURRENT ROW");
        assertThat(sql.clause(call.window().orderBy().get(0).span())).isEqualTo("ts DESC NULLS LAST");
        assertThat(sql.clause(call.window().span()))
                .startsWith("(PARTITION BY k")
                .endsWith("CURRENT ROW)");
        assertThat(where.operands())
                .extracting(operand -> sql.clause(operand.span()))
                .containsExactly("NOT (b = 1)", "c BETWEEN 1 AND (2 + 3)", "d IS NOT NULL", "NOT EXISTS (SELECT 1)");
        assertThat(sql.clause(select.groupBy().orElseThrow().span())).isEqualTo("GROUP BY e, (f + 1)");
    }

    /** Several of these are read without an exception by the parser alone, and wrongly. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a ** b FROM t",
                "SELECT list_transform(l, lambda x: x + 1) FROM t",
                "SELECT x: 42",
                "SELECT \"a.b\" FROM t",
                "SELECT 1; DROP TABLE x"
            })
    void misreadingsAreNeverReadings(String sql) {
        assertThat(READER.read(text(sql))).isInstanceOf(Unreadable.class);
    }

    @Test
    void aRefusalSaysWhatRemainsPossible() {
        Diagnostic reason = ((Unreadable) READER.read(text("SELECT a FROM t\nUSING SAMPLE 10%"))).reason();

        assertThat(reason.render())
                .startsWith("models/m.sql:2:14: '10' here is SQL that smelt cannot analyse")
                .contains("may only be used as a full refresh")
                .endsWith("[SMELT-S012]");
    }

    private static Reading readModel(String sql) {
        SortedMap<Address, TableName> tables = new TreeMap<>();
        tables.put(new Address("silver.sessions"), new TableName("main", "silver_sessions"));
        tables.put(new Address("sources.raw.events"), new TableName("raw", "events"));
        return READER.read(Expander.expand(
                        SourceText.whole("models/m.sql", sql), new Namespace(tables, new TreeMap<>(), new TreeMap<>()))
                .orThrow());
    }

    @Test
    void referencesStandInFrom() {
        Read read = (Read) readModel("SELECT * FROM smelt.silver.sessions s, (SELECT * FROM smelt.sources.raw.events)");

        assertThat(IrText.of(read.query()))
                .isEqualTo("[select * from {main.silver_sessions#0 s cross [select * from raw.events#1]}]");
        assertThat(Walk.fromItems(read.query()))
                .filteredOn(FromItem.Table.class::isInstance)
                .extracting(item ->
                        ((FromItem.Table) item).reference().orElseThrow().span())
                .containsExactlyElementsOf(
                        read.sql().references().stream().map(Reference::span).toList());
    }

    @Test
    void aReferenceKnowsTheAliasItNeedsWhenASubqueryStandsForIt() {
        Read byTable = (Read) readModel("SELECT silver_sessions.id FROM smelt.silver.sessions");
        Read bySource = (Read) readModel("SELECT events.* FROM smelt.sources.raw.events WHERE true");
        Read unqualified = (Read) readModel("SELECT id FROM smelt.silver.sessions");
        Read aliased = (Read) readModel("SELECT sessions.id FROM smelt.silver.sessions");

        assertThat(byTable.sql().references().get(0).neededAlias()).contains("silver_sessions");
        assertThat(bySource.sql().references().get(0).neededAlias()).contains("events");
        assertThat(unqualified.sql().references().get(0).neededAlias()).isEmpty();
        assertThat(aliased.sql().references().get(0).neededAlias()).isEmpty();
        assertThat(bySource.sql().spliced(reference -> Optional.of("(SELECT 1)")))
                .isEqualTo("SELECT events.* FROM (SELECT 1) AS events WHERE true");
    }

    @Test
    void aModelNamedWhereNoTableCanStandIsRefused() {
        Diagnostic reason = ((Unreadable) readModel("SELECT 1, smelt.silver.sessions FROM t")).reason();

        assertThat(reason.render())
                .startsWith("models/m.sql:1:11: smelt.silver.sessions is named where no table can stand.")
                .endsWith("[SMELT-S014]");
    }

    @Test
    void whatTheEngineRejectsIsSaidInItsWordsAndPlace() {
        Diagnostic reason = ((Unreadable) READER.read(text("SELECT a\nFROM t WHERE 'é' = = b"))).reason();

        assertThat(reason.code()).isEqualTo("SMELT-S010");
        assertThat(reason.place()).map(Object::toString).contains("models/m.sql:2:20");
        assertThat(reason.message()).contains("syntax error");
    }

    private static String value(String expression) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT (" + expression + ")::VARCHAR")) {
            rows.next();
            return rows.getString(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "3 days",
                "-3 days",
                "1 day 12 hours",
                "1 month -3 days",
                "72 hours",
                "90 minutes",
                "01:30:00",
                "-00:00:01.5",
                "2 weeks",
                "1 quarter",
                "2 years",
                "1 decade",
                "1 century",
                "5 milliseconds",
                "7 microseconds",
                "3 sec",
                "2 mons",
                "1 year 2 months 3 days 4 hours 5 minutes 6 seconds",
                "2 DAYS",
                "  1   day  "
            })
    void intervalsAreWhatTheEngineSaysTheyAre(String text) throws SQLException {
        IntervalText read = IntervalText.parse(text).orElseThrow();
        String ours = "to_months(" + read.months() + ") + to_days((" + read.days() + ")::INTEGER) + to_microseconds("
                + read.micros() + ")";

        assertThat(value(ours)).isEqualTo(value("INTERVAL '" + text + "'"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "3",
                "+2 days",
                "days",
                "1.5 days",
                "3 days ago",
                "P3D",
                "1 fortnight",
                "99999999999999999 days"
            })
    void whatIsNoPlainIntervalIsNotRead(String text) {
        assertThat(IntervalText.parse(text)).isEmpty();
    }

    @Test
    void deepNestingIsReadOrRefusedButNeverFatal() {
        String deep = "(".repeat(3_000) + "1" + ")".repeat(3_000);

        assertThat(READER.read(text("SELECT " + deep))).isNotNull();
        assertThat(READER.read(text("SELECT a FROM t WHERE " + "b = 1 AND ".repeat(2_000) + "c")))
                .isInstanceOf(Read.class);
    }
}
