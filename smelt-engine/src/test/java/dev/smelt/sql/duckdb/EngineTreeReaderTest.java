package dev.smelt.sql.duckdb;

import static dev.smelt.sql.ReaderCases.nameAt;
import static dev.smelt.sql.ReaderCases.outcome;
import static dev.smelt.sql.ReaderCases.text;
import static dev.smelt.sql.ReaderCases.within;
import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Address;
import dev.smelt.model.SourceText;
import dev.smelt.model.TableName;
import dev.smelt.sql.EitherReader;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Expander;
import dev.smelt.sql.Expr;
import dev.smelt.sql.FromItem;
import dev.smelt.sql.IrText;
import dev.smelt.sql.Namespace;
import dev.smelt.sql.Query;
import dev.smelt.sql.ReaderCases;
import dev.smelt.sql.Reference;
import dev.smelt.sql.SqlReader;
import dev.smelt.sql.SqlReader.Read;
import dev.smelt.sql.SqlReader.Unreadable;
import dev.smelt.sql.Walk;
import dev.smelt.sql.jsqlparser.JSqlParserReader;
import dev.smelt.warehouse.duckdb.DuckDbBinder;
import java.io.IOException;
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

class EngineTreeReaderTest {
    private static final DuckDbBinder ENGINE = DuckDbBinder.open(ZoneOffset.UTC, Map.of());
    private static final SqlReader PARSER = new JSqlParserReader(ENGINE);
    private static final SqlReader TREE = new EngineTreeReader(ENGINE);
    private static final SqlReader EITHER = new EitherReader(TREE, PARSER);

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
        assertThat(outcome(TREE.read(text(each.sql())))).isEqualTo(each.tree());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void bothReadersGiveTheSameWhereBothRead(ReaderCases.Case each) {
        if (PARSER.read(text(each.sql())) instanceof Read parsed && TREE.read(text(each.sql())) instanceof Read read) {
            assertThat(IrText.of(read.query())).isEqualTo(IrText.of(parsed.query()));
        }
    }

    @Test
    void theCasesCoverWhatOneReaderAloneReads() throws IOException {
        List<ReaderCases.Case> all = cases();

        assertThat(all).filteredOn(each -> each.parser().startsWith("=")).hasSizeGreaterThan(250);
        assertThat(all)
                .filteredOn(each -> each.parser().startsWith("!") && each.tree().startsWith("="))
                .hasSizeGreaterThan(80);
        assertThat(all)
                .filteredOn(
                        each -> each.parser().startsWith("=") && !each.tree().equals(each.parser()))
                .isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void namesStandWhereTheirSpansSay(ReaderCases.Case each) {
        String shifted = "/* \uD83C\uDF89 \u00E9 */\r\n\t-- it's\r\n" + each.sql();

        if (TREE.read(text(shifted)) instanceof Read read) {
            assertThat(outcome(read)).isEqualTo(each.tree());
            for (Query query : Walk.queries(read.query())) {
                assertThat(within(query.span(), shifted)).isTrue();
            }
            for (Expr expr : Walk.expressions(read.query())) {
                assertThat(within(expr.span(), shifted)).isTrue();
                if (expr instanceof Expr.ColumnRef column && !each.sql().contains("ARRAY (SELECT")) {
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
            assertThat(each.tree()).startsWith("!");
        }
    }

    @Test
    void clausesAreQuotedAsWritten() {
        ExpandedSql sql =
                text("SELECT sum(a) OVER (PARTITION BY k ORDER BY ts DESC NULLS LAST\n  RANGE BETWEEN INTERVAL"
                        + " '2 days' PRECEDING AND CURRENT ROW) AS s FROM t WHERE NOT (b = 1) AND c BETWEEN 1 AND (2 + 3)"
                        + " AND d IS NOT NULL AND NOT EXISTS (SELECT 1) AND (e + 1) * 2 IN (SELECT f FROM u)"
                        + " GROUP BY e, (f + 1)");
        Query.Select select = (Query.Select) ((Read) TREE.read(sql)).query();
        Expr.WindowCall call = (Expr.WindowCall) select.projections().get(0).expression();
        Expr.And where = (Expr.And) select.where().orElseThrow();

        assertThat(sql.clause(call.window().frame().orElseThrow().span()))
                .isEqualTo("RANGE BETWEEN INTERVAL '2 days' PRECEDING AND CURRENT ROW");
        assertThat(sql.clause(call.window().orderBy().get(0).span())).isEqualTo("ts DESC NULLS LAST");
        assertThat(sql.clause(call.window().span()))
                .startsWith("(PARTITION BY k")
                .endsWith("CURRENT ROW)");
        assertThat(sql.clause(select.projections().get(0).span())).endsWith("CURRENT ROW) AS s");
        assertThat(where.operands())
                .extracting(operand -> sql.clause(operand.span()))
                .containsExactly(
                        "NOT (b = 1)",
                        "c BETWEEN 1 AND (2 + 3)",
                        "d IS NOT NULL",
                        "NOT EXISTS (SELECT 1)",
                        "(e + 1) * 2 IN (SELECT f FROM u)");
        assertThat(sql.clause(select.groupBy().orElseThrow().span())).isEqualTo("GROUP BY e, (f + 1)");
    }

    @Test
    void queriesStandWhereTheirTokensDo() {
        ExpandedSql sql = text("WITH x AS (SELECT 1 AS a ORDER BY a), y(b) AS ((SELECT 2))\n"
                + "(SELECT a FROM x UNION ALL SELECT b FROM y WHERE b IN (FROM x)) ORDER BY 1 LIMIT 5");
        Query.With with = (Query.With) ((Read) TREE.read(sql)).query();
        Query.SetOperation union = (Query.SetOperation) with.body();

        assertThat(with.ctes())
                .extracting(cte -> sql.clause(cte.span()))
                .containsExactly("x AS (SELECT 1 AS a ORDER BY a)", "y(b) AS ((SELECT 2))");
        assertThat(with.ctes())
                .extracting(cte -> sql.clause(cte.query().span()))
                .containsExactly("SELECT 1 AS a ORDER BY a", "SELECT 2");
        assertThat(sql.clause(union.left().span())).isEqualTo("SELECT a FROM x");
        assertThat(sql.clause(union.right().span())).isEqualTo("SELECT b FROM y WHERE b IN (FROM x)");
        assertThat(Walk.queries(union.right()))
                .extracting(query -> sql.clause(query.span()))
                .contains("FROM x");
    }

    @Test
    void aFrameOfANamedWindowIsQuotedFromItsDefinition() {
        ExpandedSql sql = text(
                "SELECT sum(a) OVER w FROM t"
                        + " WINDOW v AS (PARTITION BY k), w AS (v ORDER BY ts RANGE INTERVAL 2 DAY PRECEDING) QUALIFY sum(a) OVER w > 1");
        Query.Select select = (Query.Select) ((Read) TREE.read(sql)).query();
        Expr.WindowCall call = (Expr.WindowCall) select.projections().get(0).expression();

        assertThat(sql.clause(call.window().frame().orElseThrow().span())).isEqualTo("RANGE INTERVAL 2 DAY PRECEDING");
        assertThat(sql.clause(call.window().partitionBy().get(0).span())).isEqualTo("k");
    }

    private static SqlReader.Reading readModel(String sql) {
        SortedMap<Address, TableName> tables = new TreeMap<>();
        tables.put(new Address("silver.sessions"), new TableName("main", "silver_sessions"));
        tables.put(new Address("sources.raw.events"), new TableName("raw", "events"));
        return EITHER.read(Expander.expand(
                        SourceText.whole("models/m.sql", sql), new Namespace(tables, new TreeMap<>(), new TreeMap<>()))
                .orThrow());
    }

    @Test
    void referencesAreFoundAndReplacedInWhatOnlyTheEngineReads() {
        Read read = (Read) readModel("FROM smelt.silver.sessions s SEMI JOIN smelt.sources.raw.events USING (id)\n"
                + "SELECT s.id, [x FOR x IN s.l] AS l, CAST(s.a = 1 AS INT) AS a WHERE events.ok");

        assertThat(IrText.of(read.query())).contains("from {main.silver_sessions#0 s semi raw.events#1 using(id)}");
        assertThat(Walk.fromItems(read.query()))
                .filteredOn(FromItem.Table.class::isInstance)
                .extracting(item ->
                        ((FromItem.Table) item).reference().orElseThrow().span())
                .containsExactlyElementsOf(
                        read.sql().references().stream().map(Reference::span).toList());
        assertThat(read.sql().spliced(reference -> Optional.of("(SELECT 1)")))
                .startsWith("FROM (SELECT 1) s SEMI JOIN (SELECT 1) AS events USING (id)");
    }

    @Test
    void anAliasBeforeTheTableIsAnAlias() {
        Read read = (Read)
                readModel("SELECT s.id, silver_sessions.x FROM s: smelt.silver.sessions WHERE CAST(a = b AS INT) = 1");

        assertThat(read.sql().references().get(0).neededAlias()).isEmpty();
        assertThat(IrText.of(read.query())).contains("from main.silver_sessions#0 s");
    }

    @Test
    void aReferenceUnderAPivotIsInItsPlace() {
        assertThat(IrText.of(((Read) readModel("PIVOT smelt.silver.sessions ON a IN ('x', 'y') USING sum(b)")).query()))
                .isEqualTo("[select * from ?PIVOT]");
    }

    @Test
    void aModelNamedWhereNoTableCanStandIsRefused() {
        Diagnostic reason = ((Unreadable) readModel("FROM t SELECT 1, smelt.silver.sessions")).reason();

        assertThat(reason.render())
                .startsWith("models/m.sql:1:18: smelt.silver.sessions is named where no table can stand.")
                .endsWith("[SMELT-S014]");
    }

    @Test
    void theSecondReaderIsAskedOnlyForWhatTheFirstDoesNotReadFaithfully() {
        assertThat(outcome(EITHER.read(text("FROM t SELECT a")))).isEqualTo("= [select a from t]");
        assertThat(outcome(EITHER.read(text("SELECT 1; SELECT 2")))).startsWith("! SMELT-S011");
        assertThat(outcome(EITHER.read(text("SELECT FROM")))).startsWith("! SMELT-S010");
        assertThat(outcome(EITHER.read(text("SELECT ? FROM t")))).isEqualTo("! SMELT-S012 1:8");
        assertThat(outcome(new EitherReader(PARSER, TREE).read(text("FROM t SELECT a"))))
                .isEqualTo("= [select a from t]");
    }

    @Test
    void whereNeitherReadsTheReasonIsThatOfTheFirst() {
        ExpandedSql sql = text("SELECT a FROM t AT (VERSION => 3)");

        Unreadable both = (Unreadable) EITHER.read(sql);

        assertThat(both.reason().message()).startsWith("AT, which reads a table as it was at another time, is SQL");
        assertThat(both).isEqualTo(TREE.read(sql)).isNotEqualTo(PARSER.read(sql));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT ?, a FROM t",
                "SELECT #1 FROM t",
                "SELECT * FROM t AT (VERSION => 1)",
                "SELECT * FROM a JOIN b NEAREST 1 BY DISTANCE a.x",
                "WITH x AS (DELETE FROM t RETURNING a) SELECT * FROM x",
                "SELECT f(x -> x + 1) FROM t"
            })
    void whatHasNoPlaceInTheIrIsRefusedAndNeverLeftOut(String sql) {
        Diagnostic reason = ((Unreadable) TREE.read(text(sql))).reason();

        assertThat(reason.code()).isEqualTo("SMELT-S012");
        assertThat(reason.message()).endsWith("so this text may only be used as a full refresh.");
    }

    @Test
    void deepNestingIsReadOrRefusedButNeverFatal() {
        assertThat(TREE.read(text("SELECT " + "(".repeat(3_000) + "1" + ")".repeat(3_000))))
                .isNotNull();
        assertThat(TREE.read(text("SELECT " + "1 + ".repeat(3_000) + "1"))).isNotNull();
        assertThat(TREE.read(text("SELECT a FROM t WHERE " + "b = 1 AND ".repeat(2_000) + "c")))
                .isInstanceOf(Read.class);
        assertThat(TREE.read(text("SELECT 1" + " UNION ALL SELECT 1".repeat(300))))
                .isInstanceOf(Read.class);
    }
}
