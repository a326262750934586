package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.plan.Plan;
import dev.smelt.plan.PlanRequest.OnLogicChange;
import dev.smelt.plan.PlanRequest.Options;
import dev.smelt.plan.PlanRequest.Repair;
import dev.smelt.plan.Step;
import dev.smelt.run.RunSummary;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the repair of changed logic is to the models below: those that do not use the changed column stay clean. */
class BelowARepairTest {
    @TempDir
    private Path directory;

    private UserProject project;

    @BeforeEach
    void built() {
        project = UserProject.in(directory)
                .source("orders", "id INTEGER, d DATE, amount INTEGER, loaded TIMESTAMP", "d")
                .sql("INSERT INTO raw.orders SELECT i, DATE '2026-05-01' + CAST(i % 4 AS INTEGER), i * 3, NULL"
                        + " FROM range(20) AS t(i)");
        sales("amount * 2");
        project.write("models/shown.sql", "---\nmaterialization: view\n---\nSELECT * FROM smelt.sales\n")
                .daily("taxed", "d", "SELECT d, gross + 1 AS taxed FROM smelt.shown")
                .daily("counted", "d", "SELECT d, SUM(amount) AS n FROM smelt.shown GROUP BY d")
                .daily("recounted", "d", "SELECT d, n + 1 AS n FROM smelt.counted");
        run(Options.DEFAULT);
    }

    private void sales(String gross) {
        project.daily("sales", "d", "SELECT d, amount, " + gross + " AS gross FROM smelt.sources.raw.orders");
    }

    private static Options repair(Repair repair) {
        return new Options(Optional.empty(), false, false, false, OnLogicChange.BACKBUILD, repair);
    }

    private Plan plan(Repair repair, String... selectors) {
        return plan(repair(repair), selectors);
    }

    private Plan plan(Options options, String... selectors) {
        return project.smelt().plan(new BuildRequest(Selectors.of(selectors), new BuildRequest.Auto(false), options));
    }

    private void run(Options options, String... models) {
        assertThat(project.run(options, models).outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);
    }

    private static List<String> written(Plan plan) {
        return plan.steps().stream()
                .filter(Step.Chunk.class::isInstance)
                .map(step -> step.model().path())
                .distinct()
                .toList();
    }

    private static List<String> updates(Plan plan) {
        return plan.steps().stream()
                .filter(Step.Chunk.class::isInstance)
                .flatMap(step -> ((Step.Chunk) step).update().stream())
                .toList();
    }

    private List<String> stale() {
        return project.rows(
                "SELECT DISTINCT model FROM _smelt.partitions WHERE stale_reason IS NOT NULL ORDER BY model");
    }

    private void isWhatARebuildGives(String table, String query) {
        assertThat(project.rowsApart(table, query)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void models_that_do_not_use_the_column_are_not_even_looked_at(Repair repair) {
        sales("amount * 3");
        assertThat(project.diff()).contains("Model: taxed").doesNotContain("Model: counted", "Model: recounted");

        assertThat(written(plan(repair, "sales", "shown", "taxed", "counted", "recounted")))
                .containsExactly("sales", "taxed");
        run(repair(repair));

        assertThat(stale()).isEmpty();
        isWhatARebuildGives("taxed", "SELECT d, amount * 3 + 1 FROM raw.orders");
    }

    @Test
    void a_model_that_holds_what_the_column_is_computed_from_is_repaired_in_place_too() {
        project.daily(
                "kept", "d", "WITH s AS (SELECT * FROM smelt.shown) SELECT d, amount AS net, gross / 2 AS half FROM s");
        run(Options.DEFAULT);
        sales("amount * 3");

        assertThat(updates(plan(Repair.UPDATE, "sales", "shown", "kept")))
                .containsExactly(
                        "UPDATE main.sales SET gross = amount * 3 WHERE d >= '2026-05-01' AND d < '2026-05-05'",
                        "UPDATE main.kept SET half = CAST(net * 3 AS INTEGER) / 2 WHERE d >= '2026-05-01' AND"
                                + " d < '2026-05-05'");
        run(repair(Repair.UPDATE));

        assertThat(stale()).isEmpty();
        isWhatARebuildGives("kept", "SELECT d, amount, amount * 3 / 2 FROM raw.orders");
    }

    @Test
    void what_an_outer_join_may_replace_by_null_is_computed_anew() {
        project.daily(
                "matched",
                "d",
                "SELECT o.d, s.amount, s.gross FROM smelt.sources.raw.orders AS o LEFT JOIN smelt.sales AS s"
                        + " ON o.d = s.d AND o.amount = s.amount AND o.id > 10");
        run(Options.DEFAULT);
        sales("COALESCE(amount, 0) * 3");

        assertThat(updates(plan(Repair.UPDATE, "sales", "matched")))
                .singleElement()
                .asString()
                .startsWith("UPDATE main.sales");
        run(repair(Repair.UPDATE));

        isWhatARebuildGives(
                "matched",
                "SELECT d, CASE WHEN id > 10 THEN amount END, CASE WHEN id > 10 THEN amount * 3 END FROM raw.orders");
    }

    @ParameterizedTest
    @EnumSource
    void where_the_changed_model_alone_is_selected_only_those_that_use_the_column_are_stale(Repair repair) {
        sales("amount * 3");

        assertThat(plan(repair, "sales").closing())
                .filteredOn(warning -> warning.message().contains("stale now"))
                .singleElement()
                .satisfies(warning -> assertThat(warning.render())
                        .startsWith("models/taxed.sql:1:1: taxed: changed logic of sales.gross. [")
                        .doesNotContain("counted")
                        .endsWith("[SMELT-P040]"));
        run(repair(repair), "sales");

        assertThat(stale()).containsExactly("taxed");
    }

    @Test
    void what_is_stale_for_its_logic_is_warned_of_once_with_the_command_that_repairs_it_whole() {
        project.daily("sales", "d", "SELECT d, amount, amount * 3 AS gross, 1 AS one FROM smelt.sources.raw.orders");

        assertThat(plan(Options.DEFAULT, "sales").closing())
                .filteredOn(warning -> warning.message().contains("taxed"))
                .extracting(Diagnostic::code)
                .containsExactly("SMELT-P040");
    }

    @ParameterizedTest
    @EnumSource
    void what_landed_meanwhile_reaches_every_model_below(Repair repair) {
        project.sql("INSERT INTO raw.orders VALUES (100, DATE '2026-05-02', 7, NULL)");
        sales("amount * 3");
        run(repair(repair), "sales");

        assertThat(project.rows("SELECT model, count(*) FROM _smelt.partitions WHERE stale_reason IS NOT NULL"
                        + " GROUP BY model ORDER BY model"))
                .containsExactly("counted 1", "recounted 1", "taxed 4");

        run(repair(repair));
        isWhatARebuildGives("counted", "SELECT d, SUM(amount) FROM raw.orders GROUP BY d");
        isWhatARebuildGives("recounted", "SELECT d, SUM(amount) + 1 FROM raw.orders GROUP BY d");
    }

    @Test
    void values_that_are_other_ones_each_time_may_be_in_any_column_of_rows_that_are_built_again() {
        String pinned = "timeseries: {partition_column: d, granularity: day}\ncolumns: {at: {contract: plausible}}";
        project.incremental(
                "sales", pinned, "SELECT d, amount, amount * 2 AS gross, now() AS at FROM smelt.sources.raw.orders");
        run(repair(Repair.REWRITE));
        project.incremental(
                "sales", pinned, "SELECT d, amount, amount * 3 AS gross, now() AS at FROM smelt.sources.raw.orders");

        assertThat(written(plan(Repair.REWRITE, "sales", "counted"))).containsExactly("sales", "counted");
        assertThat(written(plan(Repair.UPDATE, "sales", "counted"))).containsExactly("sales", "counted");
    }

    @Test
    void a_model_that_has_another_text_now_may_have_used_any_column_when_it_was_built() {
        sales("amount * 3");
        project.daily("taxed", "d", "SELECT d, amount + 1 AS taxed FROM smelt.shown");
        run(repair(Repair.REWRITE), "sales");
        project.daily("taxed", "d", "SELECT d, gross + 1 AS taxed FROM smelt.shown");
        run(repair(Repair.REWRITE));

        isWhatARebuildGives("taxed", "SELECT d, amount * 3 + 1 FROM raw.orders");
    }

    @Test
    void a_rebuild_of_the_whole_table_reaches_every_model_below() {
        project.daily(
                "sales", "d", "SELECT d, amount, amount * 3 AS gross, id IS NULL AS odd FROM smelt.sources.raw.orders");

        run(repair(Repair.UPDATE), "sales");

        assertThat(stale()).containsExactly("counted", "recounted", "taxed");
    }
}
