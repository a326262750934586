package dev.smelt.law;

import dev.smelt.Selectors;
import dev.smelt.Smelt;
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
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A few models that read sources and each other, and of which smelt takes every one as it is declared.
 *
 * @param offered models that asked to be incremental while the project was made
 * @param refused how many of them must not be
 */
record HistoryProject(
        boolean countsIntegers, long firstDay, int days, List<ProjectModel> models, int offered, int refused) {
    /** Rounds in which refused models are written anew, before plain ones take their place. */
    private static final int ROUNDS = 3;

    /** Over a few rows the engine would spend most of the time on finding better plans. */
    static final String NOT_OPTIMIZED = String.join(
            ",",
            List.of(
                    "expression_rewriter",
                    "filter_pullup",
                    "cte_filter_pusher",
                    "regex_range",
                    "in_clause",
                    "join_order",
                    "statistics_propagation",
                    "common_subexpressions",
                    "common_aggregate",
                    "column_lifetime",
                    "build_side_probe_side",
                    "compressed_materialization",
                    "duplicate_groups",
                    "reorder_filter",
                    "sampling_pushdown",
                    "join_filter_pushdown",
                    "materialized_cte",
                    "late_materialization",
                    "common_subplan",
                    "window_self_join",
                    "projection_pullup",
                    "window_rewriter",
                    "grouping_sets",
                    "type_pushdown",
                    "scalar_fn_pushdown",
                    "distinct_aggregate_rewrite",
                    "aggregate_reuse"));

    HistoryProject {
        models = List.copyOf(models);
    }

    /**
     * A model as the project declares it.
     *
     * @param extra a column that was added to those that every model has, with what it is declared to be filled with
     */
    record ProjectModel(String name, GeneratedModel model, How how, Optional<Extra> extra) {
        ProjectModel(String name, GeneratedModel model, How how) {
            this(name, model, how, Optional.empty());
        }

        boolean isIncremental() {
            return how == How.INCREMENTAL;
        }

        boolean isView() {
            return how == How.VIEW;
        }

        ProjectModel with(String sql) {
            return new ProjectModel(name, model.with(sql), how, extra);
        }

        boolean reads(String other) {
            return model.sql().contains("smelt." + other + " ");
        }

        String text() {
            StringBuilder text = new StringBuilder("---\n");
            text.append(
                    isView()
                            ? "materialization: view\n"
                            : "materialization: table\nrefresh: " + (isIncremental() ? "incremental" : "full") + "\n");
            text.append("timeseries: {partition_column: p")
                    .append(unit(model.granularity()))
                    .append("}\n");
            model.overrides()
                    .forEach(override ->
                            text.append("safety_overrides: {").append(override).append(": true}\n"));
            extra.flatMap(Extra::declared)
                    .ifPresent(declared ->
                            text.append("columns: {extra: {").append(declared).append("}}\n"));
            String sql = model.sql().replaceAll("\\b(r_[a-z]+)\\b", "smelt.sources.$1");
            return text.append("---\n").append(sql).append('\n').toString();
        }
    }

    /**
     * A column called extra.
     *
     * @param declared what the front matter says of it: how history is filled
     * @param filled whether that is what a full rebuild would give
     */
    record Extra(Optional<String> declared, boolean filled) {}

    static HistoryProject generate(Path directory, Choices choices) throws IOException {
        return new Making(directory, choices).make();
    }

    /** The project with one model defined anew. */
    HistoryProject with(ProjectModel now) {
        return new HistoryProject(
                countsIntegers,
                firstDay,
                days,
                models.stream()
                        .map(model -> model.name().equals(now.name()) ? now : model)
                        .toList(),
                offered,
                refused);
    }

    HistoryProject without(String name) {
        return new HistoryProject(
                countsIntegers,
                firstDay,
                days,
                models.stream().filter(model -> !model.name().equals(name)).toList(),
                offered,
                refused);
    }

    Optional<ProjectModel> model(String name) {
        return models.stream().filter(model -> model.name().equals(name)).findFirst();
    }

    /** The sources that the models read. */
    List<Feed> feeds() {
        List<Feed> feeds = new ArrayList<>();
        for (Feed feed : Feed.values()) {
            if (models.stream().anyMatch(model -> model.model().sql().contains(feed.table() + " "))) {
                feeds.add(feed);
            }
        }
        return feeds;
    }

    String text(long value) {
        return countsIntegers ? Long.toString(value) : TimeAxis.dateOf(value).toString();
    }

    /** Whether no model makes days of its own: {@code auto} builds the partitions that rows of the driver fall into. */
    boolean takesItsDaysFromData() {
        return models.stream().noneMatch(model -> model.model().sql().contains("generate_series"));
    }

    /** Hours by the day, so that a history does not take thousands of transactions. */
    int shortestChunk() {
        return models.stream().anyMatch(model -> model.model().granularity().equals(Granularity.HOUR)) ? 24 : 1;
    }

    /** Another definition of one of the models that smelt takes, too; the files are as they were. */
    Optional<ProjectModel> redefined(Path directory, Choices choices) throws IOException {
        List<ProjectModel> tables =
                models.stream().filter(model -> !model.isView()).toList();
        if (tables.isEmpty()) {
            return Optional.empty();
        }
        ProjectModel model = choices.of(tables);
        ProjectModel now =
                model.extra().isEmpty() && choices.chance(50) ? widened(model, choices) : changed(model, choices);
        with(now).write(directory);
        ValidationReport report = validated(directory);
        write(directory);
        boolean taken = report.errors().isEmpty() && models.stream().allMatch(each -> isTaken(report, each));
        return taken ? Optional.of(now) : Optional.empty();
    }

    private static ProjectModel widened(ProjectModel model, Choices choices) {
        String added = choices.of("w.v + 1", "coalesce(w.v, 0) + 1");
        Optional<String> declared = switch (choices.pick(3)) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of("backfill: \"" + added.replace("w.", "") + "\"");
            default -> Optional.of("default: \"0\"");
        };
        boolean filled = declared.filter(text -> text.startsWith("backfill")).isPresent();
        String sql = "SELECT w.p, w.k, w.v, w.t, " + added + " AS extra FROM ("
                + model.model().sql() + ") AS w";
        return new ProjectModel(
                model.name(), model.model().with(sql), model.how(), Optional.of(new Extra(declared, filled)));
    }

    private static ProjectModel changed(ProjectModel model, Choices choices) {
        String more = model.extra().isPresent() ? ", w.extra" : "";
        String from = " FROM (" + model.model().sql() + ") AS w";
        return model.with(
                switch (choices.pick(3)) {
                    case 0 -> "SELECT w.p, w.k, w.v + 1 AS v, w.t" + more + from;
                    case 1 -> "SELECT w.p, w.k, w.v, w.t" + more + from + " WHERE w.k > 0";
                    default -> "SELECT w.p, w.k + 1 AS k, w.v, w.t" + more + from;
                });
    }

    // ---- files

    void write(Path directory) throws IOException {
        write(directory, "smelt.yml", """
                name: law
                version: 1
                functions: {reach: strict}
                targets:
                  dev: {type: duckdb, database: law.duckdb, schema: main, settings: {threads: "1", disabled_optimizers: "%s"}}
                """.formatted(NOT_OPTIMIZED));
        for (RandomModel.Function function : RandomModel.FUNCTIONS) {
            write(directory, "functions/" + function.name() + ".sql", function.text());
        }
        for (Feed feed : feeds()) {
            write(directory, "models/sources/" + feed.table() + ".yml", source(feed));
        }
        for (ProjectModel model : models) {
            write(directory, "models/" + model.name() + ".sql", model.text());
        }
    }

    private static String source(Feed feed) {
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
                        .append(unit(clock.granularity()))
                        .append("}\n"));
        return text.toString();
    }

    private static String unit(Granularity granularity) {
        if (!granularity.isTime()) {
            return "";
        }
        String unit = granularity.unit().name().toLowerCase(Locale.ROOT);
        boolean shifted = granularity.unit() == Granularity.Unit.WEEK && granularity.weekStart() != DayOfWeek.MONDAY;
        String start = granularity.weekStart().name().toLowerCase(Locale.ROOT);
        return ", granularity: " + unit + (shifted ? ", week_start: " + start : "");
    }

    private static void write(Path directory, String file, String text) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private static ValidationReport validated(Path directory) {
        try (Smelt smelt = HistoryBench.smelt(directory)) {
            return smelt.validate(Selectors.ALL);
        }
    }

    private static boolean isTaken(ValidationReport report, ProjectModel model) {
        return report.models().stream()
                .anyMatch(verdict -> verdict.model().path().equals(model.name())
                        && verdict.how() == model.how()
                        && verdict.findings().stream().noneMatch(finding -> finding.isError()));
    }

    /** All files that matter, for a person to run. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        Set<String> called = new TreeSet<>();
        for (ProjectModel model : models) {
            text.append("-- models/").append(model.name()).append(".sql\n").append(model.text());
            RandomModel.FUNCTIONS.stream()
                    .filter(function -> model.model().sql().contains("smelt.functions." + function.name() + "("))
                    .forEach(function -> called.add(function.text()));
        }
        called.forEach(text::append);
        return text.toString();
    }

    /** Writes models until smelt takes all of them. */
    private static final class Making {
        private final Path directory;
        private final Choices choices;
        private final boolean integers;
        private final long firstDay;
        private final int days;
        private final List<ProjectModel> models = new ArrayList<>();
        private final Set<ProjectModel> counted = new HashSet<>();
        private int offered;
        private int refused;

        Making(Path directory, Choices choices) {
            this.directory = directory;
            this.choices = choices;
            this.integers = choices.chance(8);
            this.firstDay = TimeAxis.ofDate(
                    LocalDate.parse(choices.of("2024-02-12", "2024-01-20", "2023-12-20", "2025-02-17", "2026-05-20")));
            this.days = choices.chance(15) ? Case.DAYS : 16;
        }

        private List<Feed> feeds() {
            return integers ? Feed.INTEGERS : Feed.TIMES;
        }

        HistoryProject make() throws IOException {
            int count = 2 + choices.pick(4);
            for (int i = 0; i < count; i++) {
                How how = switch (choices.weighted(7, 2, 1)) {
                    case 0 -> How.INCREMENTAL;
                    case 1 -> How.FULL_REFRESH;
                    default -> How.VIEW;
                };
                models.add(new ProjectModel("m" + i, random(i), how));
            }
            for (int round = 0; round <= 2 * ROUNDS; round++) {
                HistoryProject project = made();
                project.write(directory);
                ValidationReport report = validated(directory);
                count(report);
                List<ProjectModel> refusedOnes = models.stream()
                        .filter(model -> isHow(report, model, How.REFUSED))
                        .toList();
                Optional<ProjectModel> broken = models.stream()
                        .filter(model -> isHow(report, model, How.BROKEN))
                        .findFirst();
                if (refusedOnes.isEmpty() && broken.isEmpty()) {
                    if (!report.errors().isEmpty()) {
                        throw new AssertionError("refused: " + report + "\n" + project);
                    }
                    return made();
                }
                for (ProjectModel model : refusedOnes) {
                    replace(model, round);
                }
                broken.ifPresent(model -> replace(model, 0));
            }
            throw new AssertionError("smelt does not take these models: " + models);
        }

        private HistoryProject made() {
            return new HistoryProject(integers, firstDay, days, models, offered, refused);
        }

        private void replace(ProjectModel model, int round) {
            int at = models.indexOf(model);
            models.set(at, new ProjectModel(model.name(), round < ROUNDS ? random(at) : plain(), model.how()));
        }

        private void count(ValidationReport report) {
            for (ProjectModel model : models) {
                if (model.isIncremental() && !isHow(report, model, How.BROKEN) && counted.add(model)) {
                    offered++;
                    refused += isHow(report, model, How.REFUSED) ? 1 : 0;
                }
            }
        }

        private static boolean isHow(ValidationReport report, ProjectModel model, How how) {
            return report.models().stream()
                    .anyMatch(verdict -> verdict.model().path().equals(model.name()) && verdict.how() == how);
        }

        private GeneratedModel random(int at) {
            List<Upstream> upstreams = models.subList(0, Math.min(at, models.size())).stream()
                    .map(model ->
                            new Upstream("smelt." + model.name(), model.model().kind()))
                    .toList();
            return RandomModel.generate(choices, firstDay, "m" + at, feeds(), upstreams);
        }

        private GeneratedModel plain() {
            Feed feed = choices.of(feeds());
            TimeOperand p = RandomModel.clock(feed, "x");
            return new GeneratedModel(
                    "SELECT " + p.sql() + " AS p, x.k, x.v, " + p.asTimestamp().sql() + " AS t FROM " + feed.table()
                            + " AS x",
                    p.kind(),
                    integers ? Granularity.INTEGER : Granularity.DAY);
        }
    }
}
