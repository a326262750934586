package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.plan.Plan;
import dev.smelt.plan.PlanRequest.OnLogicChange;
import dev.smelt.plan.PlanRequest.Options;
import dev.smelt.plan.PlanRequest.Repair;
import dev.smelt.plan.Step;
import dev.smelt.report.PlanJson;
import dev.smelt.report.PlanText;
import dev.smelt.run.RunSummary;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * History under old logic that is repaired by an UPDATE of the changed columns, where their values follow from the stored
 * row; and where they do not, by DELETE and INSERT as ever. Either way the table is what a full rebuild gives.
 */
class InPlaceRepairTest {
    private static final Options UPDATE =
            new Options(Optional.empty(), false, false, false, OnLogicChange.BACKBUILD, Repair.UPDATE);
    private static final Options WARN = Options.DEFAULT;

    @TempDir
    private Path directory;

    private UserProject project;

    @BeforeEach
    void orders() {
        project = UserProject.in(directory)
                .source("orders", "id INTEGER, d DATE, amount INTEGER, rate INTEGER, shop VARCHAR, note VARCHAR", "d")
                .sql("INSERT INTO raw.orders SELECT i, DATE '2026-05-01' + CAST(i % 4 AS INTEGER), CASE WHEN i % 5 > 0"
                        + " THEN i * 3 - 20 END, i % 3, CASE WHEN i % 6 > 0 THEN 'shop ' || i % 2 END, 'note ' || i"
                        + " FROM range(40) AS t(i)");
    }

    private void sales(String columns) {
        model("SELECT d, " + columns + " FROM smelt.sources.raw.orders");
    }

    private void model(String sql) {
        project.daily("sales", "d", sql);
    }

    /** The statements by which the changed model is repaired, after it was. */
    private List<String> repaired() {
        Plan plan = project.plan(UPDATE, new BuildRequest.Auto(false));
        List<String> statements = plan.steps().stream()
                .filter(step -> step instanceof Step.Chunk)
                .flatMap(step -> ((Step.Chunk) step).statements().stream())
                .toList();
        run(UPDATE);
        return statements;
    }

    private void run(Options options) {
        assertThat(project.run(options).outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);
    }

    /** The table holds what the query gives over what the source holds now, row for row, and the ledger says so. */
    private void isWhatARebuildGives(String table, String query) {
        assertThat(project.rowsApart(table, query)).isEmpty();
        assertThat(project.rows("SELECT count(*) FROM _smelt.partitions WHERE stale_reason IS NOT NULL"))
                .containsExactly("0");
        assertThat(project.rows(
                        "SELECT count(DISTINCT definition) FROM _smelt.partitions WHERE model = '" + table + "'"))
                .containsExactly("1");
        assertThat(project.diff()).contains(" 0 changed, 0 new");
    }

    @Test
    void values_that_follow_from_the_row_are_updated_and_nothing_is_read() {
        sales("amount, amount * 2 AS gross");
        run(WARN);
        sales("amount, amount * 3 AS gross");

        assertThat(PlanText.of(project.plan(UPDATE, new BuildRequest.Auto(false))))
                .isEqualTo("""
                -- Would run: sales (materialization shown below)
                SELECT CAST(d AS DATE) AS d, CAST(amount AS INTEGER) AS amount, CAST(gross AS INTEGER) AS gross FROM (
                SELECT d, amount, amount * 3 AS gross FROM raw.orders

                ) _smelt_typed

                -- chunk 1/1: [2026-05-01, 2026-05-05), updated in place
                BEGIN
                  UPDATE main.sales SET gross = amount * 3 WHERE d >= '2026-05-01' AND d < '2026-05-05'
                COMMIT
                """);
        assertThat(PlanJson.of(project.plan(UPDATE, new BuildRequest.Auto(false))))
                .contains("\"update\" : \"UPDATE main.sales SET gross = amount * 3 WHERE")
                .doesNotContain("\"delete\"");
        run(UPDATE);
        isWhatARebuildGives("sales", "SELECT d, amount, amount * 3 FROM raw.orders");
    }

    @Test
    void it_is_said_what_is_updated_and_what_is_rewritten_and_why() {
        sales("amount, amount * 2 AS gross");
        project.daily("noted", "d", "SELECT d, upper(note) AS label FROM smelt.sources.raw.orders");
        run(WARN);
        sales("amount, amount * 3 AS gross");
        project.daily("noted", "d", "SELECT d, lower(note) AS label FROM smelt.sources.raw.orders");

        assertThat(project.plan(UPDATE, new BuildRequest.Auto(false)).notices())
                .extracting(notice -> notice.code() + " " + notice.message())
                .contains(
                        "SMELT-P043 sales [2026-05-01, 2026-05-05) is updated in place: gross follows from the row"
                                + " itself.",
                        "SMELT-P044 noted is rewritten, not updated in place: label does not follow from the unchanged"
                                + " columns of the same row.");
    }

    @Test
    void what_is_updated_is_what_a_rebuild_gives() {
        String kept = "amount AS net, rate, shop, note, length(shop) AS l, amount + rate AS both,"
                + " LAG(amount ORDER BY id) OVER (PARTITION BY d ORDER BY id) AS was";
        sales(kept + ", 0 AS a, 0 AS b, 0 AS c, 0 AS e, 0 AS f, '' AS g, TRUE AS h, TRUE AS i, TRUE AS j, 0 AS k,"
                + " CAST(0 AS DOUBLE) AS m, 0 AS n");
        run(WARN);
        String changed = kept + """
                , COALESCE(amount, 0) * (1 + rate) AS a
                , CASE WHEN amount > 10 THEN amount ELSE -rate END AS b
                , CASE WHEN shop IS NULL THEN 0 ELSE CAST(length(shop) AS INTEGER) + 1 END AS c
                , a * 2 + b AS e
                , (amount + rate) * 2 AS f
                , shop || ' /* ' || note || '''' /* net -- of all */ AS g
                , amount IS NOT DISTINCT FROM rate AND NOT (rate = 1 OR shop IS NOT NULL) AS h
                , amount NOT BETWEEN 1 AND 5 AS i
                , amount IN (1, 7, NULL) AS j
                , -amount - -rate AS k
                , CAST(amount AS DECIMAL(10, 2)) / 2 AS m
                , amount - LAG(amount ORDER BY id) OVER (PARTITION BY d ORDER BY id) AS n""";
        sales(changed);

        assertThat(repaired())
                .singleElement()
                .asString()
                .startsWith("UPDATE main.sales SET a = COALESCE(net, 0) * (1 + rate),");
        isWhatARebuildGives("sales", "SELECT d, " + changed + " FROM raw.orders");
    }

    @Test
    void groups_keep_their_rows_and_null_is_a_group_like_others() {
        String grouped = " FROM smelt.sources.raw.orders GROUP BY d, shop";
        model("SELECT d, shop, SUM(amount) AS total, COUNT(*) AS n, SUM(amount) AS mean" + grouped);
        run(WARN);
        model("SELECT d, shop, SUM(amount) AS total, COUNT(*) AS n, SUM(amount) // COUNT(amount) AS mean" + grouped);
        assertThat(repaired()).as("COUNT(amount) is stored nowhere").anyMatch(text -> text.startsWith("DELETE "));

        model("SELECT d, shop, SUM(amount) AS total, COUNT(*) AS n, SUM(amount) // COUNT(*) AS mean" + grouped);
        assertThat(repaired())
                .containsExactly(
                        "UPDATE main.sales SET mean = total // n WHERE d >= '2026-05-01' AND d < '2026-05-05'");
        isWhatARebuildGives(
                "sales",
                "SELECT d, shop, SUM(amount), COUNT(*), SUM(amount) // COUNT(*) FROM raw.orders GROUP BY d, shop");
    }

    @Test
    void models_below_are_repaired_as_after_a_rewrite() {
        sales("amount, amount * 2 AS gross");
        project.daily("taxed", "d", "SELECT d, gross + 1 AS taxed FROM smelt.sales");
        project.daily("counted", "d", "SELECT d, SUM(amount) AS n FROM smelt.sales GROUP BY d");
        run(WARN);
        sales("amount, amount * 3 AS gross");
        assertThat(project.diff()).contains("Model: taxed").doesNotContain("Model: counted");

        assertThat(repaired()).anyMatch(text -> text.startsWith("UPDATE main.sales"));
        isWhatARebuildGives("taxed", "SELECT d, amount * 3 + 1 FROM raw.orders");
        isWhatARebuildGives("counted", "SELECT d, SUM(amount) FROM raw.orders GROUP BY d");
    }

    @Test
    void a_model_that_is_not_selected_is_marked_as_after_a_rewrite() {
        sales("amount, amount * 2 AS gross");
        project.daily("taxed", "d", "SELECT d, gross + 1 AS taxed FROM smelt.sales");
        run(WARN);
        sales("amount, amount * 3 AS gross");

        project.run(UPDATE, "sales");

        assertThat(project.rows(
                        "SELECT count(*) FROM _smelt.partitions WHERE model = 'taxed' AND stale_reason IS NOT NULL"))
                .containsExactly("4");
        run(new Options(Optional.empty(), false, false, false, OnLogicChange.BACKBUILD, Repair.REWRITE));
        isWhatARebuildGives("taxed", "SELECT d, amount * 3 + 1 FROM raw.orders");
    }

    @Test
    void partitions_that_are_stale_for_another_reason_too_are_rewritten() {
        sales("amount, amount * 2 AS gross");
        run(WARN);
        project.sql("INSERT INTO raw.orders VALUES (100, DATE '2026-05-02', 7, 1, 'late', NULL)");
        sales("amount, amount * 3 AS gross");

        assertThat(repaired())
                .filteredOn(text -> text.startsWith("UPDATE "))
                .containsExactly(
                        "UPDATE main.sales SET gross = amount * 3 WHERE d >= '2026-05-01' AND d < '2026-05-02'",
                        "UPDATE main.sales SET gross = amount * 3 WHERE d >= '2026-05-03' AND d < '2026-05-05'");
        isWhatARebuildGives("sales", "SELECT d, amount, amount * 3 FROM raw.orders");
    }

    @Test
    void a_partition_that_is_still_open_is_rewritten() {
        project.at("2026-05-04T12:00:00Z");
        sales("amount, amount * 2 AS gross");
        run(WARN);
        sales("amount, amount * 3 AS gross");

        assertThat(repaired())
                .filteredOn(text -> text.startsWith("UPDATE "))
                .containsExactly(
                        "UPDATE main.sales SET gross = amount * 3 WHERE d >= '2026-05-01' AND d < '2026-05-04'");
        isWhatARebuildGives("sales", "SELECT d, amount, amount * 3 FROM raw.orders");
    }

    @Test
    void an_added_column_is_filled_on_the_way_where_it_follows_too() {
        sales("amount, amount * 2 AS gross");
        run(WARN);
        sales("amount, amount * 3 AS gross, amount > 5 AS big");

        assertThat(repaired())
                .containsExactly(
                        "UPDATE main.sales SET gross = amount * 3, big = amount > 5 WHERE d >= '2026-05-01' AND"
                                + " d < '2026-05-05'");
        isWhatARebuildGives("sales", "SELECT d, amount, amount * 3, amount > 5 FROM raw.orders");
    }

    @Test
    void a_column_that_is_renamed_and_widened_with_its_logic_is_updated_after_its_alter() {
        String clock = "timeseries: {partition_column: Day, granularity: day}";
        project.incremental(
                "sales",
                clock,
                "SELECT d AS \"Day\", amount AS \"order\", rate AS \"My rate\", amount * 2 AS gross FROM"
                        + " smelt.sources.raw.orders");
        run(WARN);
        project.sql("CREATE INDEX by_rate ON main.sales(\"My rate\")");
        String after = "SELECT d AS \"Day\", amount AS \"order\", rate AS \"My rate\","
                + " CAST(amount AS BIGINT) * \"my RATE\" AS \"Net\" FROM ";
        project.incremental(
                "sales", clock + "\ncolumns: {Net: {renamed_from: gross}}", after + "smelt.sources.raw.orders");

        assertThat(repaired())
                .containsExactly("UPDATE main.sales SET \"Net\" = CAST(\"order\" AS BIGINT) * \"my rate\" WHERE"
                        + " \"Day\" >= '2026-05-01' AND \"Day\" < '2026-05-05'");
        isWhatARebuildGives("sales", after + "raw.orders");
    }

    @Test
    void history_in_which_an_added_column_was_never_filled_is_rewritten() {
        sales("amount, amount * 2 AS gross");
        run(WARN);
        sales("amount, amount * 2 AS gross, rate AS r");
        run(WARN);
        sales("amount, amount * 3 AS gross, rate AS r");

        assertThat(repaired()).noneMatch(text -> text.startsWith("UPDATE "));
        isWhatARebuildGives("sales", "SELECT d, amount, amount * 3, rate FROM raw.orders");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "amount, amount * 2 AS gross | amount, amount * rate AS gross | does not follow",
                "amount, 1 AS gross | amount, SUM(amount) OVER (PARTITION BY d) AS gross | does not follow",
                "amount AS a, amount AS b | amount + 1 AS a, amount + 2 AS b | a, b do not follow",
                "shop, list_value(shop) AS l | shop, list_transform([shop], lambda x: upper(x)) AS l | does not follow"
            })
    void what_does_not_follow_from_the_row_is_rewritten(String before, String after, String why) {
        sales(before);
        run(WARN);
        sales(after);

        assertThat(project.plan(UPDATE, new BuildRequest.Auto(false)).notices())
                .anyMatch(notice ->
                        notice.code().equals("SMELT-P044") && notice.message().contains(why));
        assertThat(repaired()).noneMatch(text -> text.startsWith("UPDATE "));
        isWhatARebuildGives("sales", "SELECT d, " + after + " FROM raw.orders");
    }

    @Test
    void other_rows_and_other_partitions_are_rewritten() {
        sales("amount, amount * 2 AS gross");
        run(WARN);
        model("SELECT d, amount, amount * 3 AS gross FROM smelt.sources.raw.orders WHERE id % 3 > 0");
        assertThat(project.plan(UPDATE, new BuildRequest.Auto(false)).notices())
                .anyMatch(notice -> notice.message().contains("its rows change"));
        assertThat(repaired()).noneMatch(text -> text.startsWith("UPDATE "));
        isWhatARebuildGives("sales", "SELECT d, amount, amount * 3 FROM raw.orders WHERE id % 3 > 0");

        model(
                "SELECT CAST(d AS DATE) AS d, amount, amount * 4 AS gross FROM smelt.sources.raw.orders WHERE id % 3 > 0");
        assertThat(repaired()).noneMatch(text -> text.startsWith("UPDATE "));
        isWhatARebuildGives("sales", "SELECT d, amount, amount * 4 FROM raw.orders WHERE id % 3 > 0");
    }

    @Test
    void a_value_that_is_another_one_each_time_is_never_taken_from_the_row() {
        String plausible = "timeseries: {partition_column: d, granularity: day}\nsafety_overrides:"
                + " {allow_nondeterministic: true}";
        project.incremental("sales", plausible, "SELECT d, random() AS r, 1 AS k FROM smelt.sources.raw.orders");
        run(WARN);
        project.incremental(
                "sales", plausible, "SELECT d, random() AS r, random() * 2 AS k FROM smelt.sources.raw.orders");

        assertThat(repaired()).noneMatch(text -> text.startsWith("UPDATE "));
    }

    @Test
    void what_a_run_marked_before_is_rewritten_since_its_columns_are_no_longer_known() {
        sales("amount, amount * 2 AS gross");
        run(WARN);
        sales("amount, amount * 3 AS gross");
        run(WARN);

        assertThat(project.plan(UPDATE, new BuildRequest.Auto(false)).notices())
                .extracting(notice -> notice.message())
                .contains(
                        "sales is rewritten, not updated in place: an earlier run marked its stale partitions and recorded"
                                + " the new definition, so which columns they hold under the old logic is no longer known.");
        assertThat(repaired()).noneMatch(text -> text.startsWith("UPDATE "));
        isWhatARebuildGives("sales", "SELECT d, amount, amount * 3 FROM raw.orders");
    }

    @Test
    void chunks_are_as_large_as_asked_for() {
        sales("amount, amount * 2 AS gross");
        run(WARN);
        sales("amount, amount * 3 AS gross");
        Options two = new Options(Optional.of(2), false, false, false, OnLogicChange.BACKBUILD, Repair.UPDATE);

        assertThat(project.plan(two, new BuildRequest.Auto(false)).steps())
                .filteredOn(step ->
                        step instanceof Step.Chunk chunk && chunk.update().isPresent())
                .hasSize(2);
        run(two);
        isWhatARebuildGives("sales", "SELECT d, amount, amount * 3 FROM raw.orders");
    }
}
