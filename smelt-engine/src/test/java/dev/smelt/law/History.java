package dev.smelt.law;

import dev.smelt.BuildRequest;
import dev.smelt.BuildRequest.Ask;
import dev.smelt.Selectors;
import dev.smelt.Smelt;
import dev.smelt.SmeltSettings;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.law.Feed.Row;
import dev.smelt.law.RandomProject.ProjectModel;
import dev.smelt.model.Address;
import dev.smelt.plan.PlanRequest;
import dev.smelt.plan.PlanRequest.Landed;
import dev.smelt.run.RunSummary;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.TimeAxis;
import java.io.IOException;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A random project and what happens to it, checked after every step. */
final class History {
    private static final Instant LATER = Instant.parse("2026-12-01T00:00:00Z");

    private final Path directory;
    private final Choices choices;
    private final RandomProject project;
    private final Map<Feed, List<Row>> held = new LinkedHashMap<>();
    private final List<String> story = new ArrayList<>();
    private Optional<String> ended = Optional.empty();
    private int checked;

    private History(Path directory, Choices choices) throws IOException {
        this.directory = directory;
        this.choices = choices;
        this.project = RandomProject.write(directory, choices);
        project.rows().forEach((feed, rows) -> held.put(feed, new ArrayList<>(rows)));
    }

    /** The law does not hold for the history so far. */
    static final class LawBroken extends Exception {
        private static final long serialVersionUID = 1L;

        LawBroken(String message) {
            super(message);
        }
    }

    /**
     * What became of a history.
     *
     * @param ended why it ended early, where a request that had to succeed was refused or failed
     * @param offered models that asked to be incremental
     * @param refused how many of them must not be
     * @param checked partitions compared with a full rebuild
     */
    record Outcome(Optional<String> broken, Optional<String> ended, int offered, int refused, int checked) {}

    static Smelt smelt(Path directory) {
        return Smelt.open(new SmeltSettings(
                directory,
                "dev",
                Optional.empty(),
                Map.of(),
                LATER,
                Clock.fixed(LATER, ZoneOffset.UTC),
                "run",
                Duration.ZERO));
    }

    static Outcome live(Path directory, Choices choices) throws IOException, SQLException {
        History history = new History(directory, choices);
        Optional<String> broken = Optional.empty();
        try {
            history.live();
        } catch (LawBroken e) {
            broken = Optional.of(e.getMessage() + "\n" + String.join("\n", history.story) + "\n" + history.project);
        }
        return new Outcome(
                broken, history.ended, history.project.offered(), history.project.refused(), history.checked);
    }

    private void live() throws SQLException, LawBroken {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (Map.Entry<Feed, List<Row>> feed : held.entrySet()) {
                statement.execute(feed.getKey().createTable());
                fill(statement, feed.getKey());
            }
        }
        if (choices.chance(60)) {
            perform("auto", new BuildRequest.Auto(false), Selectors.ALL);
        }
        int steps = 3 + choices.pick(4);
        for (int i = 0; i < steps && ended.isEmpty(); i++) {
            step();
            check(false);
        }
        if (ended.isEmpty() && perform("auto", new BuildRequest.Auto(false), Selectors.ALL)) {
            check(true);
        }
    }

    private void step() throws SQLException, LawBroken {
        switch (choices.weighted(3, 10, 4, 2)) {
            case 0 -> perform("auto", new BuildRequest.Auto(false), someModels());
            case 1 -> land();
            case 2 -> {
                Interval days = someDays();
                ProjectModel model = choices.of(project.models());
                Granularity granularity = model.model().granularity();
                Interval aligned = choices.chance(80) ? granularity.outward(days) : days;
                perform(
                        "backbuild",
                        new BuildRequest.Backbuild(
                                granularity.format(aligned.start()), granularity.format(aligned.end())),
                        Selectors.of(choices.of("", "+") + model.name()));
            }
            default -> {
                Interval days = someDays();
                perform("run", new BuildRequest.Window(text(days.start()), text(days.end())), someModels());
            }
        }
    }

    private Selectors someModels() {
        return choices.chance(25)
                ? Selectors.of(
                        choices.of("", "+") + choices.of(project.models()).name() + choices.of("", "+"))
                : Selectors.ALL;
    }

    private Interval someDays() {
        int first = choices.pick(Case.DAYS);
        int count = 1 + choices.pick(10);
        if (project.countsIntegers()) {
            return new Interval(first, first + count);
        }
        long start = project.firstDay() + first * Granularity.MICROS_PER_DAY;
        return new Interval(start, start + count * Granularity.MICROS_PER_DAY);
    }

    private String text(long value) {
        return project.countsIntegers()
                ? Long.toString(value)
                : TimeAxis.dateOf(value).toString();
    }

    // ---- what lands

    private void land() throws SQLException, LawBroken {
        List<Landed> landed = new ArrayList<>();
        Interval hull = Interval.EMPTY;
        boolean lookup = false;
        int changes = 1 + choices.pick(3);
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < changes; i++) {
                Feed feed = choices.of(List.copyOf(held.keySet()));
                for (Row row : change(feed)) {
                    if (feed.isLookup()) {
                        lookup = true;
                        landed.add(new Landed(address(feed), "", ""));
                    } else {
                        Interval granule =
                                feed.granularity().granule(row.clock().orElseThrow());
                        landed.add(new Landed(
                                address(feed),
                                feed.granularity().format(granule.start()),
                                feed.granularity().format(granule.end())));
                        hull = hull.hull(granule);
                    }
                }
                fill(statement, feed);
            }
        }
        if (landed.isEmpty()) {
            return;
        }
        boolean told = lookup || choices.chance(60);
        boolean announced = told
                ? perform("sinceUpstream", new BuildRequest.SinceUpstream(landed), someModels())
                : perform("run", window(hull), Selectors.ALL);
        if (!announced && !perform("sinceUpstream again", new BuildRequest.SinceUpstream(landed), Selectors.ALL)) {
            ended = Optional.of(story.get(story.size() - 1).replaceAll("(?s).*?(\\[?SMELT-[A-Z]\\d+).*", "$1"));
        }
    }

    private Ask window(Interval hull) {
        Interval days = project.countsIntegers() ? hull : Granularity.DAY.outward(hull);
        return new BuildRequest.Window(text(days.start()), text(days.end()));
    }

    private static Address address(Feed feed) {
        return new Address("sources." + feed.table());
    }

    /** The rows that went and came. */
    private List<Row> change(Feed feed) {
        List<Row> rows = held.get(feed);
        List<Row> touched = new ArrayList<>();
        int kind = choices.pick(3);
        if (kind != 0 && !rows.isEmpty()) {
            Row row = choices.of(rows);
            if (feed.isLookup() || row.clock().isPresent()) {
                rows.remove(row);
                touched.add(row);
            }
        }
        if (kind != 1) {
            Row row = feed.row(choices, project.firstDay(), Case.DAYS);
            if (feed.isLookup() || row.clock().isPresent()) {
                rows.add(row);
                touched.add(row);
            }
        }
        story.add("-- " + feed.table() + " changed: "
                + touched.stream().map(Row::sql).toList());
        return touched;
    }

    private void fill(Statement statement, Feed feed) throws SQLException {
        statement.execute("DELETE FROM " + feed.table());
        if (!held.get(feed).isEmpty()) {
            statement.execute("INSERT INTO " + feed.table() + " VALUES "
                    + String.join(", ", held.get(feed).stream().map(Row::sql).toList()));
        }
    }

    // ---- what is asked of smelt

    private boolean perform(String name, Ask ask, Selectors selectors) throws LawBroken {
        Optional<Integer> chunk =
                choices.chance(50) ? Optional.of((1 + choices.pick(9)) * project.shortestChunk()) : Optional.empty();
        PlanRequest.Options options = new PlanRequest.Options(chunk, false, true, false);
        String said = "-- " + name + " " + ask + " " + selectors.select() + " chunk " + chunk.orElse(0);
        try (Smelt smelt = smelt(directory)) {
            RunSummary summary = smelt.run(new BuildRequest(selectors, ask, options), event -> {});
            boolean done = summary.outcome() == RunSummary.Outcome.SUCCEEDED;
            story.add(said + ": "
                    + (done
                            ? "done "
                                    + summary.models().stream()
                                            .map(RunSummary.ModelSummary::model)
                                            .toList()
                            : summary.failures()));
            return done;
        } catch (SmeltException e) {
            story.add(said + ": " + e.getMessage());
            if (e.kind() == SmeltException.Kind.TOOL) {
                throw new LawBroken("the tool failed: " + e.getMessage());
            }
            return false;
        }
    }

    // ---- what must hold

    private void check(boolean upToDate) throws SQLException, LawBroken {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (ProjectModel model : project.models()) {
                if (model.isIncremental()) {
                    check(statement, model, upToDate);
                }
            }
        }
    }

    private void check(Statement statement, ProjectModel model, boolean upToDate) throws SQLException, LawBroken {
        List<Interval> fresh = new ArrayList<>();
        List<Interval> stale = new ArrayList<>();
        try (ResultSet ledger = statement.executeQuery(
                "SELECT 1 FROM duckdb_tables() WHERE schema_name = '_smelt' AND table_name = 'partitions'")) {
            if (!ledger.next()) {
                return;
            }
        }
        try (ResultSet partitions = statement.executeQuery(
                "SELECT range_start, range_end, stale_reason IS NOT NULL FROM _smelt.partitions WHERE model = '"
                        + model.name() + "' ORDER BY 1")) {
            while (partitions.next()) {
                Interval range = new Interval(partitions.getLong(1), partitions.getLong(2));
                (partitions.getBoolean(3) ? stale : fresh).add(range);
            }
        }
        if (upToDate && !stale.isEmpty()) {
            throw new LawBroken(model.name() + " still has stale partitions after auto: "
                    + stale.stream().map(model.model().granularity()::format).toList());
        }
        if (fresh.isEmpty() && stale.isEmpty()) {
            return;
        }
        checked += fresh.size();
        statement.execute("CREATE OR REPLACE TEMP TABLE full_rebuild AS " + project.fullRebuild(model));
        String within = within(model, fresh);
        differ(
                statement,
                model,
                "is not marked stale but differs from its full rebuild",
                "(FROM full_rebuild WHERE " + within + ")",
                "(FROM main." + model.name() + " WHERE " + within + ")");
        List<Interval> all = new ArrayList<>(fresh);
        all.addAll(stale);
        differ(
                statement,
                model,
                "holds rows that belong to no built partition",
                "(FROM main." + model.name() + " WHERE NOT coalesce(" + within(model, all) + ", false))",
                "(FROM main." + model.name() + " LIMIT 0)");
        if (upToDate && project.takesItsDaysFromData()) {
            differ(
                    statement,
                    model,
                    "is not whole after auto",
                    "(FROM full_rebuild WHERE p IS NOT NULL)",
                    "(FROM main." + model.name() + ")");
        }
    }

    private void differ(Statement statement, ProjectModel model, String how, String one, String other)
            throws SQLException, LawBroken {
        List<String> rows = new ArrayList<>();
        try (ResultSet found = statement.executeQuery("SELECT 'missing', * FROM (" + one + " EXCEPT ALL " + other
                + ") UNION ALL SELECT 'extra', * FROM (" + other + " EXCEPT ALL " + one + ") ORDER BY 2, 1 LIMIT 6")) {
            while (found.next()) {
                rows.add(found.getString(1) + " " + found.getString(2) + " | " + found.getString(3) + " | "
                        + found.getString(4) + " | " + found.getString(5));
            }
        }
        if (!rows.isEmpty()) {
            throw new LawBroken(model.name() + " " + how + ":\n" + String.join("\n", rows));
        }
    }

    private static String within(ProjectModel model, List<Interval> windows) {
        if (windows.isEmpty()) {
            return "false";
        }
        Granularity granularity = model.model().granularity();
        List<String> sides = new ArrayList<>();
        for (Interval window : dev.smelt.time.IntervalSet.of(windows).intervals()) {
            sides.add(
                    granularity.isTime()
                            ? "(p >= '" + granularity.format(window.start()) + "' AND p < '"
                                    + granularity.format(window.end()) + "')"
                            : "(p >= " + window.start() + " AND p < " + window.end() + ")");
        }
        return String.join(" OR ", sides);
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:duckdb:" + directory.resolve("law.duckdb"));
    }
}
