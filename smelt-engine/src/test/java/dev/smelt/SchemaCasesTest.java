package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.plan.PlanRequest;
import dev.smelt.plan.PlanRequest.OnLogicChange;
import dev.smelt.schema.Outcome;
import dev.smelt.schema.SchemaDifference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of shape and logic that users of such pipelines have met, each from a first build to a clean diff. */
class SchemaCasesTest {
    private static final String CLEAN = "Summary: 0 changed, 0 new, 0 removed, 1 unchanged\n";
    private static final BuildRequest.Auto AUTO = new BuildRequest.Auto(false);

    @TempDir
    private Path directory;

    private UserProject project;

    @BeforeEach
    void project() {
        project = UserProject.in(directory);
    }

    private void orders() {
        project.source("o", "d DATE, id INTEGER NOT NULL, qty INTEGER NOT NULL, disc INTEGER, x VARCHAR", "d")
                .source("r", "id INTEGER NOT NULL, rqty INTEGER NOT NULL", "")
                .sql("INSERT INTO raw.o VALUES ('2026-05-01', 1, 5, NULL, 'a'), ('2026-05-02', 2, 20, 12, '7')")
                .sql("INSERT INTO raw.r VALUES (1, 1)");
    }

    private static String withAdded(String expression) {
        return "SELECT o.d, o.id" + (expression.isEmpty() ? "" : ", " + expression + " AS added")
                + " FROM smelt.sources.raw.o AS o LEFT JOIN smelt.sources.raw.r AS r ON o.id = r.id";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "disc > 10",
                "CASE WHEN qty > 10 THEN TRUE END",
                "NULLIF(qty, 0)",
                "TRY_CAST(x AS INTEGER)",
                "r.rqty",
                "LAG(qty) OVER (PARTITION BY o.d ORDER BY o.id)"
            })
    void c16_a_column_that_may_be_null_is_added_in_place(String expression) {
        orders();
        project.daily("m", "d", withAdded(""));
        project.run(AUTO);
        project.daily("m", "d", withAdded(expression));

        assertThat(only(project).outcome()).isEqualTo(Outcome.SAFE);
        project.run(AUTO);
        assertThat(project.diff()).isEqualTo(CLEAN);
        assertThat(project.rows("SELECT count(added) FROM main.m")).containsExactly("0");
        project.backbuild("m", "2026-05-01", "2026-05-03", 1);
        assertThat(project.diff()).isEqualTo(CLEAN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"qty > 10", "CASE WHEN disc > 10 THEN TRUE ELSE FALSE END", "COALESCE(disc, 0)"})
    void c16_a_column_that_is_never_null_leads_to_a_rebuild(String expression) {
        orders();
        project.daily("m", "d", withAdded(""));
        project.run(AUTO);
        project.daily("m", "d", withAdded(expression));

        assertThat(only(project).outcome()).isEqualTo(Outcome.REBUILD);
        project.run(AUTO);
        assertThat(project.rows("SELECT count(*), count(added) FROM main.m")).containsExactly("2 2");
        assertThat(project.diff()).isEqualTo(CLEAN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"MAX(disc) | SAFE", "COUNT(*) | REBUILD", "MAX(qty) | REBUILD"})
    void c16_aggregates_are_null_where_their_groups_may_be(String expression, Outcome outcome) {
        orders();
        String sql = "SELECT d, SUM(disc) AS s%s FROM smelt.sources.raw.o GROUP BY d";
        project.daily("m", "d", sql.formatted(""));
        project.run(AUTO);
        project.daily("m", "d", sql.formatted(", " + expression + " AS added"));

        assertThat(only(project).outcome()).isEqualTo(outcome);
    }

    /** With the value that shows it; the verdict is the same for an empty table. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INTEGER | BIGINT | SAFE | 2147483647",
                "DECIMAL(10,2) | DECIMAL(12,4) | SAFE | 12345678.90",
                "DECIMAL(10,2) | DECIMAL(10,4) | REFUSED | 12345678.90",
                "BIGINT | INTEGER | REFUSED | 3000000000",
                "BIGINT | DOUBLE | REFUSED | 9007199254740993",
                "TIMESTAMP | DATE | REFUSED | TIMESTAMP '2026-05-01 12:34:56'",
                "TEXT | VARCHAR(20) | NONE | 17",
                "INT | INTEGER | NONE | 1",
                "NUMERIC | DECIMAL(18,3) | NONE | 1.5"
            })
    void c17_a_type_changes_in_place_only_where_every_value_survives(
            String before, String after, Outcome outcome, String value) {
        project.source("s", "d DATE", "d").sql("INSERT INTO raw.s VALUES ('2026-05-01')");
        project.daily("m", "d", "SELECT d, CAST(" + value + " AS " + before + ") AS x FROM smelt.sources.raw.s");
        project.run(AUTO);
        String held = "SELECT CAST(x AS VARCHAR) FROM main.m";
        List<String> rows = project.rows(held);
        project.daily("m", "d", "SELECT d, CAST(" + value + " AS " + after + ") AS x FROM smelt.sources.raw.s");

        List<SchemaDifference> found = project.differences();
        assertThat(found.get(0).changes().stream()
                        .filter(change -> !change.headline().startsWith("LOGIC"))
                        .map(change -> change.outcome())
                        .findFirst()
                        .orElse(Outcome.NONE))
                .isEqualTo(outcome);

        if (outcome == Outcome.REFUSED) {
            assertThatThrownBy(() -> project.run(AUTO)).hasMessageContaining("SMELT-P008");
            assertThat(project.rows(held)).isEqualTo(rows);
        } else {
            project.run(new PlanRequest.Options(Optional.empty(), false, false, false, OnLogicChange.BACKBUILD));
            assertThat(project.diff()).isEqualTo(CLEAN);
            assertThat(project.rows("SELECT CAST(CAST(x AS " + before + ") AS VARCHAR) FROM main.m"))
                    .isEqualTo(rows);
        }
    }

    @Test
    void c17_a_name_in_another_case_is_the_same_column() {
        project.source("s", "d DATE, UserID INTEGER", "d").sql("INSERT INTO raw.s VALUES ('2026-05-01', 1)");
        project.daily("m", "d", "SELECT d, UserID FROM smelt.sources.raw.s");
        project.run(AUTO);
        project.daily("m", "d", "SELECT D, userid FROM smelt.sources.raw.s");

        assertThat(project.diff()).isEqualTo(CLEAN);
    }

    @Test
    void c18_a_default_is_applied_once() {
        project.source("s", "d DATE, id INTEGER", "d")
                .sql("INSERT INTO raw.s VALUES ('2026-05-01', 1), ('2026-05-02', 2)")
                .daily("m", "d", "SELECT d, id FROM smelt.sources.raw.s");
        project.run(AUTO);
        project.incremental(
                "m",
                "timeseries: {partition_column: d, granularity: day}\ncolumns:\n  flag: {default: 0}",
                "SELECT d, id, CASE WHEN id = 2 THEN 42 ELSE 7 END AS flag FROM smelt.sources.raw.s");
        project.run(AUTO);
        assertThat(project.rows("SELECT id, flag FROM main.m ORDER BY id")).containsExactly("1 0", "2 0");

        project.backbuild("m", "2026-05-02", "2026-05-03", 1);
        project.run(AUTO);
        project.run(AUTO);

        assertThat(project.rows("SELECT id, flag FROM main.m ORDER BY id")).containsExactly("1 0", "2 42");
        assertThat(project.diff()).isEqualTo(CLEAN);
    }

    private void grossAndItsChild() {
        project.source("s", "d DATE, amt DOUBLE", "d")
                .sql("INSERT INTO raw.s VALUES ('2026-05-01', 10), ('2026-05-02', 20)")
                .daily("m", "d", "SELECT d, amt * 1.2 AS gross FROM smelt.sources.raw.s")
                .daily("child", "d", "SELECT d, gross + 1 AS more FROM smelt.m")
                .daily("other", "d", "SELECT d FROM smelt.m");
        project.run(AUTO);
    }

    private static final String THREE_CLEAN = "Summary: 0 changed, 0 new, 0 removed, 3 unchanged\n";

    @Test
    void c19a_text_that_means_the_same_is_no_change() {
        grossAndItsChild();
        project.incremental(
                "m",
                "description: with tax\ntimeseries: {partition_column: d, granularity: day}",
                "select\n  s.d, -- the day\n  s.amt*1.2 as gross /* net and tax */\nfrom smelt.sources.raw.s AS s");

        assertThat(project.diff()).isEqualTo(THREE_CLEAN);
    }

    @Test
    void c19b_another_factor_is_a_logic_change_of_the_column_and_its_children() {
        grossAndItsChild();
        project.daily("m", "d", "SELECT d, amt * 1.25 AS gross FROM smelt.sources.raw.s");

        assertThat(project.diff()).isEqualTo("""
                Model: child
                  LOGIC more: inherits m.gross; stale: [2026-05-01, 2026-05-03)
                  -> History keeps what the old logic gave until it is built again
                     Repair it by: mvn smelt:run -Dsmelt.onLogicChange=backbuild

                Model: m
                  LOGIC gross: amt * 1.2 -> amt * 1.25 (line 6); stale: [2026-05-01, 2026-05-03)
                  -> History keeps what the old logic gave until it is built again
                     Repair it by: mvn smelt:run -Dsmelt.onLogicChange=backbuild

                Summary: 2 changed, 0 new, 0 removed, 1 unchanged
                """);
    }

    /** Unknown counts as changed: that the order of factors does not matter is not looked into. */
    @Test
    void c19c_what_is_not_known_to_be_the_same_is_reported() {
        grossAndItsChild();
        project.daily("m", "d", "SELECT d, 1.2 * amt AS gross FROM smelt.sources.raw.s");

        assertThat(project.diff()).contains("LOGIC gross: amt * 1.2 -> 1.2 * amt");
    }

    @Test
    void c19d_a_source_that_declares_the_columns_it_has_is_no_change() {
        grossAndItsChild();
        project.write("models/sources/raw/s.yml", "name: raw.s\ntimeseries: {partition_column: d, granularity: day}\n");
        assertThat(project.diff()).isEqualTo(THREE_CLEAN);

        project.source("s", "d DATE, amt DOUBLE", "d");
        assertThat(project.diff()).isEqualTo(THREE_CLEAN);
    }

    @Test
    void c21_removed_and_added_is_no_rename_unless_that_is_declared() {
        project.source("s", "d DATE, amt INTEGER", "d")
                .sql("INSERT INTO raw.s VALUES ('2026-05-01', 1)")
                .daily("m", "d", "SELECT d, amt FROM smelt.sources.raw.s");
        project.run(AUTO);
        project.daily("m", "d", "SELECT d, amt AS amount FROM smelt.sources.raw.s");

        String verdict = project.diff();
        assertThat(verdict)
                .contains("ADD COLUMN amount INTEGER NULL")
                .contains("DROP COLUMN amt\n  -> Refused: the column's data would be lost")
                .contains("If it is now called amount, declare renamed_from: amt there.");
        assertThatThrownBy(() -> project.run(AUTO)).hasMessageContaining("DROP COLUMN amt");
        assertThat(project.rows("SELECT amt FROM main.m")).containsExactly("1");
        project.sql("DELETE FROM main.m");
        assertThat(project.diff()).isEqualTo(verdict);
        project.sql("INSERT INTO main.m VALUES ('2026-05-01', 1)");

        project.incremental(
                "m",
                "timeseries: {partition_column: d, granularity: day}\ncolumns:\n  amount: {renamed_from: amt}",
                "SELECT d, amt AS amount FROM smelt.sources.raw.s");
        assertThat(project.diff())
                .contains("ALTER TABLE main.m RENAME COLUMN amt TO amount")
                .doesNotContain("DROP");
        project.run(AUTO);
        assertThat(project.rows("SELECT amount FROM main.m")).containsExactly("1");
        assertThat(project.diff()).isEqualTo(CLEAN);
    }

    @Test
    void c21_a_permission_drops_the_column() {
        project.source("s", "d DATE, amt INTEGER", "d")
                .sql("INSERT INTO raw.s VALUES ('2026-05-01', 1)")
                .daily("m", "d", "SELECT d, amt FROM smelt.sources.raw.s");
        project.run(AUTO);
        project.daily("m", "d", "SELECT d FROM smelt.sources.raw.s");

        project.run(new PlanRequest.Options(Optional.empty(), true, false, false));

        assertThat(project.diff()).isEqualTo(CLEAN);
        assertThat(project.rows("SELECT column_name FROM duckdb_columns() WHERE table_name = 'm'"))
                .containsExactly("d");
    }

    /** One value of every type that a column can have. */
    private static final Map<String, String> EVERY_TYPE = everyType();

    private static Map<String, String> everyType() {
        Map<String, String> values = new LinkedHashMap<>();
        for (String number : List.of(
                "TINYINT",
                "SMALLINT",
                "INTEGER",
                "BIGINT",
                "HUGEINT",
                "UTINYINT",
                "USMALLINT",
                "UINTEGER",
                "UBIGINT",
                "UHUGEINT",
                "BIGNUM",
                "FLOAT",
                "DOUBLE",
                "NUMERIC",
                "DECIMAL(38,10)")) {
            values.put(number, "CAST(1 AS " + number + ")");
        }
        for (String time : List.of(
                "DATE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS", "TIMESTAMPTZ", "TIMESTAMPTZ_NS")) {
            values.put(time, "CAST('2026-05-01' AS " + time + ")");
        }
        for (String time : List.of("TIME", "TIMETZ", "TIME_NS")) {
            values.put(time, "CAST('10:11:12' AS " + time + ")");
        }
        values.put("BOOLEAN", "TRUE");
        values.put("VARCHAR", "'a'");
        values.put("BLOB", "'\\xAA'::BLOB");
        values.put("BIT", "'0101'::BIT");
        values.put("UUID", "'ffffffff-ffff-ffff-ffff-ffffffffffff'::UUID");
        values.put("INTERVAL", "INTERVAL '1 month'");
        values.put("JSON", "'{\"a\": 1}'::JSON");
        values.put("ENUM", "'a'::ENUM('a', 'b,)', 'it''s')");
        values.put("GEOMETRY", "'POINT(1 2)'::GEOMETRY");
        values.put("VARIANT", "{'a': 1}::VARIANT");
        values.put("LIST", "[[1], NULL]");
        values.put("ARRAY", "[1, 2]::INTEGER[2]");
        values.put("STRUCT", "{'a': 1, 'B c': [DATE '2026-05-01'], 'select': {'x': 'a'::ENUM('a', 'b')}}");
        values.put("MAP", "MAP {'k': [1.5]}");
        values.put("TUPLE", "row(1, 'a')");
        values.put("UNION", "union_value(num := 2)::UNION(num INTEGER, \"t x\" VARCHAR[])");
        return values;
    }

    @Test
    void c32_diff_settles_for_a_column_of_every_type_of_the_engine() {
        project.source("s", "d DATE, n INTEGER", "d")
                .sql("INSERT INTO raw.s VALUES ('2026-05-01', 1), ('2026-05-02', 2)");
        List<String> columns = new ArrayList<>(List.of(
                "d",
                "CAST(NULL AS VARCHAR) AS nothing",
                "n AS \"Mixed Case\"",
                "n AS \"select\"",
                "n AS \"quo\"\"ted\""));
        EVERY_TYPE.forEach((type, value) -> {
            String name = type.toLowerCase(java.util.Locale.ROOT).replaceAll("\\W", "_");
            columns.add(value + " AS a_" + name);
            columns.add("CASE WHEN n = 1 THEN " + value + " END AS b_" + name);
        });
        project.daily("m", "d", "SELECT " + String.join(",\n  ", columns) + "\nFROM smelt.sources.raw.s");

        project.run(AUTO);

        assertThat(project.diff()).isEqualTo(CLEAN);
        assertThat(project.diff()).isEqualTo(CLEAN);
        assertThat(project.rows("SELECT count(*) FROM main.m")).containsExactly("2");
        project.backbuild("m", "2026-05-01", "2026-05-03", 1);
        assertThat(project.run(AUTO).models()).isEmpty();
        assertThat(project.diff()).isEqualTo(CLEAN);
        Set<String> held = new TreeSet<>(project.rows("SELECT DISTINCT regexp_replace(data_type, '\\(.*', '') FROM"
                + " duckdb_columns() WHERE table_name = 'm' AND data_type NOT LIKE '%]'"));
        held.addAll(Set.of("LIST", "ARRAY"));
        Set<String> known = new TreeSet<>(project.rows("SELECT DISTINCT CASE type_name WHEN 'JSON' THEN 'JSON' ELSE"
                + " logical_type END FROM duckdb_types() WHERE database_name = 'system'"));
        known.removeAll(Set.of("NULL", "TYPE"));
        assertThat(held).containsExactlyElementsOf(known);
    }

    private static SchemaDifference only(UserProject project) {
        List<SchemaDifference> found = project.differences();
        assertThat(found).hasSize(1);
        return found.get(0);
    }
}
