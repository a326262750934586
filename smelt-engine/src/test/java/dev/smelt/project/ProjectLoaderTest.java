package dev.smelt.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.model.Address;
import dev.smelt.model.Column;
import dev.smelt.model.Materialization;
import dev.smelt.model.Model;
import dev.smelt.model.Project;
import dev.smelt.model.Project.LookupPolicy;
import dev.smelt.model.Refresh;
import dev.smelt.model.SafetyOverride;
import dev.smelt.model.SqlType;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import dev.smelt.time.Granularity;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole project, read as its author means it. */
class ProjectLoaderTest {
    @TempDir
    Path directory;

    private ProjectFolder wholeProject() {
        return ProjectFolder.empty(directory)
                .with("smelt.yml", """
                        name: page
                        version: 1
                        time_zone: Europe/Paris
                        functions: {reach: strict}
                        lookups: {raw.stores: as_built}
                        models:
                          silver.events_parsed: {owner: nobody, tags: [nightly]}
                        targets:
                          dev:
                            type: duckdb
                            database: data/${DB:-warehouse}.duckdb
                            settings: {threads: 2, memory_limit: 1GB}
                          prod: {type: duckdb, database: "${PROD_DB}", schema: live}
                        """)
                .with("models/sources/raw/events.yml", """
                        name: raw.events
                        unique_key: event_id
                        arrival_column: arrival_time
                        append_only: true
                        columns:
                          - {name: event_id, type: BIGINT, nullable: false}
                          - {name: event_date, type: VARCHAR}
                          - {name: arrival_time, type: "DECIMAL(18,3)"}
                        timeseries: {partition_column: event_date, granularity: day}
                        """)
                .with("models/sources/raw/stores.yml", "description: Where we sell.\n")
                .with("models/bronze/raw_events.sql", """
                        ---
                        materialization: table
                        timeseries: {event_time_column: event_time, partition_column: event_date, granularity: day}
                        ---
                        SELECT * FROM smelt.sources.raw.events
                        """)
                .with("models/silver/events_parsed.sql", """
                        ---
                        name: events_parsed
                        description: >
                          One row
                          per event.
                        owner: team
                        refresh: incremental
                        grain: partition
                        start: 2026-03-19
                        timeseries: {partition_column: event_date, granularity: day}
                        safety_overrides: {allow_window_functions: true, allow_limit: false}
                        batched: {allow_having: true}
                        columns:
                          is_sale: {default: false, backfill: amount > 0, renamed_from: sale}
                          loaded_at: {contract: plausible}
                          note:
                        ---
                        SELECT * FROM smelt.bronze.raw_events
                        """)
                .with("models/readme.md", "not a model")
                .with("models/.hidden/x.sql", "nonsense")
                .with("functions/twice.sql", "-- doubles\nsmelt.define twice(x: Integer) AS (x * 2)");
    }

    @Test
    void readsSettingsAndTarget() {
        Project project = wholeProject().load();

        assertThat(project.name()).isEqualTo("page");
        assertThat(project.timeZone()).isEqualTo(ZoneId.of("Europe/Paris"));
        assertThat(project.strictReach()).isTrue();
        assertThat(project.lookups())
                .containsExactly(Map.entry(new Address("sources.raw.stores"), LookupPolicy.AS_BUILT));
        assertThat(project.target().database()).isEqualTo(directory.resolve("data/warehouse.duckdb"));
        assertThat(project.target().schema()).isEqualTo("main");
        assertThat(project.target().settings())
                .containsExactly(Map.entry("memory_limit", "1GB"), Map.entry("threads", "2"));
        assertThat(project.functions()).containsOnlyKeys("twice");
    }

    @Test
    void readsAModel() {
        Model model = wholeProject().model("silver.events_parsed");

        assertThat(model.table()).isEqualTo(new TableName("main", "silver_events_parsed"));
        assertThat(model.materialization()).isEqualTo(Materialization.TABLE);
        assertThat(model.refresh()).isEqualTo(Refresh.INCREMENTAL);
        assertThat(model.timeseries()).contains(new Timeseries(Optional.empty(), "event_date", Granularity.DAY));
        assertThat(model.start()).isEqualTo(Granularity.DAY.parse("2026-03-19"));
        assertThat(model.overrides())
                .containsExactly(SafetyOverride.ALLOW_WINDOW_FUNCTIONS, SafetyOverride.ALLOW_HAVING);
        assertThat(model.columns()).containsOnlyKeys("is_sale", "loaded_at", "note");
        assertThat(model.declaration("IS_SALE").defaultSql()).contains("false");
        assertThat(model.declaration("is_sale").backfillSql()).contains("amount > 0");
        assertThat(model.declaration("loaded_at").plausible()).isTrue();
        assertThat(model.description()).contains("One row per event.");
        assertThat(model.sql().text()).isEqualTo("SELECT * FROM smelt.bronze.raw_events\n");
        assertThat(model.sql().line()).isEqualTo(18);
    }

    @Test
    void frontMatterWinsOverSettingsKeyByKey() {
        Model model = wholeProject().model("silver.events_parsed");

        assertThat(model.owner()).contains("team");
        assertThat(model.tags()).containsExactly("nightly");
    }

    @Test
    void readsASource() {
        var source = wholeProject().load().sources().get(new Address("sources.raw.events"));

        assertThat(source.table()).isEqualTo(new TableName("raw", "events"));
        assertThat(source.columns())
                .containsExactly(
                        new Column("event_id", new SqlType("BIGINT"), false),
                        new Column("event_date", SqlType.VARCHAR, true),
                        new Column("arrival_time", new SqlType("DECIMAL(18,3)"), true));
        assertThat(source.uniqueKey()).containsExactly("event_id");
        assertThat(source.arrivalColumn()).contains("arrival_time");
        assertThat(source.appendOnly()).isTrue();
    }

    @Test
    void aSourceWithoutANameHasATableByItsPath() {
        assertThat(wholeProject()
                        .load()
                        .sources()
                        .get(new Address("sources.raw.stores"))
                        .table())
                .isEqualTo(new TableName("main", "sources_raw_stores"));
    }

    @Test
    void aModelIsAViewWhereNothingElseIsSaid() {
        assertThat(ProjectFolder.small(directory).model("a").materialization()).isEqualTo(Materialization.VIEW);
        assertThat(ProjectFolder.small(directory)
                        .withSettings("default_materialization: table\n")
                        .model("a")
                        .materialization())
                .isEqualTo(Materialization.TABLE);
    }

    @Test
    void anotherDatabaseNeedsNoVariableOfTheTarget() {
        wholeProject();

        Project project = ProjectLoader.load(directory, "prod", Optional.of(Path.of("other.duckdb")), Map.of());

        assertThat(project.target().database()).isEqualTo(directory.resolve("other.duckdb"));
        assertThat(project.models().get(new Address("bronze.raw_events")).table())
                .isEqualTo(new TableName("live", "bronze_raw_events"));
    }

    @Test
    void everythingThatIsWrongIsToldAtOnceInOrder() {
        List<String> problems = wholeProject()
                .with("models/silver/b.sql", "---\nrefresh: incremental\nownr: me\n---\nSELECT 1")
                .with("models/a.sql", "---\ngrain: partition\nmaterialization: tabel\n---\nSELECT 1")
                .with("models/sources/raw/stores.yml", "nme: x\n")
                .problems();

        assertThat(problems)
                .containsExactly(
                        "models/a.sql:2:1: 'grain: partition' says that the model a has partitions, but it has no"
                                + " 'timeseries'. Add 'timeseries:' with 'partition_column:' and 'granularity:' (hour,"
                                + " day, week, month, quarter or year; none for an integer column). [SMELT-C012]",
                        "models/a.sql:3:18: 'materialization' in the model a must be table, view or ephemeral, but is"
                                + " 'tabel'. Did you mean 'table'? [SMELT-C005]",
                        "models/silver/b.sql:2:1: The model silver.b is incremental but has no 'timeseries', so that"
                                + " nothing says what a partition is. Add 'timeseries:' with 'partition_column:' and"
                                + " 'granularity:' (hour, day, week, month, quarter or year; none for an integer"
                                + " column). [SMELT-C012]",
                        "models/silver/b.sql:3:1: Unknown key 'ownr' in the model silver.b. Did you mean 'owner'?"
                                + " [SMELT-C003]",
                        "models/sources/raw/stores.yml:1:1: Unknown key 'nme' in the source sources.raw.stores. Did you"
                                + " mean 'name'? [SMELT-C003]");
    }
}
