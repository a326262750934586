package dev.smelt.law;

import dev.smelt.Selectors;
import dev.smelt.law.Feed.Row;
import dev.smelt.law.RandomModel.Upstream;
import dev.smelt.model.Column;
import dev.smelt.report.ValidationReport;
import dev.smelt.report.ValidationReport.How;
import dev.smelt.time.Granularity;
import dev.smelt.time.TimeAxis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A project of a few random models that read random sources and each other, on disk. */
final class RandomProject {
    /** A model as the project declares it. */
    record ProjectModel(String name, GeneratedModel model, How how) {
        boolean isIncremental() {
            return how == How.INCREMENTAL;
        }

        boolean isView() {
            return how == How.VIEW;
        }
    }

    private static final int ATTEMPTS = 3;

    private final Path directory;
    private final Choices choices;
    private final List<Feed> feeds;
    private final long firstDay;
    private final List<ProjectModel> models = new ArrayList<>();
    private final Map<Feed, List<Row>> rows = new LinkedHashMap<>();
    private int offered;
    private int refused;

    private RandomProject(Path directory, Choices choices) {
        this.directory = directory;
        this.choices = choices;
        this.feeds = choices.chance(8) ? Feed.INTEGERS : Feed.TIMES;
        this.firstDay = TimeAxis.ofDate(
                LocalDate.parse(choices.of("2024-02-01", "2024-01-20", "2023-12-20", "2025-02-10", "2026-05-20")));
    }

    static RandomProject write(Path directory, Choices choices) throws IOException {
        RandomProject project = new RandomProject(directory, choices);
        project.writeSettings();
        int count = 2 + choices.pick(4);
        while (project.models.size() < count) {
            project.addModel("m" + project.models.size());
        }
        project.fill();
        return project;
    }

    private void writeSettings() throws IOException {
        write("smelt.yml", """
                name: law
                version: 1
                targets:
                  dev: {type: duckdb, database: law.duckdb, schema: main}
                """);
    }

    private void writeSource(Feed feed) throws IOException {
        StringBuilder text = new StringBuilder("name: main." + feed.table() + "\ncolumns:\n");
        for (Column column : feed.relation().schema().columns()) {
            text.append("  - {name: %s, type: %s}\n"
                    .formatted(column.name(), column.type().text()));
        }
        feed.relation()
                .clock()
                .ifPresent(clock -> text.append("timeseries: {partition_column: ")
                        .append(clock.partitionColumn())
                        .append(clock.eventTimeColumn()
                                .map(name -> ", event_time_column: " + name)
                                .orElse(""))
                        .append(granularity(clock.granularity()))
                        .append("}\n"));
        write("models/sources/" + feed.table() + ".yml", text.toString());
    }

    private static String granularity(Granularity granularity) {
        if (!granularity.isTime()) {
            return "";
        }
        String unit = granularity.unit().name().toLowerCase(Locale.ROOT);
        boolean shifted = granularity.unit() == Granularity.Unit.WEEK && granularity.weekStart() != DayOfWeek.MONDAY;
        String start = granularity.weekStart().name().toLowerCase(Locale.ROOT);
        return ", granularity: " + unit + (shifted ? ", week_start: " + start : "");
    }

    /** Refused models are tried again with other SQL, and in the end kept as plain ones. */
    private void addModel(String name) throws IOException {
        How how = switch (choices.weighted(7, 2, 1)) {
            case 0 -> How.INCREMENTAL;
            case 1 -> How.FULL_REFRESH;
            default -> How.VIEW;
        };
        List<Upstream> upstreams = models.stream()
                .map(model ->
                        new Upstream("smelt." + model.name(), model.model().kind()))
                .toList();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            GeneratedModel model = RandomModel.generate(choices, firstDay, feeds, upstreams);
            if (accepted(new ProjectModel(name, model, how))) {
                return;
            }
        }
        Feed feed = choices.of(feeds);
        String clock = feed == Feed.R_TEXT ? "CAST(d AS DATE)" : feed.partition();
        TimeOperand.Kind kind = feeds == Feed.INTEGERS
                ? TimeOperand.Kind.INTEGER
                : feed == Feed.R_TICK || feed == Feed.R_HOUR ? TimeOperand.Kind.TIMESTAMP : TimeOperand.Kind.DATE;
        GeneratedModel plain = new GeneratedModel(
                "SELECT " + clock + " AS p, k, v, " + clock + " AS t FROM " + feed.table() + " AS x",
                kind,
                feeds == Feed.INTEGERS ? Granularity.INTEGER : Granularity.DAY);
        if (!accepted(new ProjectModel(name, plain, How.INCREMENTAL))) {
            throw new AssertionError("a plain model was refused: " + plain);
        }
    }

    private boolean accepted(ProjectModel model) throws IOException {
        for (Feed feed : Feed.values()) {
            if (model.model().sql().contains(feed.table() + " ")) {
                writeSource(feed);
            }
        }
        write("models/" + model.name() + ".sql", text(model));
        ValidationReport report;
        try (dev.smelt.Smelt smelt = History.smelt(directory)) {
            report = smelt.validate(Selectors.ALL);
        }
        boolean fine = report.errors().isEmpty()
                && report.models().stream()
                        .anyMatch(
                                verdict -> verdict.model().path().equals(model.name()) && verdict.how() == model.how());
        boolean broken = report.models().stream().anyMatch(verdict -> verdict.how() == How.BROKEN);
        if (model.isIncremental() && !broken) {
            offered++;
            refused += fine ? 0 : 1;
        }
        if (fine) {
            models.add(model);
        }
        return fine;
    }

    private static String text(ProjectModel model) {
        String refresh = model.isView()
                ? "materialization: view"
                : "materialization: table\nrefresh: " + (model.isIncremental() ? "incremental" : "full");
        return "---\n" + refresh + "\ntimeseries: {partition_column: p"
                + granularity(model.model().granularity()) + "}\n---\n"
                + referring(model.model().sql()) + "\n";
    }

    private static String referring(String sql) {
        return sql.replaceAll("\\b(r_[a-z]+)\\b", "smelt.sources.$1");
    }

    private void fill() {
        String all = models.stream().map(model -> model.model().sql()).collect(Collectors.joining("\n"));
        for (Feed feed : Feed.values()) {
            if (all.contains(feed.table() + " ")) {
                rows.put(feed, feed.rows(choices, firstDay, Case.DAYS, 15 + choices.pick(25)));
            }
        }
    }

    private void write(String file, String text) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    /** What the model would hold if it were rebuilt whole over its inputs as they are. */
    String fullRebuild(ProjectModel model) {
        String sql = model.model().sql();
        for (ProjectModel upstream : models) {
            if (!sql.contains("smelt." + upstream.name() + " ")) {
                continue;
            }
            String stands = upstream.isView() ? "(" + fullRebuild(upstream) + ")" : "main." + upstream.name();
            sql = sql.replace("smelt." + upstream.name() + " ", stands + " ");
        }
        return sql;
    }

    List<ProjectModel> models() {
        return models;
    }

    Map<Feed, List<Row>> rows() {
        return rows;
    }

    List<Feed> clockedFeeds() {
        return rows.keySet().stream().filter(feed -> !feed.isLookup()).toList();
    }

    long firstDay() {
        return firstDay;
    }

    boolean countsIntegers() {
        return feeds == Feed.INTEGERS;
    }

    /** Whether no model makes days of its own: {@code auto} builds the partitions that rows of the driver fall into. */
    boolean takesItsDaysFromData() {
        return models.stream().noneMatch(model -> model.model().sql().contains("generate_series"));
    }

    /** Hours by the day, so that a history does not take thousands of transactions. */
    int shortestChunk() {
        return models.stream().anyMatch(model -> model.model().granularity().equals(Granularity.HOUR)) ? 24 : 1;
    }

    int offered() {
        return offered;
    }

    int refused() {
        return refused;
    }

    /** All files that matter, for a person to run. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        models.forEach(model ->
                text.append("models/").append(model.name()).append(".sql\n").append(text(model)));
        rows.forEach((feed, held) -> text.append(feed.createTable())
                .append(held.isEmpty() ? "" : ";\nINSERT INTO " + feed.table() + " VALUES ")
                .append(held.stream().map(Row::sql).collect(Collectors.joining(", ")))
                .append(";\n"));
        return text.toString();
    }
}
