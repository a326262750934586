package dev.smelt.warehouse.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Binder.EngineRejection;
import dev.smelt.model.Binder.Volatility;
import dev.smelt.model.Column;
import dev.smelt.model.Schema;
import dev.smelt.model.SqlType;
import dev.smelt.model.TableName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DuckDbBinderTest {
    private final DuckDbBinder binder = DuckDbBinder.open(ZoneOffset.UTC, Map.of());

    @AfterEach
    void close() {
        binder.close();
    }

    private static Column column(String name, String type) {
        return new Column(name, new SqlType(type), true);
    }

    private static void declareEvents(DuckDbBinder binder) {
        binder.declare(
                new TableName("raw", "events"),
                new Schema(List.of(
                        column("event_id", "BIGINT"),
                        column("ts", "TIMESTAMP"),
                        column("Odd \"name\"", "STRUCT(a INTEGER, b VARCHAR[])"))));
    }

    @Test
    void theLocatedTreeSaysWhereTheNodesStandInBytes() throws Exception {
        assertThat(binder.locatedTree("SELECT '\u00e9', ab"))
                .contains("\"column_names\":[\"ab\"]")
                .contains("\"query_location\":13,\"query_location_length\":2")
                .contains("\"query_location\":18446744073709551615");
        assertThat(binder.syntaxTree("SELECT ab")).doesNotContain("query_location");
    }

    @Test
    void describes_with_the_types_of_the_engine() throws EngineRejection {
        declareEvents(binder);
        Schema schema = binder.describe("SELECT event_id, CAST(ts AS DATE) AS day, ts - INTERVAL '1 day' AS before,"
                + " \"Odd \"\"name\"\"\" AS s, count(*) OVER () AS n FROM raw.events -- the end");
        assertThat(schema.columns())
                .containsExactly(
                        column("event_id", "BIGINT"),
                        column("day", "DATE"),
                        column("before", "TIMESTAMP"),
                        column("s", "STRUCT(a INTEGER, b VARCHAR[])"),
                        column("n", "BIGINT"));
    }

    @Test
    void an_untyped_null_has_the_type_null_and_can_be_declared_and_read_again() throws EngineRejection {
        Schema schema = binder.describe("SELECT NULL AS nothing");
        assertThat(schema.columns()).containsExactly(column("nothing", "NULL"));

        binder.declare(new TableName("main", "t"), schema);
        assertThat(binder.describe("FROM main.t")).isEqualTo(schema);
    }

    @Test
    void a_second_declaration_replaces_the_first() throws EngineRejection {
        TableName table = new TableName("main", "t");
        binder.declare(table, new Schema(List.of(column("a", "INTEGER"))));
        binder.declare(table, new Schema(List.of(column("b", "DATE"))));
        assertThat(binder.describe("SELECT * FROM main.t").columns()).containsExactly(column("b", "DATE"));
    }

    @Test
    void a_type_that_the_engine_does_not_know_cannot_be_declared() {
        assertThatThrownBy(() -> binder.declare(new TableName("main", "t"), new Schema(List.of(column("a", "INTEGR")))))
                .isInstanceOf(SmeltException.class)
                .hasMessageContaining("main.t")
                .hasMessageContaining("INTEGR");
    }

    @Test
    void a_rejection_has_the_clean_message_and_the_offset_in_utf16() {
        declareEvents(binder);
        String sql = "SELECT 'é😀', ts, nope FROM raw.events";
        EngineRejection rejection = catchThrowableOfType(EngineRejection.class, () -> binder.describe(sql));
        assertThat(rejection).hasMessageStartingWith("Referenced column \"nope\" not found in FROM clause!");
        assertThat(rejection.getMessage()).doesNotContain("\n").doesNotContain("{");
        assertThat(sql.substring(rejection.offset())).startsWith("nope FROM");
    }

    @Test
    void a_syntax_error_has_its_offset_too() {
        String sql = "SELECT '😀😀' FROM WHERE";
        for (EngineRejection rejection : List.of(
                catchThrowableOfType(EngineRejection.class, () -> binder.describe(sql)),
                catchThrowableOfType(EngineRejection.class, () -> binder.syntaxTree(sql)))) {
            assertThat(rejection).hasMessage("syntax error at or near \"WHERE\"");
            assertThat(rejection.offset()).isEqualTo(sql.indexOf("WHERE"));
        }
    }

    @Test
    void near_names_are_told_in_a_sentence() {
        declareEvents(binder);

        assertThatThrownBy(() -> binder.describe("SELECT e.event_i FROM raw.events AS e"))
                .hasMessageStartingWith(
                        "Table \"e\" does not have a column named \"event_i\". Near names: \"event_id\"");
        assertThatThrownBy(() -> binder.describe("SELECT event_i FROM raw.events"))
                .hasMessage("Referenced column \"event_i\" not found in FROM clause! Near names: \"event_id\"");
        assertThatThrownBy(() -> binder.describe("SELECT f.ts FROM raw.events AS e"))
                .hasMessage("Referenced table \"f\" not found! Near names: \"e\"");
    }

    @Test
    void a_second_statement_is_refused_and_never_executed() throws EngineRejection {
        declareEvents(binder);
        String sql = "SELECT 1; DROP TABLE raw.events";
        assertThatThrownBy(() -> binder.describe(sql)).isInstanceOf(EngineRejection.class);
        assertThatThrownBy(() -> binder.describe("SELECT 1; SELECT 2"))
                .hasMessage("one SELECT is expected here, and this text holds 2");
        assertThatThrownBy(() -> binder.syntaxTree("-- nothing")).isInstanceOf(EngineRejection.class);
        assertThat(binder.describe("SELECT event_id FROM raw.events;").columns())
                .containsExactly(column("event_id", "BIGINT"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"DROP TABLE raw.events", "INSERT INTO raw.events VALUES (1)", "CREATE TABLE x (i INT)"})
    void only_a_select_can_be_described(String sql) {
        declareEvents(binder);
        assertThatThrownBy(() -> binder.describe(sql)).isInstanceOf(EngineRejection.class);
    }

    @Test
    void files_are_sniffed_for_their_columns(@TempDir Path directory) throws Exception {
        Path csv = directory.resolve("a.csv");
        Files.writeString(csv, "id,day\n1,2026-04-01\n");
        assertThat(binder.describe("SELECT * FROM read_csv('" + csv + "')").columns())
                .containsExactly(column("id", "BIGINT"), column("day", "DATE"));
    }

    @Test
    void the_tree_does_not_depend_on_layout_or_comments_but_on_meaning() throws EngineRejection {
        String tree = binder.syntaxTree("SELECT a+1 AS b FROM t WHERE c > 2");
        assertThat(binder.syntaxTree("select a + 1 b -- why\n  from t\n where c>2"))
                .isEqualTo(tree);
        assertThat(binder.syntaxTree("SELECT a+1 AS b FROM t WHERE c >= 2")).isNotEqualTo(tree);
        assertThat(tree).doesNotContain("query_location");
    }

    @Test
    void positions_inside_a_string_literal_stay() throws EngineRejection {
        assertThat(binder.syntaxTree("SELECT '\"query_location\":1'"))
                .isNotEqualTo(binder.syntaxTree("SELECT '\"query_location\":2'"));
    }

    @Test
    void deeply_nested_text_has_a_tree() throws EngineRejection {
        String sum = "1" + " + 1".repeat(400);
        assertThat(binder.syntaxTree("SELECT " + sum)).isNotEqualTo(binder.syntaxTree("SELECT " + sum + " + 1"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            int                        | INTEGER
            text                       | VARCHAR
            datetime                   | TIMESTAMP
            timestamptz                | TIMESTAMP WITH TIME ZONE
            numeric(18, 3)             | DECIMAL(18,3)
            struct(a int, "B c" text[])| STRUCT(a INTEGER, "B c" VARCHAR[])
            map(text, bigint)          | MAP(VARCHAR, BIGINT)
            int[3]                     | INTEGER[3]
            NULL                       | NULL
            """)
    void types_have_one_spelling(String written, String canonical) {
        assertThat(binder.canonicalType(written)).contains(new SqlType(canonical));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "integr",
                "",
                "int) , (SELECT 1",
                "int) + CAST(1 AS int",
                "int) AS t, 1 --",
                "int) FROM raw.events WHERE CAST(1 AS boolean",
                "int); DROP TABLE raw.events; SELECT CAST(1 AS int",
                "int) AS t; --",
                "int) AS t /*"
            })
    void what_is_no_type_is_none(String written) {
        declareEvents(binder);
        assertThat(binder.canonicalType(written)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "date_trunc, CONSISTENT",
        "DATE_TRUNC, CONSISTENT",
        "+, CONSISTENT",
        "sum, CONSISTENT",
        "row_number, CONSISTENT",
        "range, CONSISTENT",
        "coalesce, CONSISTENT",
        "unnest, CONSISTENT",
        "split_part, CONSISTENT",
        "nullif, CONSISTENT",
        "now, CONSISTENT_WITHIN_QUERY",
        "current_date, CONSISTENT_WITHIN_QUERY",
        "current_timestamp, CONSISTENT_WITHIN_QUERY",
        "get_current_timestamp, CONSISTENT_WITHIN_QUERY",
        "ago, CONSISTENT_WITHIN_QUERY",
        "random, VOLATILE",
        "main.uuid, VOLATILE",
        "nextval, VOLATILE",
        "read_csv, UNKNOWN",
        "no_such_function, UNKNOWN"
    })
    void volatility_comes_from_the_catalogue(String function, Volatility expected) {
        assertThat(binder.volatility(function)).isEqualTo(expected);
    }

    @Test
    void aggregates_are_known() {
        assertThat(binder.aggregates())
                .contains("sum", "count", "list", "arg_max")
                .doesNotContain("lower", "lag");
    }

    @Test
    void settings_that_change_types_count() throws EngineRejection {
        try (DuckDbBinder integer = DuckDbBinder.open(ZoneId.of("Europe/Berlin"), Map.of("integer_division", "true"))) {
            assertThat(integer.describe("SELECT 7 / 2 AS q").columns()).containsExactly(column("q", "INTEGER"));
        }
        assertThat(binder.describe("SELECT 7 / 2 AS q").columns()).containsExactly(column("q", "DOUBLE"));
    }

    @Test
    void a_setting_that_the_engine_does_not_know_is_named() {
        assertThatThrownBy(() -> DuckDbBinder.open(ZoneOffset.UTC, Map.of("memory_limt", "1GB")))
                .isInstanceOf(SmeltException.class)
                .hasMessageContaining("memory_limt");
    }
}
