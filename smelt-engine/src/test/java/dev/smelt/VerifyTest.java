package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.report.VerifyJson;
import dev.smelt.report.VerifyText;
import dev.smelt.verify.Blame;
import dev.smelt.verify.Difference;
import dev.smelt.verify.ModelVerdict;
import dev.smelt.verify.ModelVerdict.Checked;
import dev.smelt.verify.ModelVerdict.How;
import dev.smelt.verify.ModelVerdict.Trial;
import dev.smelt.verify.Suspect;
import dev.smelt.verify.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code verify} finds on a user's own data, and that it leaves everything as it was. */
class VerifyTest {
    private static final String DAY_RANGE = "RANGE BETWEEN INTERVAL '1 day' PRECEDING AND CURRENT ROW";

    @TempDir
    Path directory;

    private UserProject project;

    @BeforeEach
    void begin() {
        project = UserProject.in(directory);
    }

    // ---- what is found

    @Test
    void a_wrong_override_is_found_and_named() {
        project.source("copies", "id INTEGER, d DATE, arrived TIMESTAMP", "d")
                .incremental("first_copy", """
                        timeseries: {partition_column: d, granularity: day}
                        safety_overrides: {allow_window_functions: true}""", """
                        SELECT id, d, arrived FROM smelt.sources.raw.copies
                        QUALIFY ROW_NUMBER() OVER (PARTITION BY id ORDER BY arrived, d) = 1""")
                .sql("INSERT INTO raw.copies VALUES (1, '2026-05-01', '2026-05-01 10:00'),"
                        + " (1, '2026-05-02', '2026-05-02 11:00'), (2, '2026-05-02', '2026-05-02 12:00')");

        Checked found = verified("first_copy", "2026-05-01", "2026-05-03");

        assertThat(outcomes(found)).containsExactly("1 at a time: different", "90 at a time: equal");
        assertThat(lines(found)).contains("chunks id=1 d=2026-05-02 arrived=2026-05-02 11:00:00");
        assertThat(found.blame().orElseThrow().certainty()).isEqualTo(Blame.Certainty.SHOWN);
        assertThat(suspects(found))
                .containsExactly("OVERRIDE safety_overrides.allow_window_functions models/first_copy.sql:8:9");
    }

    @Test
    void a_false_function_contract_is_found_and_named() {
        project.source("steps", "id INTEGER, ts TIMESTAMP, d DATE", "d")
                .write("functions/previous.sql", """
                        smelt.define previous(src: TableExpr) AS (
                          SELECT *, LAG(ts) OVER (PARTITION BY id ORDER BY ts %s) AS before FROM src
                        )
                        """.formatted(DAY_RANGE))
                .write("models/sources/raw/steps.yml", """
                        name: raw.steps
                        columns: [{name: id, type: INTEGER}, {name: ts, type: TIMESTAMP}, {name: d, type: DATE}]
                        timeseries: {event_time_column: ts, partition_column: d, granularity: day}
                        """)
                .daily(
                        "gaps",
                        "d",
                        "SELECT id, d, ts, before FROM smelt.functions.previous(smelt.sources.raw.steps) AS s")
                .sql("INSERT INTO raw.steps SELECT 1, t, CAST(t AS DATE) FROM (VALUES (TIMESTAMP '2026-05-01 10:00'),"
                        + " ('2026-05-02 10:00'), ('2026-05-06 10:00'), ('2026-05-07 10:00')) AS v(t)");

        Checked found = verified("gaps", "2026-05-01", "2026-05-08");

        assertThat(lines(found))
                .containsSubsequence(
                        "chunks id=1 d=2026-05-06 ts=2026-05-06 10:00:00 *before=NULL*",
                        "full id=1 d=2026-05-06 ts=2026-05-06 10:00:00 *before=2026-05-02 10:00:00*");
        assertThat(found.blame().orElseThrow().certainty()).isEqualTo(Blame.Certainty.SHOWN);
        assertThat(suspects(found)).containsExactly("CONTRACT smelt.functions.previous functions/previous.sql:2:55");
        assertThat(found.untied()).isEmpty();
    }

    @Test
    void an_untied_clock_is_found_although_no_chunk_reads_the_row() {
        project.source("ticks", "id INTEGER, v INTEGER, ts TIMESTAMP, d DATE", "d")
                .daily(
                        "sums",
                        "d",
                        "SELECT id, d, SUM(v) OVER (ORDER BY ts " + DAY_RANGE + ") AS s FROM smelt.sources.raw.ticks")
                .sql("INSERT INTO raw.ticks VALUES (1, 1, '2026-05-08 10:00', '2026-05-01'),"
                        + " (2, 2, '2026-05-08 12:00', '2026-05-08'), (3, 4, '2026-05-09 09:00', '2026-05-09')");
        assertThat(project.backbuild("sums", "2026-05-08", "2026-05-10", 1).failures())
                .as("what a run does not see")
                .isEmpty();

        Checked found = verified("sums", "2026-05-08", "2026-05-10");

        assertThat(lines(found)).contains("chunks id=2 d=2026-05-08 *s=2*", "full id=2 d=2026-05-08 *s=3*");
        assertThat(found.untied())
                .extracting(ModelVerdict.Untied::found)
                .containsExactly("2026-05-08 10:00:00 in partition 2026-05-01");
        assertThat(found.blame().orElseThrow().certainty()).isEqualTo(Blame.Certainty.SHOWN);
        assertThat(suspects(found)).containsExactly("CLOCK ts of sources.raw.ticks models/sums.sql:6:108");
    }

    @Test
    void a_clock_that_holds_is_no_suspect_beside_a_false_contract() {
        a_false_function_contract_is_found_and_named();
        assertThat(project.smelt()
                        .explain(new ExplainRequest(Selectors.of("gaps"), Optional.empty(), false))
                        .models()
                        .get(0)
                        .derivation()
                        .orElseThrow()
                        .assumptions())
                .isNotEmpty();
    }

    @Test
    void two_statements_behind_one_window_are_both_named_and_neither_is_accused() {
        project.source("ticks", "id INTEGER, v INTEGER, ts TIMESTAMP, d DATE", "d")
                .write("functions/previous.sql", """
                        smelt.define previous(src: TableExpr) AS (
                          SELECT *, LAG(v) OVER (PARTITION BY id ORDER BY ts %s) AS before FROM src
                        )
                        """.formatted(DAY_RANGE))
                .incremental("both", """
                        timeseries: {partition_column: d, granularity: day}
                        safety_overrides: {allow_window_functions: true}""", """
                        SELECT id, d, v, before FROM smelt.functions.previous(smelt.sources.raw.ticks) AS s
                        QUALIFY ROW_NUMBER() OVER (PARTITION BY v ORDER BY ts, id) = 1""")
                .sql("INSERT INTO raw.ticks VALUES (1, 1, '2026-05-01 10:00', '2026-05-01'),"
                        + " (1, 1, '2026-05-05 10:00', '2026-05-05'), (1, 3, '2026-05-06 10:00', '2026-05-06')");

        Checked found = verified("both", "2026-05-01", "2026-05-07");

        assertThat(found.blame().orElseThrow().certainty()).isEqualTo(Blame.Certainty.AMONG);
        assertThat(suspects(found)).hasSize(2);
    }

    @Test
    void a_value_that_is_another_one_in_each_build_is_told_from_a_window_that_is_too_narrow() {
        project.source("ticks", "id INTEGER, v INTEGER, d DATE", "d")
                .incremental("pick", """
                        timeseries: {partition_column: d, granularity: day}
                        safety_overrides: {allow_nondeterministic: true}""", """
                        SELECT d, random() AS r FROM smelt.sources.raw.ticks""")
                .sql("INSERT INTO raw.ticks VALUES (1, 1, '2026-05-01'), (2, 2, '2026-05-02')");

        Checked found = verified("pick", "2026-05-01", "2026-05-03");

        assertThat(found.blame().orElseThrow().evidence()).startsWith("Two full builds");
        assertThat(suspects(found))
                .containsExactly("OVERRIDE safety_overrides.allow_nondeterministic models/pick.sql:1:1");
    }

    @Test
    void what_was_changed_in_the_table_by_hand_is_found() {
        plain();
        project.run(new BuildRequest.Auto(false));
        project.sql("UPDATE main.plain SET v = 99 WHERE id = 2");

        Checked found = verified("plain", "2026-05-01", "2026-05-04");

        assertThat(outcomes(found)).containsExactly("1 at a time: equal", "90 at a time: equal", "table: different");
        assertThat(lines(found)).contains("table id=2 d=2026-05-02 *v=99*", "full id=2 d=2026-05-02 *v=20*");
        assertThat(found.blame().orElseThrow().certainty()).isEqualTo(Blame.Certainty.UNEXPLAINED);
    }

    @Test
    void what_an_as_built_lookup_left_behind_is_laid_to_it() {
        project.source("sales", "id INTEGER, d DATE, store INTEGER", "d")
                .source("stores", "store INTEGER, region VARCHAR", "")
                .write("smelt.yml", """
                        name: case
                        version: 1
                        targets:
                          dev: {type: duckdb, database: warehouse.duckdb, schema: main}
                        lookups: {sources.raw.stores: as_built}
                        """)
                .daily("sold", "d", """
                        SELECT s.id, s.d, t.region
                        FROM smelt.sources.raw.sales s JOIN smelt.sources.raw.stores t ON s.store = t.store""")
                .sql("INSERT INTO raw.stores VALUES (4, 'N')", "INSERT INTO raw.sales VALUES (1, '2026-05-01', 4)");
        project.run(new BuildRequest.Auto(false));
        project.sql("UPDATE raw.stores SET region = 'S'");

        Checked found = verified("sold", "2026-05-01", "2026-05-02");

        assertThat(outcomes(found)).containsExactly("1 at a time: equal", "table: different");
        assertThat(suspects(found))
                .containsExactly("AS_BUILT lookups.sources.raw.stores: as_built models/sold.sql:7:37");
    }

    // ---- what holds

    @Test
    void a_sound_model_and_its_table_are_equal() {
        plain();
        project.run(new BuildRequest.Auto(false));

        Checked found = verified("plain", "2026-05-01", "2026-05-04");

        assertThat(found.holds()).isTrue();
        assertThat(found.partitions()).isEqualTo(3);
        assertThat(found.rows()).isEqualTo(3);
        assertThat(outcomes(found)).containsExactly("1 at a time: equal", "90 at a time: equal", "table: equal");
        assertThat(found.blame()).isEmpty();
    }

    @Test
    void what_landed_and_was_not_run_yet_is_no_fault_of_the_table() {
        plain();
        project.run(new BuildRequest.Auto(false));
        project.sql("UPDATE raw.events SET v = 21 WHERE id = 2");

        Checked found = verified("plain", "2026-05-01", "2026-05-04");

        assertThat(found.holds()).isTrue();
        assertThat(found.trials().get(2).partitions()).as("settled partitions").isEqualTo(2);
    }

    @Test
    void a_model_that_reads_itself_is_built_oldest_first_from_what_its_table_holds_before() {
        project.source("deposits", "d DATE, amt INTEGER", "d")
                .daily("bal", "d", """
                        SELECT s.d, s.amt + coalesce(b.total, 0) AS total
                        FROM smelt.sources.raw.deposits s LEFT JOIN smelt.bal b ON b.d = s.d - INTERVAL '1 day'""")
                .sql("INSERT INTO raw.deposits VALUES ('2026-05-01', 10), ('2026-05-02', 5), ('2026-05-03', -3)");
        project.run(new BuildRequest.Auto(false));

        Checked found = verified("bal", "2026-05-02", "2026-05-04");

        assertThat(found.holds()).isTrue();
        assertThat(outcomes(found)).containsExactly("1 at a time: equal", "table: equal");
        assertThat(found.rows()).isEqualTo(2);
    }

    @Test
    void sums_of_floating_point_numbers_may_differ_in_their_last_digits_only() {
        project.source("events", "id INTEGER, d DATE, v DOUBLE", "d")
                .daily("sums", "d", "SELECT d, SUM(v) AS s FROM smelt.sources.raw.events GROUP BY d")
                .sql("INSERT INTO raw.events SELECT i, DATE '2026-05-01' + CAST(i % 3 AS INTEGER),"
                        + " 0.1 + sin(i) * 1e6 FROM range(1000) r(i)");
        project.run(new BuildRequest.Auto(false));

        project.sql("UPDATE main.sums SET s = s * (1 + 1e-14)");
        Checked lastDigits = verified("sums", "2026-05-01", "2026-05-04");
        project.sql("UPDATE main.sums SET s = s * (1 + 1e-6)");
        Checked more = verified("sums", "2026-05-01", "2026-05-04");

        assertThat(lastDigits.trials()).last().matches(Trial::lastDigits).matches(Trial::isEqual);
        assertThat(more.trials()).last().matches(trial -> !trial.isEqual());
    }

    // ---- which models and partitions

    @Test
    void without_a_window_the_last_built_partitions_are_verified() {
        project.source("events", "id INTEGER, d DATE, v INTEGER", "d")
                .daily("plain", "d", "SELECT id, d, v FROM smelt.sources.raw.events")
                .sql("INSERT INTO raw.events SELECT i, DATE '2026-04-01' + CAST(i AS INTEGER), i FROM range(40) r(i)");
        project.run(new BuildRequest.Auto(false));

        Verification found = project.smelt().verify(new VerifyRequest(Selectors.ALL, Optional.empty()));

        Checked checked = found.checked().get(0);
        assertThat(checked.granularity().format(checked.window())).isEqualTo("[2026-04-27, 2026-05-11)");
        assertThat(outcomes(checked)).containsExactly("1 at a time: equal", "90 at a time: equal", "table: equal");
    }

    @Test
    void a_window_is_rounded_to_whole_partitions() {
        project.source("events", "id INTEGER, d DATE, v INTEGER", "d")
                .incremental("monthly", "timeseries: {partition_column: m, granularity: month}", """
                        SELECT CAST(date_trunc('month', d) AS DATE) AS m, SUM(v) AS s
                        FROM smelt.sources.raw.events GROUP BY 1""")
                .sql("INSERT INTO raw.events SELECT i, DATE '2026-04-01' + CAST(i AS INTEGER), i FROM range(60) r(i)");

        Checked found = verified("monthly", "2026-04-10", "2026-05-11");

        assertThat(found.granularity().format(found.window())).isEqualTo("[2026-04-01, 2026-06-01)");
        assertThat(found.holds()).isTrue();
    }

    @Test
    void a_model_that_cannot_be_verified_says_why_and_does_not_keep_others_from_it() {
        plain();
        project.daily(
                "refused", "d", "SELECT id, d, ROW_NUMBER() OVER (ORDER BY id) AS n FROM smelt.sources.raw.events");

        Verification found = project.smelt()
                .verify(new VerifyRequest(
                        Selectors.ALL, Optional.of(new VerifyRequest.Window("2026-05-01", "2026-05-04"))));

        assertThat(found.checked()).hasSize(1);
        assertThat(VerifyText.render(found)).contains("not verified: models/refused.sql:1:1: refused is refused");
        assertThatThrownBy(() -> verify("refused", "2026-05-01", "2026-05-04"))
                .hasMessageContaining("SMELT-V001")
                .hasMessageContaining("SMELT-V002");
    }

    @Test
    void a_statement_that_fails_fails_as_a_run_would() {
        project.source("s", "d DATE, txt VARCHAR", "d")
                .daily("numbers", "d", "SELECT d, CAST(txt AS INTEGER) AS v FROM smelt.sources.raw.s")
                .sql("INSERT INTO raw.s VALUES ('2026-05-01', 'oops')");

        assertThatThrownBy(() -> verify("numbers", "2026-05-01", "2026-05-02"))
                .hasMessageContaining("oops")
                .hasMessageContaining("SMELT-V004");
    }

    // ---- and leaves everything as it was

    @Test
    void verify_changes_no_byte_and_leaves_no_file() throws IOException {
        plain();
        project.run(new BuildRequest.Auto(false));
        byte[] before = Files.readAllBytes(project.database());
        List<String> files = files();

        assertThat(verified("plain", "2026-05-01", "2026-05-04").holds()).isTrue();

        assertThat(Files.readAllBytes(project.database())).isEqualTo(before);
        assertThat(files()).isEqualTo(files);
    }

    @Test
    void a_warehouse_that_is_not_there_is_not_made() {
        plain();
        assertThat(project.database().toFile().delete()).isTrue();

        assertThatThrownBy(() -> verify("plain", "2026-05-01", "2026-05-04")).hasMessageContaining("SMELT-V005");
        assertThat(project.database()).doesNotExist();
    }

    @Test
    void programs_get_the_same_as_people() {
        a_wrong_override_is_found_and_named();

        String json = VerifyJson.render(verify("first_copy", "2026-05-01", "2026-05-03"));

        assertThat(json)
                .contains("\"equal\" : false", "\"partition\" : \"2026-05-02\"", "\"certainty\" : \"shown\"")
                .contains("\"name\" : \"safety_overrides.allow_window_functions\"");
    }

    // ----

    private void plain() {
        project.source("events", "id INTEGER, d DATE, v INTEGER", "d")
                .daily("plain", "d", "SELECT id, d, v FROM smelt.sources.raw.events")
                .sql(
                        "INSERT INTO raw.events VALUES (1, '2026-05-01', 10), (2, '2026-05-02', 20), (3, '2026-05-03', 30)");
    }

    private Verification verify(String model, String start, String end) {
        return project.smelt()
                .verify(new VerifyRequest(Selectors.of(model), Optional.of(new VerifyRequest.Window(start, end))));
    }

    private Checked verified(String model, String start, String end) {
        return verify(model, start, end).checked().get(0);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.map(Path::toString).sorted().toList();
        }
    }

    private static List<String> outcomes(Checked checked) {
        return checked.trials().stream()
                .map(trial -> (trial.what() == How.TABLE ? "table" : trial.granules() + " at a time")
                        + (trial.isEqual() ? ": equal" : ": different"))
                .toList();
    }

    /** {@code chunks id=1 *v=2*}: the side that has the row, and its values, those that differ marked. */
    private static List<String> lines(Checked checked) {
        Trial trial = checked.trials().stream()
                .filter(each -> !each.isEqual())
                .findFirst()
                .orElseThrow();
        String other = trial.what() == How.TABLE ? "table" : "chunks";
        return trial.difference().orElseThrow().rows().stream()
                .map(row -> (row.full() ? "full" : other) + cells(row))
                .toList();
    }

    private static String cells(Difference.Row row) {
        StringBuilder text = new StringBuilder();
        row.cells().forEach(cell -> {
            String value = cell.column() + "=" + cell.value();
            text.append(' ').append(cell.differs() ? "*" + value + "*" : value);
        });
        return text.toString();
    }

    private static List<String> suspects(Checked checked) {
        return checked.blame().orElseThrow().suspects().stream()
                .map((Suspect suspect) -> suspect.kind() + " " + suspect.name() + " " + suspect.place())
                .toList();
    }
}
