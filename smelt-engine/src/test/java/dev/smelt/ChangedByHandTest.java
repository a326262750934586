package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.plan.PlanRequest.Options;
import dev.smelt.schema.SchemaDifference;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that someone changed past smelt: diff says so, and the next run brings back what a rebuild gives. */
class ChangedByHandTest {
    @TempDir
    private Path directory;

    private UserProject project;

    @BeforeEach
    void built() {
        project = UserProject.in(directory)
                .source("orders", "d DATE, amount DOUBLE", "d")
                .sql("INSERT INTO raw.orders VALUES (DATE '2026-05-01', 1.5), (DATE '2026-05-02', NULL)")
                .daily("sales", "d", "SELECT d, amount, amount * 2 AS gross FROM smelt.sources.raw.orders");
        project.run(Options.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ALTER TABLE main.sales DROP COLUMN gross"
                        + " | ADD COLUMN gross DOUBLE NULL | By hand: the table lost the column that smelt made",
                "ALTER TABLE main.sales ALTER gross TYPE INTEGER"
                        + " | ALTER COLUMN gross TYPE INTEGER -> DOUBLE | By hand: smelt left the type DOUBLE",
                "ALTER TABLE main.sales ALTER gross TYPE VARCHAR"
                        + " | ALTER COLUMN gross TYPE VARCHAR -> DOUBLE | By hand: smelt left the type DOUBLE",
                "ALTER TABLE main.sales ALTER d SET NOT NULL"
                        + " | ALTER COLUMN d NOT NULL -> NULL | By hand: someone set NOT NULL",
                "ALTER TABLE main.sales RENAME TO sold | MISSING main.sales | By hand: the table or view that smelt made"
            })
    void what_was_done_by_hand_is_told_from_a_change_of_the_model_and_undone(
            String statement, String headline, String explanation) {
        project.sql(statement);

        assertThat(project.differences().get(0).changes()).singleElement().satisfies(change -> {
            assertThat(change.headline()).isEqualTo(headline);
            assertThat(change.explanation()).startsWith(explanation);
        });
        project.run(Options.DEFAULT);
        isAsBefore();
    }

    @Test
    void a_column_that_was_added_by_hand_is_never_dropped_without_permission() {
        project.sql("ALTER TABLE main.sales ADD COLUMN mine INTEGER");

        assertThat(project.diff()).contains("DROP COLUMN mine", "by hand someone gave the table a column");
    }

    @Test
    void a_model_that_changed_too_does_not_hide_what_was_done_by_hand() {
        project.sql("ALTER TABLE main.sales ALTER gross TYPE INTEGER");
        project.daily("sales", "d", "SELECT d, amount, CAST(amount AS VARCHAR) AS gross FROM smelt.sources.raw.orders");

        assertThat(project.diff())
                .contains("ALTER COLUMN gross TYPE INTEGER -> VARCHAR", "By hand: smelt left the type DOUBLE");
        project.run(Options.DEFAULT);
        assertThat(project.rows("SELECT gross FROM main.sales ORDER BY d")).containsExactly("1.5", "null");
    }

    @Test
    void a_key_stands_in_the_way_of_another_type_and_is_not_lost_without_permission() {
        project.sql("ALTER TABLE main.sales ADD PRIMARY KEY (d)");
        assertThat(project.diff()).contains(" 0 changed");
        project.daily(
                "sales",
                "d",
                "SELECT CAST(d AS TIMESTAMP) AS d, amount, amount * 2 AS gross FROM" + " smelt.sources.raw.orders");

        assertThat(project.diff())
                .contains("CONSTRAINT PRIMARY KEY(d)", "Refused: someone gave the table this constraint by hand");
        assertThatThrownBy(() -> project.run(Options.DEFAULT)).hasMessageContaining("CONSTRAINT PRIMARY KEY(d)");
        assertThat(project.rows("SELECT count(*) FROM duckdb_constraints() WHERE constraint_text = 'PRIMARY KEY(d)'"))
                .containsExactly("1");

        project.run(new Options(Optional.empty(), false, true, false));
        assertThat(project.diff()).contains(" 0 changed");
    }

    @Test
    void a_view_that_someone_replaced_is_made_again() {
        project.write("models/shown.sql", "---\nmaterialization: view\n---\nSELECT d, gross FROM smelt.sales\n");
        project.run(Options.DEFAULT);
        project.sql("CREATE OR REPLACE VIEW main.shown AS SELECT d FROM main.sales");

        assertThat(project.diff()).contains("ADD COLUMN gross DOUBLE NULL", "By hand: someone replaced the view.");
        project.run(Options.DEFAULT);
        assertThat(project.diff()).contains(" 0 changed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT d, gross + 1 AS gross FROM main.sales",
                "SELECT CAST(d AS DATE) AS d, CAST(gross AS DOUBLE) AS gross FROM (SELECT d, gross FROM main.sales"
                        + " WHERE gross > 2) AS _smelt_typed",
                "SELECT CAST(d AS DATE) AS d, CAST(gross AS DOUBLE) AS gross FROM (SELECT d, amount AS gross FROM"
                        + " main.sales AS s) AS _smelt_typed"
            })
    void a_view_that_someone_replaced_by_one_of_the_same_columns_is_made_again(String sql) {
        shown("SELECT s.d, s.gross FROM smelt.sales AS s -- as it is");
        project.run(Options.DEFAULT);
        project.sql("CREATE OR REPLACE VIEW main.shown AS " + sql);

        assertThat(project.diff())
                .contains("VIEW main.shown shows something else", "By hand: someone replaced the view.", " 1 changed");
        project.run(Options.DEFAULT);
        assertThat(project.diff()).contains(" 0 changed");
        assertThat(project.rows("SELECT gross FROM main.shown ORDER BY d")).containsExactly("3.0", "null");
    }

    @Test
    void a_view_whose_model_changed_was_replaced_by_nobody() {
        shown("SELECT s.d, s.gross::DECIMAL(9, 2) AS gross FROM smelt.sales AS s WHERE d >= '2026-01-01'::DATE");
        project.run(Options.DEFAULT);
        assertThat(project.diff()).contains(" 0 changed");

        shown("/* Written otherwise. */ SELECT t.d, CAST(t.gross AS decimal(9,2)) AS gross\nFROM smelt.sales t"
                + " WHERE t.d >= CAST('2026-01-01' AS DATE)");
        assertThat(project.diff()).contains(" 0 changed");

        shown("SELECT d, CAST(gross * 2 AS DECIMAL(9, 2)) AS gross FROM smelt.sales WHERE d >= DATE '2026-01-01'");
        assertThat(project.diff()).contains("LOGIC gross").doesNotContain("By hand");
    }

    private void shown(String sql) {
        project.write("models/shown.sql", "---\nmaterialization: view\n---\n" + sql + "\n");
    }

    @Test
    void views_of_others_that_name_a_column_which_goes_are_named() {
        project.sql("CREATE VIEW main.totals AS SELECT sum(gross) AS total FROM main.sales");
        project.sql("CREATE VIEW main.amounts AS SELECT amount FROM main.sales");
        project.daily("sales", "d", "SELECT d, amount, amount * 2 AS net FROM smelt.sources.raw.orders")
                .write(
                        "models/sales.sql",
                        "---\nmaterialization: table\nrefresh: incremental\ntimeseries: {partition_column: d, granularity:"
                                + " day}\ncolumns: {net: {renamed_from: gross}}\n---\nSELECT d, amount, amount * 2 AS net"
                                + " FROM smelt.sources.raw.orders\n");

        assertThat(project.diff())
                .contains("RENAME COLUMN gross -> net", "VIEWS THAT NAME gross: main.totals")
                .doesNotContain("main.amounts");
    }

    private void isAsBefore() {
        assertThat(project.rows("SELECT d, amount, gross FROM main.sales ORDER BY d"))
                .containsExactly("2026-05-01 1.5 3.0", "2026-05-02 null null");
        List<SchemaDifference> differences = project.differences();
        assertThat(differences).allMatch(each -> each.state() == SchemaDifference.State.UNCHANGED);
    }
}
