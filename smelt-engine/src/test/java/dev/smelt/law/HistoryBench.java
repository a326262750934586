package dev.smelt.law;

import dev.smelt.BuildRequest;
import dev.smelt.BuildRequest.Ask;
import dev.smelt.Foresight;
import dev.smelt.Selectors;
import dev.smelt.SharedEngine;
import dev.smelt.Smelt;
import dev.smelt.SmeltSettings;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.law.Case.Change;
import dev.smelt.law.Feed.Row;
import dev.smelt.law.HistoryProject.ProjectModel;
import dev.smelt.law.HistoryStep.Asked;
import dev.smelt.law.HistoryStep.Landed;
import dev.smelt.law.HistoryStep.Landed.Told;
import dev.smelt.law.HistoryStep.Redefined;
import dev.smelt.model.Address;
import dev.smelt.model.Binder;
import dev.smelt.plan.DirtySet;
import dev.smelt.plan.PlanRequest;
import dev.smelt.plan.PlanRequest.OnLogicChange;
import dev.smelt.run.RunSummary;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.warehouse.duckdb.DuckDbBinder;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Lives a history on a real warehouse file, and checks the law after every step. */
final class HistoryBench implements AutoCloseable {
    /** Starting an engine takes as long as a step: one binds all projects of a thread, which all have the same settings. */
    private static final ThreadLocal<Binder> BINDER = ThreadLocal.withInitial(
            () -> DuckDbBinder.open(ZoneOffset.UTC, Map.of("disabled_optimizers", HistoryProject.NOT_OPTIMIZED)));

    private static final Ask NOTHING_TOLD = new BuildRequest.SinceUpstream(List.of());
    private static final PlanRequest.Options PERMISSIVE = new PlanRequest.Options(Optional.empty(), false, true, false);
    private static final Instant LATER = Instant.parse("2026-12-01T00:00:00Z");

    private final Path directory;
    private final Map<Feed, List<Row>> held = new LinkedHashMap<>();
    private final List<String> story = new ArrayList<>();
    private HistoryProject project;
    private Connection connection;
    private Statement statement;
    private HistoryOracle oracle;
    private Optional<Smelt> open = Optional.empty();
    private Optional<String> ended = Optional.empty();
    private int taken;

    private HistoryBench(Path directory, HistoryCase tried) throws IOException, SQLException {
        this.directory = directory;
        this.project = tried.project();
        project.write(directory);
        connect();
        for (Map.Entry<Feed, List<Row>> feed : tried.rows().entrySet()) {
            held.put(feed.getKey(), new ArrayList<>(feed.getValue()));
            statement.execute(feed.getKey().createTable());
            fill(feed.getKey());
        }
        oracle = new HistoryOracle(statement);
    }

    /** The law does not hold for the history so far. */
    static final class LawBroken extends Exception {
        private static final long serialVersionUID = 1L;

        private final String law;

        LawBroken(String law, String message) {
            super(message);
            this.law = law;
        }
    }

    /**
     * What became of a history.
     *
     * @param broken the law that does not hold
     * @param ended why it ended early, where a request that had to succeed was refused or failed
     * @param steps how many were taken
     * @param checked partitions compared with a full rebuild
     * @param announced partitions with rows that were said to be dirty
     * @param changed how many of them a full rebuild changed
     */
    record Outcome(
            Optional<Broken> broken, Optional<String> ended, int steps, int checked, int announced, int changed) {}

    /**
     * A law that does not hold, and how it came to that.
     *
     * @param law in a few words, the same for all cases of it
     */
    record Broken(String law, String message, List<String> story) {
        boolean isLike(Broken other) {
            return law.equals(other.law);
        }

        @Override
        public String toString() {
            return String.join("\n", story) + "\n" + message + "\n";
        }
    }

    static Smelt smelt(Path directory) {
        SmeltSettings settings = new SmeltSettings(
                directory,
                "dev",
                Optional.empty(),
                Map.of(),
                LATER,
                Clock.fixed(LATER, ZoneOffset.UTC),
                "run",
                Duration.ZERO);
        return Foresight.open(settings, BINDER.get());
    }

    /** @param directory an empty one */
    static Outcome live(Path directory, HistoryCase tried) throws IOException {
        try (HistoryBench bench = new HistoryBench(directory, tried)) {
            Optional<Broken> broken = Optional.empty();
            try {
                bench.live(tried.steps());
            } catch (LawBroken e) {
                broken = Optional.of(new Broken(e.law, e.getMessage(), bench.story));
            } catch (SQLException | RuntimeException | StackOverflowError e) {
                broken = Optional.of(new Broken(e.getClass().getName(), trace(e), bench.story));
            }
            return new Outcome(
                    broken,
                    bench.ended,
                    bench.taken,
                    bench.oracle.checked(),
                    bench.oracle.announced(),
                    bench.oracle.changed());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What was thrown, and where in our code. */
    static String trace(Throwable thrown) {
        return thrown + "\n"
                + Arrays.stream(thrown.getStackTrace())
                        .filter(frame -> frame.getClassName().startsWith("dev.smelt"))
                        .limit(12)
                        .map(frame -> "  at " + frame)
                        .collect(Collectors.joining("\n"));
    }

    private void live(List<HistoryStep> steps) throws IOException, SQLException, LawBroken {
        for (HistoryStep step : steps) {
            take(step);
            taken++;
            // what was never announced, because every announcement was refused, is not the law's business
            if (ended.isPresent()) {
                return;
            }
            oracle.check(project);
        }
        BuildRequest.Auto auto = new BuildRequest.Auto(false);
        PlanRequest.Options repair =
                new PlanRequest.Options(Optional.empty(), false, true, false, OnLogicChange.BACKBUILD);
        if (perform("auto", new BuildRequest(Selectors.ALL, auto, repair))) {
            oracle.check(project);
            oracle.checkWhole(project);
        }
    }

    private void take(HistoryStep step) throws IOException, SQLException, LawBroken {
        if (step instanceof Asked asked) {
            perform(asked.name(), asked.request());
        } else if (step instanceof Landed landed) {
            land(landed);
        } else if (step instanceof Redefined redefined) {
            redefine(redefined.now());
        } else {
            story.add("-- another process");
            disconnect();
            connect();
            oracle.movedTo(statement);
        }
    }

    private void redefine(ProjectModel now) throws IOException, SQLException {
        if (project.model(now.name()).isEmpty()) {
            return;
        }
        project = project.with(now);
        project.write(directory);
        story.add("-- models/" + now.name() + ".sql is now\n" + now.text());
        closeSmelt();
        oracle.forget();
    }

    // ---- what lands

    private void land(Landed step) throws SQLException, LawBroken {
        List<PlanRequest.Landed> granules = new ArrayList<>();
        List<PlanRequest.Landed> retention = new ArrayList<>();
        Interval hull = Interval.EMPTY;
        if (step.told() == Told.GRANULES) {
            oracle.remember(project);
        }
        oracle.forget();
        for (Change change : step.changes()) {
            List<Row> rows = held.get(change.feed());
            if (rows == null || !project.feeds().contains(change.feed())) {
                continue;
            }
            Set<Interval> before = granules(change.feed());
            List<Row> touched = new ArrayList<>(change.come());
            change.gone().stream().filter(rows::remove).forEach(touched::add);
            rows.addAll(change.come());
            fill(change.feed());
            story.add("-- " + change.feed().table() + ": gone "
                    + change.gone().stream().map(Row::sql).toList() + ", come "
                    + change.come().stream().map(Row::sql).toList());
            for (Row row : touched) {
                Address address = new Address("sources." + change.feed().table());
                Interval granule = row.clock()
                        .map(clock -> change.feed().granularity().granule(clock))
                        .orElse(Interval.EMPTY);
                if (change.feed().isLookup()) {
                    granules.add(new PlanRequest.Landed(address, "", ""));
                } else if (!granule.isEmpty()) {
                    granules.add(new PlanRequest.Landed(
                            address,
                            change.feed().granularity().format(granule.start()),
                            change.feed().granularity().format(granule.end())));
                    hull = hull.hull(granule);
                }
            }
            retention.addAll(takenForRetention(change.feed(), before));
        }
        if (granules.isEmpty() && (step.told() == Told.GRANULES || step.told() == Told.WINDOW)) {
            return;
        }
        Ask ask = ask(step.told(), granules, hull);
        if (step.told() == Told.GRANULES) {
            foresee(new BuildRequest(Selectors.ALL, ask, step.request().options()));
        }
        boolean done = perform(
                step.told().toString(),
                new BuildRequest(step.request().selectors(), ask, step.request().options()));
        boolean looked = step.told() == Told.FOUND || step.told() == Told.AUTO;
        if (!(looked ? everythingIsFound(step, done, retention) : done || everythingIsToldOf(granules))) {
            ended = Optional.of(story.get(story.size() - 1).replaceAll("(?s).*?(\\[?SMELT-[A-Z]\\d+).*", "$1"));
        }
    }

    /** A run looks at what its models read, and finds all changes there but those that retention makes. */
    private boolean everythingIsFound(Landed step, boolean done, List<PlanRequest.Landed> retention) throws LawBroken {
        boolean all = (done && step.request().selectors().equals(Selectors.ALL))
                || perform("the rest", new BuildRequest(Selectors.ALL, NOTHING_TOLD, PERMISSIVE));
        return all && (retention.isEmpty() || everythingIsToldOf(retention));
    }

    private boolean everythingIsToldOf(List<PlanRequest.Landed> granules) throws LawBroken {
        return perform("again", new BuildRequest(Selectors.ALL, new BuildRequest.SinceUpstream(granules), PERMISSIVE));
    }

    private Set<Interval> granules(Feed feed) {
        return feed.isLookup()
                ? Set.of()
                : held.get(feed).stream()
                        .flatMap(row -> row.clock().stream())
                        .map(clock -> feed.granularity().granule(clock))
                        .collect(Collectors.toCollection(HashSet::new));
    }

    /** What goes from the beginning of a source is taken for the work of its retention, and history for the better one. */
    private List<PlanRequest.Landed> takenForRetention(Feed feed, Set<Interval> before) {
        Set<Interval> now = granules(feed);
        return before.stream()
                .filter(granule -> now.stream().allMatch(other -> granule.end() <= other.start()))
                .map(granule -> new PlanRequest.Landed(
                        new Address("sources." + feed.table()),
                        feed.granularity().format(granule.start()),
                        feed.granularity().format(granule.end())))
                .toList();
    }

    private Ask ask(Told told, List<PlanRequest.Landed> granules, Interval hull) {
        return switch (told) {
            case GRANULES -> new BuildRequest.SinceUpstream(granules);
            case FOUND -> NOTHING_TOLD;
            case AUTO -> new BuildRequest.Auto(false);
            case WINDOW -> {
                Interval days = project.countsIntegers() ? hull : Granularity.DAY.outward(hull);
                yield new BuildRequest.Window(project.text(days.start()), project.text(days.end()));
            }
        };
    }

    private void foresee(BuildRequest request) throws SQLException, LawBroken {
        DirtySet announced;
        try {
            announced = Foresight.plan(smelt(), request).dirtySet().orElseThrow();
        } catch (SmeltException e) {
            return;
        }
        oracle.checkAnnounced(project, announced);
    }

    private void fill(Feed feed) throws SQLException {
        statement.execute("DELETE FROM " + feed.table());
        if (!held.get(feed).isEmpty()) {
            statement.execute("INSERT INTO " + feed.table() + " VALUES "
                    + String.join(", ", held.get(feed).stream().map(Row::sql).toList()));
        }
    }

    // ---- what is asked of smelt

    private boolean perform(String name, BuildRequest request) throws LawBroken {
        String said =
                "-- " + name + " " + request.ask() + " " + request.selectors().select() + " chunk "
                        + request.options().chunkSize().orElse(0) + " "
                        + request.options().onLogicChange();
        try {
            RunSummary summary = smelt().run(request, event -> {});
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
                throw new LawBroken("the tool failed", e.getMessage());
            }
            return false;
        }
    }

    // ---- connections

    private Smelt smelt() {
        if (open.isEmpty()) {
            open = Optional.of(smelt(directory));
        }
        return open.get();
    }

    private void closeSmelt() {
        open.ifPresent(Smelt::close);
        open = Optional.empty();
    }

    /** One connection is kept open, since starting an engine takes longer than most steps. */
    private void connect() throws IOException, SQLException {
        connection = SharedEngine.connect(
                directory.resolve("law.duckdb"),
                Map.of("threads", "1", "disabled_optimizers", HistoryProject.NOT_OPTIMIZED));
        statement = connection.createStatement();
    }

    private void disconnect() throws SQLException {
        closeSmelt();
        connection.close();
    }

    @Override
    public void close() throws SQLException {
        disconnect();
    }
}
