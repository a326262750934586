package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.diagnostics.SmeltException;
import dev.smelt.ledger.WarehouseSnapshot;
import dev.smelt.report.snapshot.SnapshotReader;
import dev.smelt.report.snapshot.SnapshotWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A snapshot stands in for the warehouse: the same verdicts, where the warehouse cannot be reached. */
class SnapshotTest {
    @TempDir
    private Path directory;

    private UserProject project;

    @BeforeEach
    void a_built_project() {
        project = UserProject.in(directory)
                .source("sales", "d DATE, amount INTEGER, note VARCHAR", "d")
                .sql(
                        "INSERT INTO raw.sales VALUES ('2026-05-01', 10, NULL), ('2026-05-02', 5, 'x'), ('2026-05-05', 1, 'y')")
                .daily("sales", "d", "SELECT d, amount * 2 AS gross, note, amount AS net FROM smelt.sources.raw.sales")
                .daily("taxed", "d", "SELECT d, gross + 1 AS taxed FROM smelt.sales")
                .write("models/whole.sql", "---\nmaterialization: table\n---\nSELECT count(*) AS n FROM smelt.sales\n")
                .write("models/seen.sql", "SELECT d, taxed FROM smelt.taxed\n");
        project.run(new BuildRequest.Auto(false));
    }

    /** Every kind of outcome at once; {@link UserProject#diff} compares both ways of looking. */
    @Test
    void every_verdict_is_the_same_with_and_without_the_warehouse() {
        assertThat(project.diff()).isEqualTo("Summary: 0 changed, 0 new, 0 removed, 4 unchanged\n");

        project.daily("sales", "d", """
                        SELECT d, amount * 3 AS gross, COALESCE(note, '') AS note, COALESCE(amount, 0) AS net,
                            CAST(amount AS BIGINT) AS big, 1 AS one
                        FROM smelt.sources.raw.sales WHERE amount > 0 OR note IS NULL""")
                .daily("taxed", "d", "SELECT d, CAST(gross AS SMALLINT) AS taxed FROM smelt.sales")
                .daily("fresh", "d", "SELECT d FROM smelt.taxed")
                .write("models/seen.sql", "SELECT d, 1 AS other FROM smelt.taxed\n");
        delete("models/whole.sql");

        assertThat(project.diff())
                .contains("LOGIC gross: amount * 2 -> amount * 3")
                .contains("ALTER COLUMN note NULL -> NOT NULL\n  -> Rebuild")
                .contains(
                        "ALTER COLUMN net NULL -> NOT NULL\n  -> Safe: recorded, the table stays as it is (it holds no NULL)")
                .contains("ADD COLUMN big BIGINT NULL\n  -> Safe")
                .contains("ADD COLUMN one INTEGER NOT NULL\n  -> Rebuild")
                .contains("TYPE INTEGER -> SMALLINT\n  -> Refused")
                .contains("REMOVED main.whole")
                .contains("NEW main.fresh")
                .contains("[2026-05-01, 2026-05-06)");
    }

    @Test
    void stale_history_and_its_reason_are_kept() {
        project.daily("sales", "d", "SELECT d, amount * 3 AS gross, note, amount AS net FROM smelt.sources.raw.sales");
        project.run(new BuildRequest.Auto(false));

        assertThat(project.diff()).contains("LOGIC changed logic of gross; stale: [2026-05-01, 2026-05-06)");
    }

    @Test
    void what_stands_in_other_tables_is_known_to_new_models_too() {
        project.sql("CREATE TABLE raw.rates AS SELECT DATE '2026-05-01' AS d, 2 AS rate")
                .write("models/sources/raw/rates.yml", "name: raw.rates\n")
                .write(
                        "models/rated.sql",
                        "---\nmaterialization: table\n---\nSELECT rate FROM smelt.sources.raw.rates\n");

        assertThat(project.diff()).contains("NEW main.rated");
        assertThat(project.smelt().validate(Selectors.ALL).errors().toString()).contains("SMELT-S060");
        assertThat(project.smelt()
                        .validate(Selectors.ALL, directory.resolve("deployed.json"))
                        .errors())
                .isEmpty();
    }

    @Test
    void two_looks_at_the_same_warehouse_give_the_same_bytes_and_these_read_as_what_was_written() {
        WarehouseSnapshot snapshot = project.smelt().snapshot();
        String text = SnapshotWriter.write(snapshot);

        assertThat(SnapshotWriter.write(project.smelt().snapshot())).isEqualTo(text);
        assertThat(SnapshotWriter.write(SnapshotReader.read("deployed.json", text)))
                .isEqualTo(text);
        assertThat(text)
                .startsWith("{\n  \"smeltSnapshot\" : 1,\n  \"schema\" : \"main\",\n")
                .contains("\"start\" : \"2026-05-01\"")
                .contains("\"holdsNull\" : true")
                .doesNotContain(directory.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hour | 2026-05-01 05:00:00 | 2026-05-01 07:00:00",
                "week | 2026-05-04 | 2026-05-11",
                "month | 2026-05-01 | 2026-07-01",
                "quarter | 2026-04-01 | 2026-07-01",
                "year | 2026-01-01 | 2027-01-01"
            })
    void partitions_of_every_length_are_kept(String granularity, String start, String end) {
        project.source("ticks", "ts TIMESTAMP, n INTEGER", "ts")
                .sql("INSERT INTO raw.ticks VALUES ('2026-05-01 05:30:00', 1), ('2026-05-04 06:30:00', 2)")
                .write(
                        "models/sources/raw/ticks.yml",
                        "name: raw.ticks\ncolumns:\n  - {name: ts, type: TIMESTAMP}\n  - {name: n, type: INTEGER}\n"
                                + "timeseries: {partition_column: ts, granularity: hour}\n")
                .incremental(
                        "ticks",
                        "timeseries: {partition_column: ts, granularity: " + granularity + "}",
                        "SELECT date_trunc('" + granularity + "', ts) AS ts, n * 2 AS n FROM smelt.sources.raw.ticks");
        project.smelt()
                .run(
                        new BuildRequest(
                                Selectors.of("ticks"),
                                new BuildRequest.Backbuild(start, end),
                                dev.smelt.plan.PlanRequest.Options.DEFAULT),
                        event -> {});
        project.incremental(
                "ticks",
                "timeseries: {partition_column: ts, granularity: " + granularity + "}",
                "SELECT date_trunc('" + granularity + "', ts) AS ts, n * 3 AS n FROM smelt.sources.raw.ticks");

        assertThat(project.diff()).contains("stale: [" + start + ", " + end + ")");
    }

    @Test
    void a_newer_format_is_refused_with_advice() {
        assertThatThrownBy(() -> SnapshotReader.read("deployed.json", "{\"smeltSnapshot\": 2, \"new\": []}"))
                .isInstanceOfSatisfying(
                        SmeltException.class, e -> assertThat(e.kind()).isEqualTo(SmeltException.Kind.TOOL))
                .hasMessage("deployed.json: The snapshot was written by a newer smelt (format 2, this one knows 1)."
                        + " Use that version of the plugin, or write the snapshot with this one. [SMELT-D010]");
    }

    @Test
    void a_damaged_file_is_refused_with_the_place() {
        String text = SnapshotWriter.write(project.smelt().snapshot());
        Map<String, String> damages = new TreeMap<>();
        damages.put(text.substring(0, text.length() / 2), "it is no whole JSON document");
        damages.put(text + "{}", "it is no whole JSON document");
        damages.put("[]", "the document is no object");
        damages.put("{}", "smeltSnapshot is missing");
        damages.put(text.replace("\"kind\" : \"view\"", "\"kind\" : \"index\""), ".kind is 'index'");
        damages.put(text.replace("\"2026-05-06\"", "\"tomorrow\""), ".end is no time: 'tomorrow'");
        damages.put(text.replace("\"2026-05-06\"", "\"2026-04-06\""), ".built[0] ends before it starts");
        damages.put(text.replace("\"granularity\" : \"day\"", "\"granularity\" : \"fortnight\""), "'fortnight'");
        damages.put(text.replaceFirst("\"nullable\" : true", "\"nullable\" : \"yes\""), "neither true nor false");
        damages.put(text.replaceFirst("\"fingerprint\" : \"[0-9a-f]+\"", "\"fingerprint\" : 1"), "is no text");

        damages.forEach((damaged, what) -> assertThatThrownBy(() -> SnapshotReader.read("deployed.json", damaged))
                .isInstanceOfSatisfying(
                        SmeltException.class, e -> assertThat(e.kind()).isEqualTo(SmeltException.Kind.TOOL))
                .hasMessageStartingWith("deployed.json")
                .hasMessageContaining(what)
                .hasMessageContaining("SMELT-D011"));
        assertThatThrownBy(() -> SnapshotReader.read("deployed.json", "{\n  \"smeltSnapshot\" : 1,\n  oops"))
                .hasMessageStartingWith("deployed.json:3:");
    }

    @Test
    void a_missing_file_and_one_of_another_schema_are_refused() throws Exception {
        assertThatThrownBy(() -> project.smelt().diff(Selectors.ALL, directory.resolve("none.json")))
                .hasMessageContaining("there is no such file")
                .hasMessageContaining("SMELT-D012");

        project.diff();
        String text = Files.readString(directory.resolve("deployed.json"));
        project.write(
                "other.json",
                text.replace("\"schema\" : \"main\",\n  \"models\"", "\"schema\" : \"prod\",\n  \"models\""));
        assertThatThrownBy(() -> project.smelt().diff(Selectors.ALL, directory.resolve("other.json")))
                .hasMessageContaining("taken of the schema prod, and the target dev builds in main")
                .hasMessageContaining("SMELT-D013");
    }

    @Test
    void there_is_no_snapshot_of_no_warehouse() throws Exception {
        Files.delete(project.database());
        assertThatThrownBy(() -> project.smelt().snapshot())
                .hasMessageContaining("There is no warehouse to take a snapshot of")
                .hasMessageContaining("SMELT-D014");
        assertThat(List.of(Files.exists(project.database()))).containsExactly(false);
    }

    private void delete(String file) {
        try {
            Files.delete(directory.resolve(file));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
