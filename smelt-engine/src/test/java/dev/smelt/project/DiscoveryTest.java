package dev.smelt.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.smelt.model.Address;
import dev.smelt.model.DataCheck;
import dev.smelt.model.Project;
import dev.smelt.model.Seed;
import dev.smelt.model.SqlTest;
import dev.smelt.model.TableName;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which file is what, and what its address and table are. */
class DiscoveryTest {
    @TempDir
    Path directory;

    @Test
    void addressesFollowThePathInOrder() {
        Project project = ProjectFolder.small(directory)
                .with("models/z/b.sql", "SELECT 1")
                .with("models/B.SQL", "SELECT 1")
                .with("models/z/é_1.sql", "SELECT 1")
                .load();

        assertThat(project.models().keySet()).extracting(Address::path).containsExactly("B", "a", "z.b", "z.é_1");
    }

    @Test
    void buildOutputAndHiddenFilesAreNotRead() {
        Project project = ProjectFolder.small(directory)
                .withSettings("paths: .\n")
                .with("target/classes/models/a.sql", "SELECT 1")
                .with("sub/pom.xml", "<project/>")
                .with("sub/target/a.sql", "SELECT 1")
                .with("models/target/t.sql", "SELECT 1")
                .with(".git/x.sql", "SELECT 1")
                .with("models/.a.sql", "SELECT 1")
                .with("functions/f.sql", "smelt.define f() AS (1)")
                .load();

        assertThat(project.models().keySet()).extracting(Address::path).containsExactly("models.a", "models.target.t");
        assertThat(project.functions()).containsOnlyKeys("f");
    }

    @Test
    void dataFilesAreSeeds() {
        Project project = ProjectFolder.small(directory)
                .with("models/dim/store.csv", "id\n1\n")
                .with("models/dim/store.yml", """
                        name: dim.store
                        columns: [{name: id, type: INTEGER}]
                        timeseries: {partition_column: id}
                        """)
                .with("models/dim/place.json", "[]")
                .with("models/raw/events.seed.sql", "SELECT 1 AS id")
                .load();

        assertThat(project.seeds().values())
                .extracting(seed -> seed.address().path(), Seed::table, Seed::format)
                .containsExactly(
                        tuple("dim.place", new TableName("main", "dim_place"), Seed.Format.JSON),
                        tuple("dim.store", new TableName("dim", "store"), Seed.Format.CSV),
                        tuple("raw.events", new TableName("main", "raw_events"), Seed.Format.SCRIPT));
        assertThat(project.sources()).isEmpty();
        assertThat(project.timeseries(new Address("dim.store"))).isPresent();
    }

    @Test
    void aSeedMayFillADeclaredSource() {
        Project project = ProjectFolder.small(directory)
                .with("models/sources/raw/events.yml", "name: raw.events\n")
                .with("models/raw_events.csv", "id\n")
                .with("models/raw_events.yml", "name: RAW.events\n")
                .load();

        assertThat(project.sources()).containsOnlyKeys(new Address("sources.raw.events"));
        assertThat(project.seeds()).containsOnlyKeys(new Address("raw_events"));
    }

    @Test
    void onlyOneSeedMayFillASource() {
        assertThat(ProjectFolder.small(directory)
                        .with("models/sources/e.yml", "name: raw.e\n")
                        .with("models/x.csv", "id\n")
                        .with("models/x.yml", "name: raw.e\n")
                        .with("models/y.csv", "id\n")
                        .with("models/y.yml", "name: raw.e\n")
                        .problems())
                .containsExactly(
                        "models/y.yml:1:1: The seeds 'x' (models/x.yml:1:1) and 'y' (models/y.yml:1:1) both fill the"
                                + " source table raw.e. Keep one of them. [SMELT-C010]");
    }

    @Test
    void twoAddressesMustNotGiveOneTable() {
        assertThat(ProjectFolder.small(directory)
                        .with("models/b/c_d.sql", "SELECT 1")
                        .with("models/b_c/d.sql", "SELECT 1")
                        .with("models/sources/x.yml", "name: main.A\n")
                        .problems())
                .containsExactly(
                        "models/a.sql: The addresses 'sources.x' (models/sources/x.yml:1:1) and 'a' (models/a.sql) both give"
                                + " the table main.a. Rename one of them. [SMELT-C010]",
                        "models/b_c/d.sql: The addresses 'b.c_d' (models/b/c_d.sql) and 'b_c.d' (models/b_c/d.sql) both give"
                                + " the table main.b_c_d. Rename one of them. [SMELT-C010]");
    }

    @Test
    void twoFilesMustNotGiveOneAddress() {
        assertThat(ProjectFolder.small(directory)
                        .withSettings("paths: [models, more]\n")
                        .with("more/a.csv", "x\n")
                        .problems())
                .containsExactly(
                        "more/a.csv: The address 'a' is taken: models/a.sql and more/a.csv both give it. Rename one of"
                                + " them. [SMELT-C010]");
    }

    @Test
    void aNameThatSqlCannotSayIsTold() {
        assertThat(ProjectFolder.small(directory)
                        .with("models/raw-data/x.sql", "SELECT 1")
                        .problems())
                .containsExactly(
                        "models/raw-data/x.sql: 'raw-data' cannot be part of an address, since SQL could not name"
                                + " it. Use letters, digits and underscores, a letter first. [SMELT-C013]");
    }

    @Test
    void aStrayYamlFileIsTold() {
        assertThat(ProjectFolder.small(directory)
                        .with("models/a.yml", "tags: x\n")
                        .problems())
                .containsExactly(
                        "models/a.yml: This YAML file is no source, since it does not lie under 'sources', and there"
                                + " is no seed beside it. Move it under 'sources', or put what it says about a model into that"
                                + " model's front matter. [SMELT-C013]");
    }

    @Test
    void testsAndChecksAreNoModels() {
        Project project = ProjectFolder.small(directory)
                .with("models/t.sql", "/* a test */ smelt.test adds_up AS (SELECT 1 AS x) EXPECT ({x: 1})")
                .with("models/c.sql", "smelt.check no_nulls AS (SELECT 1)")
                .with("functions/f.sql", "smelt.define one() AS (1)\nsmelt.test one_is_one AS (SELECT 1) EXPECT ()")
                .load();

        assertThat(project.models()).containsOnlyKeys(new Address("a"));
        assertThat(project.tests()).extracting(SqlTest::name).containsExactly("adds_up", "one_is_one");
        assertThat(project.checks()).extracting(DataCheck::name).containsExactly("no_nulls");
        assertThat(project.functions()).containsOnlyKeys("one");
    }

    @Test
    void sourceColumnsAreChecked() {
        assertThat(ProjectFolder.small(directory)
                        .with("models/sources/s.yml", """
                                columns:
                                  - name: id
                                    type: INTEGER
                                  - name: day
                                    type: DATE
                                  - type: DATE
                                unique_key: [idd]
                                arrival_column: dya
                                timeseries: {partition_column: day}
                                """)
                        .with("models/sources/t.yml", """
                                columns: [{name: n, type: bigint, nullable: maybe}]
                                timeseries: {partition_column: n, granularity: day}
                                """)
                        .problems())
                .containsExactly(
                        "models/sources/s.yml:6:5: The column of the source sources.s has no 'name'. Add 'name:'."
                                + " [SMELT-C006]",
                        "models/sources/s.yml:7:14: 'unique_key' in the source sources.s names 'idd', which is none of the"
                                + " columns. Did you mean 'id'? [SMELT-C005]",
                        "models/sources/s.yml:8:17: 'arrival_column' in the source sources.s names 'dya', which is none of the"
                                + " columns. Did you mean 'day'? [SMELT-C005]",
                        "models/sources/s.yml:9:14: The partition column 'day' is DATE, so that it needs a granularity. Add"
                                + " 'granularity:' (hour, day, week, month, quarter or year). [SMELT-C012]",
                        "models/sources/t.yml:1:45: 'nullable' in the column of the source sources.t must be true or false,"
                                + " but is 'maybe'. [SMELT-C005]",
                        "models/sources/t.yml:2:35: The partition column 'n' is bigint, so that a partition is one number,"
                                + " not one day. Drop 'granularity'. [SMELT-C012]");
    }
}
