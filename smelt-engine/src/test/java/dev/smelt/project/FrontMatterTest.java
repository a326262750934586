package dev.smelt.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Model;
import dev.smelt.model.SourceText;
import dev.smelt.time.Granularity;
import java.nio.file.Path;
import java.time.DayOfWeek;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a model's front matter may say, and where its SELECT begins. */
class FrontMatterTest {
    private static final String CLOCK = "timeseries: {partition_column: d, granularity: day}";

    @TempDir
    Path directory;

    private ProjectFolder withFrontMatter(String yaml) {
        return ProjectFolder.small(directory).with("models/m.sql", "---\n" + yaml + "\n---\nSELECT 1 AS d");
    }

    @Test
    void withoutFrontMatterTheWholeFileIsTheSelect() {
        assertThat(ProjectFolder.small(directory).model("a").sql())
                .isEqualTo(new SourceText("models/a.sql", "SELECT 1 AS one", 0, 1, 1));
    }

    @Test
    void theSelectKnowsWhereItBeginsBehindMarkCarriageReturnsAndTabs() {
        String file = "\uFEFF--- \t\r\ntags: [é😀]\r\n---\r\n\t-- kept\r\nSELECT 'é'\r\n";
        Model model = ProjectFolder.small(directory).with("models/m.sql", file).model("m");

        assertThat(model.tags()).containsExactly("é😀");
        assertThat(model.sql().text()).isEqualTo("\t-- kept\r\nSELECT 'é'\r\n");
        assertThat(model.sql().line()).isEqualTo(4);
        assertThat(model.sql().column()).isEqualTo(1);
        assertThat(file.substring(model.sql().start())).isEqualTo(model.sql().text());
        assertThat(model.sql().place(model.sql().text().indexOf("'é'")).toString())
                .isEqualTo("models/m.sql:5:8");
    }

    @Test
    void frontMatterMustEnd() {
        assertThat(ProjectFolder.small(directory)
                        .with("models/m.sql", "---\nowner: x\nSELECT 1")
                        .problems())
                .containsExactly(
                        "models/m.sql:1:1: The front matter that begins here does not end. Close it with a line"
                                + " '---' before the SELECT. [SMELT-C011]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-- nothing yet\n", "---\nowner: x\n---\n"})
    void aFileWithoutASelectIsNoModel(String text) {
        assertThat(ProjectFolder.small(directory).with("models/m.sql", text).problems())
                .containsExactly(
                        "models/m.sql: This file holds no SELECT. Write one, or remove the file. [SMELT-C011]");
    }

    /** The line of the case is the third of the file, below a line that declares a clock. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "name: b.m | 3:7: This file is the model 'm', but its 'name' is 'b.m'. A model's name follows from its path: drop 'name', or move the file. [SMELT-C013]",
                "tags: {a: b} | 3:7: 'tags' in the model m must be a text or a list of texts, but is a mapping. [SMELT-C005]",
                "refresh: incremental\\nmaterialization: view | 4:18: The model m is incremental, and only a table can be. Say 'materialization: table', or drop 'refresh: incremental'. [SMELT-C012]",
                "grain: row | 3:8: 'grain' in the model m must be partition, but is 'row'. [SMELT-C005]",
                "start: soon | 3:8: 'soon' is no start of a partition. Write a date such as 2026-05-01 (or 2026-05-01T05:00 for hours). [SMELT-C005]",
                "start: 2026-05-01T05:00 | 3:8: '2026-05-01T05:00' is not the start of a partition of one day. Write 2026-05-01 or 2026-05-02. [SMELT-C005]",
                "safety_overrides: {allow_window: true} | 3:20: Unknown key 'allow_window' in the 'safety_overrides' of the model m. Known keys: allow_window_functions, allow_having, allow_limit, allow_subqueries, allow_nondeterministic, allow_distinct. [SMELT-C003]",
                "safety_overrides: {allow_limit: yes} | 3:33: 'allow_limit' in the 'safety_overrides' of the model m must be true or false, but is 'yes'. [SMELT-C005]",
                "columns: [a] | 3:10: 'columns' in the model m must be a mapping of keys to values, but is a list. [SMELT-C005]",
                "columns: {a: {contrct: plausible}} | 3:15: Unknown key 'contrct' in the column 'a' of the model m. Did you mean 'contract'? [SMELT-C003]",
                "columns: {a: , A: } | 3:16: The columns 'a' and 'A' are one, since case makes no difference. Keep one of them. [SMELT-C004]",
                "schema_evolution: {strategy: hope} | 3:30: 'strategy' in the 'schema_evolution' of the model m must be alter_and_backfill or full_refresh, but is 'hope'. [SMELT-C005]",
                "batched: {allow_limit: true}\\nsafety_overrides: {allow_limit: false} | 3:11: 'allow_limit' is true here and false elsewhere in this model. Keep one of them. [SMELT-C012]",
            })
    void tellsWhatIsWrongWithALine(String line, String problem) {
        assertThat(withFrontMatter(CLOCK + "\n" + line.replace("\\n", "\n")).problems())
                .containsExactly("models/m.sql:" + problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "timeseries: {granularity: day} | 2:13: The 'timeseries' of the model m has no 'partition_column'. Add 'partition_column:', the column whose granule is a row's partition. [SMELT-C006]",
                "timeseries: {partition_column: d, granularity: dya} | 2:48: 'granularity' in the 'timeseries' of the model m must be hour, day, week, month, quarter, year or integer, but is 'dya'. Did you mean 'day'? [SMELT-C005]",
                "timeseries: {partition_column: d, granularity: day, week_start: sunday} | 2:53: 'week_start' means something only with 'granularity: week'. Drop it. [SMELT-C012]",
                "start: 2026-05-01 | 2:8: 'start' names the first partition of the model m, which has no 'timeseries'. Add 'timeseries:' with 'partition_column:' and 'granularity:' (hour, day, week, month, quarter or year; none for an integer column). [SMELT-C012]",
            })
    void tellsWhatIsWrongWithAClock(String line, String problem) {
        assertThat(withFrontMatter(line).problems()).containsExactly("models/m.sql:" + problem);
    }

    @Test
    void granularities() {
        assertThat(granularity("granularity: MONTH")).isEqualTo(Granularity.MONTH);
        assertThat(granularity("granularity: week, week_start: Sunday")).isEqualTo(Granularity.week(DayOfWeek.SUNDAY));
        assertThat(granularity("granularity: integer")).isEqualTo(Granularity.INTEGER);
        assertThat(granularity("event_time_column: x")).isEqualTo(Granularity.INTEGER);
    }

    private Granularity granularity(String keys) {
        return withFrontMatter("timeseries: {partition_column: d, " + keys + "}")
                .model("m")
                .timeseries()
                .orElseThrow()
                .granularity();
    }

    @Test
    void keysThatChangeNothingAreNoticed() {
        assertThat(withFrontMatter("tests: [unique]\nwatermark: x").load().notices())
                .extracting(Diagnostic::render)
                .containsExactly(
                        "models/m.sql:2:1: 'tests' in the model m is accepted and changes no result. [SMELT-C017]",
                        "models/m.sql:3:1: 'watermark' in the model m is accepted and changes no result. [SMELT-C017]");
    }

    @Test
    void keysThatWouldChangeAResultRefuseTheModelOnly() {
        assertThat(withFrontMatter("unique_key: id\nbatched: {lookback: 3}")
                        .model("m")
                        .refusals())
                .extracting(Diagnostic::render)
                .containsExactly(
                        "models/m.sql:2:1: 'unique_key' in the model m would change what is built, and smelt does not support"
                                + " it. smelt replaces whole partitions and merges no rows: drop the key, and deduplicate"
                                + " in the SELECT where needed. [SMELT-C016]",
                        "models/m.sql:3:11: 'lookback' in the 'batched' of the model m would change what is built, and smelt"
                                + " does not support it. smelt derives windows from the SQL: put the bound into the SELECT"
                                + " and drop the key. [SMELT-C016]");
    }

    @Test
    void scalarsStayAsTyped() {
        Model model = withFrontMatter("columns:\n  a: {default: no}\n  b: {default: 1:30}\n  c: {default: 007}"
                        + "\n  d: {default: \"'x'\"}\n  e: {default: null}")
                .model("m");

        assertThat(model.columns().values())
                .extracting(column -> column.defaultSql().orElseThrow())
                .containsExactly("no", "1:30", "007", "'x'", "null");
    }
}
