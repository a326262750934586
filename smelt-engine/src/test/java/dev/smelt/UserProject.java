package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.model.Address;
import dev.smelt.plan.Plan;
import dev.smelt.plan.PlanRequest;
import dev.smelt.plan.Step;
import dev.smelt.report.DiffText;
import dev.smelt.report.snapshot.SnapshotWriter;
import dev.smelt.run.RunListener;
import dev.smelt.run.RunSummary;
import dev.smelt.schema.SchemaDifference;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A project on disk with a real DuckDB file, as a user has it: sources filled by hand, models in files. */
public final class UserProject {
    private final Path directory;
    private Instant asOf = Instant.parse("2026-07-01T00:00:00Z");
    private Duration lockWait = Duration.ZERO;

    private UserProject(Path directory) {
        this.directory = directory;
    }

    public static UserProject in(Path directory) {
        UserProject project = new UserProject(directory.toAbsolutePath());
        project.write("smelt.yml", """
                name: case
                version: 1
                targets:
                  dev: {type: duckdb, database: warehouse.duckdb, schema: main}
                """);
        project.sql("CREATE SCHEMA raw");
        return project;
    }

    /** A project that is there already, such as a copy of another one. */
    public static UserProject existing(Path directory) {
        return new UserProject(directory.toAbsolutePath());
    }

    /** The clock of the invocations that follow. */
    public UserProject at(String instant) {
        asOf = Instant.parse(instant);
        return this;
    }

    /** How long the invocations that follow wait for the warehouse. */
    public UserProject patient(Duration wait) {
        lockWait = wait;
        return this;
    }

    /**
     * {@code source("taps", "id INTEGER, ts TIMESTAMP", "ts")} is the source {@code sources.raw.taps}, clocked by days.
     *
     * @param clock the partition column, empty for a lookup
     */
    public UserProject source(String name, String columns, String clock) {
        StringBuilder yaml = new StringBuilder("name: raw." + name + "\ncolumns:\n");
        for (String column : columns.split(", ")) {
            String[] parts = column.split(" ", 2);
            boolean notNull = parts[1].endsWith(" NOT NULL");
            yaml.append("  - {name: ").append(parts[0]).append(", type: \"");
            yaml.append(parts[1].replace(" NOT NULL", "")).append('"');
            yaml.append(notNull ? ", nullable: false}\n" : "}\n");
        }
        if (!clock.isEmpty()) {
            yaml.append("timeseries: {partition_column: ").append(clock).append(", granularity: day}\n");
        }
        write("models/sources/raw/" + name + ".yml", yaml.toString());
        sql("CREATE TABLE IF NOT EXISTS raw." + name + " (" + columns + ")");
        return this;
    }

    /** An incremental model of days. */
    public UserProject daily(String name, String partitionColumn, String sql) {
        return incremental(name, "timeseries: {partition_column: " + partitionColumn + ", granularity: day}", sql);
    }

    /** @param frontMatter further lines of the front matter, the timeseries among them */
    public UserProject incremental(String name, String frontMatter, String sql) {
        write(
                "models/" + name.replace('.', '/') + ".sql",
                "---\nmaterialization: table\nrefresh: incremental\n" + frontMatter + "\n---\n" + sql + "\n");
        return this;
    }

    public UserProject write(String file, String text) {
        try {
            Path path = directory.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Runs statements in the warehouse, past smelt. */
    public UserProject sql(String... statements) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        } catch (SQLException e) {
            throw new AssertionError(e.getMessage(), e);
        }
        return this;
    }

    /** Rows as text, values joined by a blank. */
    public List<String> rows(String query) {
        return look(warehouse -> warehouse.rows(query));
    }

    /** Rows that a table of schema main holds and a query does not give, and the other way round. */
    public List<String> rowsApart(String table, String query) {
        String wanted = "(" + query + ")";
        return rows("(FROM main." + table + " EXCEPT ALL " + wanted + ") UNION ALL (" + wanted
                + " EXCEPT ALL FROM main." + table + ")");
    }

    /** Asks several things of the warehouse, past smelt: starting an engine takes longer than most questions. */
    public <T> T look(Function<Look, T> questions) {
        try (Connection connection = connect()) {
            return questions.apply(query -> rows(connection, query));
        } catch (SQLException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    /** A warehouse that can be asked. */
    public interface Look {
        /** Rows as text, values joined by a blank. */
        List<String> rows(String query);
    }

    private static List<String> rows(Connection connection, String query) {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                List<String> cells = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    cells.add(String.valueOf(result.getString(i)));
                }
                rows.add(String.join(" ", cells));
            }
            return rows;
        } catch (SQLException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:duckdb:" + database());
    }

    public Path database() {
        return directory.resolve("warehouse.duckdb");
    }

    public Smelt smelt() {
        return Smelt.open(new SmeltSettings(
                directory,
                "dev",
                Optional.empty(),
                Map.of(),
                asOf,
                Clock.fixed(asOf, ZoneOffset.UTC),
                "test",
                lockWait));
    }

    /** The text of diff, which is the same whether the warehouse is at hand or a snapshot of it. */
    public String diff() {
        return DiffText.render(differences());
    }

    /** What diff finds: in the warehouse, and the same in a snapshot of it. */
    public List<SchemaDifference> differences() {
        try (Smelt smelt = smelt()) {
            List<SchemaDifference> inTheWarehouse = smelt.diff(Selectors.ALL);
            if (Files.exists(database())) {
                Path file = directory.resolve("deployed.json");
                write("deployed.json", SnapshotWriter.write(smelt.snapshot()));
                assertThat(smelt.diff(Selectors.ALL, file)).isEqualTo(inTheWarehouse);
            }
            return inTheWarehouse;
        }
    }

    public RunSummary run(PlanRequest.Options options, String... models) {
        Selectors selectors = models.length == 0 ? Selectors.ALL : Selectors.of(String.join(",", models));
        return smelt().run(new BuildRequest(selectors, new BuildRequest.Auto(false), options), event -> {});
    }

    public Plan plan(PlanRequest.Options options, BuildRequest.Ask ask) {
        return smelt().plan(new BuildRequest(Selectors.ALL, ask, options));
    }

    public Plan plan(BuildRequest.Ask ask, String... models) {
        return smelt().plan(request(ask, models));
    }

    public RunSummary run(BuildRequest.Ask ask, String... models) {
        return run(ask, event -> {}, models);
    }

    public RunSummary run(BuildRequest.Ask ask, RunListener listener, String... models) {
        return smelt().run(request(ask, models), listener);
    }

    /** Backbuilds with a chunk of so many partitions. */
    public RunSummary backbuild(String model, String start, String end, int chunk) {
        return smelt().run(chunked(model, start, end, chunk), event -> {});
    }

    public List<String> chunks(String model, String start, String end, int chunk) {
        return smelt().plan(chunked(model, start, end, chunk)).steps().stream()
                .filter(Step.Chunk.class::isInstance)
                .map(Step.Chunk.class::cast)
                .map(each -> each.granularity().format(each.window()))
                .toList();
    }

    private static BuildRequest chunked(String model, String start, String end, int chunk) {
        return new BuildRequest(
                Selectors.of(model),
                new BuildRequest.Backbuild(start, end),
                new PlanRequest.Options(Optional.of(chunk), false, false, false));
    }

    private static BuildRequest request(BuildRequest.Ask ask, String... models) {
        return new BuildRequest(
                models.length == 0 ? Selectors.ALL : Selectors.of(String.join(",", models)),
                ask,
                PlanRequest.Options.DEFAULT);
    }

    public static BuildRequest.SinceUpstream landed(String origin, String start, String end) {
        return new BuildRequest.SinceUpstream(List.of(new PlanRequest.Landed(new Address(origin), start, end)));
    }
}
