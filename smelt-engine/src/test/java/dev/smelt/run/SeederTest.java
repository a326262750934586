package dev.smelt.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.diagnostics.Place;
import dev.smelt.model.Address;
import dev.smelt.model.Column;
import dev.smelt.model.Seed;
import dev.smelt.model.Source;
import dev.smelt.model.SourceText;
import dev.smelt.model.SqlType;
import dev.smelt.model.TableName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeederTest {
    private static final TableName EVENTS = new TableName("raw", "events");
    private static final List<Column> ID_AND_DATE =
            List.of(new Column("id", new SqlType("BIGINT"), false), new Column("event_date", SqlType.VARCHAR, true));

    @TempDir
    Path directory;

    private final List<RunEvent> events = new ArrayList<>();
    private OpenWarehouse open;

    @BeforeEach
    void openWarehouse() {
        open = OpenWarehouse.open(directory.resolve("w.duckdb"));
    }

    @AfterEach
    void closeWarehouse() {
        open.close();
    }

    @Test
    void aCsvFileFillsTheColumnsThatItsSourceDeclaresByName() throws IOException {
        Seed seed = file("events", EVENTS, Seed.Format.CSV, "events.csv", "event_date,ID\n2026-05-01,1\n,2\n");

        RunSummary summary = seed(List.of(seed), List.of(source(ID_AND_DATE)));

        assertThat(summary.outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);
        assertThat(open.rows("SELECT * FROM raw.events ORDER BY id")).containsExactly("1|2026-05-01", "2|NULL");
        assertThat(columns("events")).containsExactly("id|BIGINT|NO", "event_date|VARCHAR|YES");
        assertThat(events)
                .filteredOn(RunEvent.SeedFinished.class::isInstance)
                .singleElement()
                .satisfies(event ->
                        assertThat(((RunEvent.SeedFinished) event).rows()).isEqualTo(2));
        assertThat(open.ledger.runs(1))
                .singleElement()
                .satisfies(run -> assertThat(run.outcome()).isEqualTo("succeeded"));
    }

    @Test
    void withoutADeclarationTheFileDecides() throws IOException {
        Seed seed = file("events", EVENTS, Seed.Format.CSV, "events.csv", "id,event_date\n1,2026-05-01\n");

        seed(List.of(seed), List.of());

        assertThat(columns("events")).containsExactly("id|BIGINT|YES", "event_date|DATE|YES");
    }

    @Test
    void aJsonFileKeepsTextThatLooksLikeATime() throws IOException {
        Seed seed = file(
                "events",
                EVENTS,
                Seed.Format.JSON,
                "events.json",
                "[{\"ID\": 1, \"event_date\": \"2026-05-01T00:00:00Z\"}]");

        seed(List.of(seed), List.of(source(ID_AND_DATE)));

        assertThat(open.rows("SELECT * FROM raw.events")).containsExactly("1|2026-05-01T00:00:00Z");
    }

    @Test
    void aParquetFileIsCastToWhatIsDeclared() {
        Path parquet = directory.resolve("events.parquet");
        open.sql("COPY (SELECT 1::SMALLINT AS id, DATE '2026-05-01' AS event_date) TO '" + parquet
                + "' (FORMAT parquet)");
        Seed seed = seed("events", EVENTS, Seed.Format.PARQUET, parquet, Optional.empty());

        seed(List.of(seed), List.of(source(ID_AND_DATE)));

        assertThat(open.rows("SELECT * FROM raw.events")).containsExactly("1|2026-05-01");
        assertThat(columns("events")).containsExactly("id|BIGINT|NO", "event_date|VARCHAR|YES");
    }

    @Test
    void aScriptMayReadTheSeedsOfFilesAndEndInSemicolonOrComment() throws IOException {
        Seed script = script("a", new TableName("main", "a"), "SELECT id + 1 AS id FROM raw.events;\n");
        Seed comment = script("b", new TableName("main", "b"), "SELECT 7 AS x -- seven");
        Seed csv = file("events", EVENTS, Seed.Format.CSV, "events.csv", "id\n1\n");

        RunSummary summary = seed(List.of(script, comment, csv), List.of());

        assertThat(summary.models()).extracting(model -> model.model().path()).containsExactly("events", "a", "b");
        assertThat(open.rows("SELECT * FROM a, b")).containsExactly("2|7");
    }

    @Test
    void namesThatMeanSomethingToAnEngineAreNamesOfFiles() throws IOException {
        Path odd = Files.createDirectories(directory.resolve("key=value/it's [1]"));
        Files.writeString(odd.resolve("a*.csv"), "id\n1\n");
        Files.writeString(odd.resolve("ab.csv"), "id\n2\n");

        seed(List.of(seed("events", EVENTS, Seed.Format.CSV, odd.resolve("a*.csv"), Optional.empty())), List.of());

        assertThat(open.rows("SELECT * FROM raw.events")).containsExactly("1");
    }

    @Test
    void columnsMissingAndTooManyAreNamedAndTheOldTableStays() throws IOException {
        open.sql("CREATE SCHEMA raw", "CREATE TABLE raw.events AS SELECT 'old' AS k");
        Seed seed = file("events", EVENTS, Seed.Format.CSV, "events.csv", "id,event_dat\n1,2026-05-01\n");

        RunSummary summary = seed(List.of(seed), List.of(source(ID_AND_DATE)));

        assertThat(summary.failures())
                .extracting(failure -> failure.diagnostic().render())
                .containsExactly(
                        "models/events.yml: Seed events: the column 'event_date' is declared, and the seed has none of"
                                + " that name. Did you mean 'event_dat'? Add it to the seed or take it out of the"
                                + " declaration. [SMELT-L111]",
                        "models/events.yml: Seed events: the seed has a column 'event_dat' that is not declared. Did you"
                                + " mean 'event_date'? Declare it or take it out of the seed. [SMELT-L112]");
        assertThat(open.rows("SELECT * FROM raw.events")).containsExactly("old");
    }

    @Test
    void aSeedThatFailsKeepsNoOtherFromBeingMade() throws IOException {
        Seed empty = file("events", EVENTS, Seed.Format.CSV, "events.csv", "id,event_date\n,2026-05-01\n");
        Seed broken = script("a", new TableName("main", "a"), "SELECT nonsense");
        Seed gone =
                seed("g", new TableName("main", "g"), Seed.Format.CSV, directory.resolve("g.csv"), Optional.empty());
        Seed fine = script("b", new TableName("main", "b"), "SELECT 7 AS x");

        RunSummary summary = seed(List.of(broken, empty, gone, fine), List.of(source(ID_AND_DATE)));

        assertThat(summary.failures())
                .extracting(
                        failure -> failure.model() + " " + failure.diagnostic().code())
                .containsExactly("events SMELT-L101", "g SMELT-L110", "a SMELT-L101");
        assertThat(summary.failures().get(0).diagnostic().message()).contains("NOT NULL constraint failed");
        assertThat(open.rows("SELECT * FROM b")).containsExactly("7");
    }

    @Test
    void aViewOrTableOfThatNameIsReplaced() {
        open.sql("CREATE VIEW a AS SELECT 1 AS x", "CREATE TABLE b AS SELECT 1 AS x");

        seed(
                List.of(
                        script("a", new TableName("main", "a"), "SELECT 7 AS x"),
                        script("b", new TableName("main", "b"), "SELECT 8 AS y")),
                List.of());

        assertThat(open.rows("SELECT x, y FROM a, b")).containsExactly("7|8");
    }

    private RunSummary seed(List<Seed> seeds, List<Source> sources) {
        return new Seeder(open.warehouse, open.ledger).seed(seeds, sources, HandMadePlan.context("s"), events::add);
    }

    private List<String> columns(String table) {
        return open.rows(
                "SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_name = '"
                        + table + "' ORDER BY ordinal_position");
    }

    private Seed file(String address, TableName table, Seed.Format format, String name, String content)
            throws IOException {
        return seed(address, table, format, Files.writeString(directory.resolve(name), content), Optional.empty());
    }

    private Seed script(String address, TableName table, String sql) {
        String file = "models/" + address + ".seed.sql";
        return seed(
                address, table, Seed.Format.SCRIPT, directory.resolve(file), Optional.of(SourceText.whole(file, sql)));
    }

    private static Seed seed(
            String address, TableName table, Seed.Format format, Path file, Optional<SourceText> script) {
        return new Seed(
                new Address(address),
                table,
                format,
                file,
                script,
                List.of(),
                Optional.empty(),
                Place.file("models/" + address + ".yml"));
    }

    private static Source source(List<Column> columns) {
        return new Source(
                new Address("sources.raw.events"),
                EVENTS,
                columns,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                false,
                Place.file("models/sources/raw/events.yml"));
    }
}
