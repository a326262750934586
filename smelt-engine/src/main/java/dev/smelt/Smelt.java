package dev.smelt;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.graph.ModelGraph;
import dev.smelt.ledger.Ledger;
import dev.smelt.ledger.LedgerSnapshot;
import dev.smelt.ledger.RunRecord;
import dev.smelt.ledger.WarehouseSnapshot;
import dev.smelt.model.Address;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.Project;
import dev.smelt.model.Seed;
import dev.smelt.plan.Plan;
import dev.smelt.plan.PlanRequest;
import dev.smelt.plan.World;
import dev.smelt.project.ProjectLoader;
import dev.smelt.report.CheckReport;
import dev.smelt.report.ExplainReport;
import dev.smelt.report.HistoryReport;
import dev.smelt.report.LineageReport;
import dev.smelt.report.ProjectPicture;
import dev.smelt.report.StatusReport;
import dev.smelt.report.TestReport;
import dev.smelt.report.ValidationReport;
import dev.smelt.run.PlanExecutor;
import dev.smelt.run.RunContext;
import dev.smelt.run.RunEvent;
import dev.smelt.run.RunGuards;
import dev.smelt.run.RunListener;
import dev.smelt.run.RunSummary;
import dev.smelt.run.Seeder;
import dev.smelt.schema.SchemaDifference;
import dev.smelt.verify.Verification;
import dev.smelt.warehouse.Access;
import dev.smelt.warehouse.Warehouse;
import dev.smelt.warehouse.duckdb.DuckDbLedger;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * A project, opened: what a goal asks, in one call each. Nothing is remembered between two instances.
 *
 * <p>Every call throws {@link SmeltException}: of kind PROJECT where the user's project or request is wrong, with
 * everything that was found; of kind TOOL where the work could not be done. Not thread-safe, {@link #stop} apart.
 */
public final class Smelt implements AutoCloseable {

    private static final int RUNS_SHOWN = 5;
    private static final int RUNS_PICTURED = 12;

    private final SmeltSettings settings;
    private final Engine engine;
    private final Stopping stopping = new Stopping();
    private Optional<Project> loaded = Optional.empty();

    Smelt(SmeltSettings settings, Engine engine) {
        this.settings = settings;
        this.engine = engine;
    }

    /** Opens a project. Nothing is read before the first question. */
    public static Smelt open(SmeltSettings settings) {
        return new Smelt(settings, new Engine(settings));
    }

    /** Everything that is wrong with the selected models and with the project beside them; opens no warehouse. */
    public ValidationReport validate(Selectors selectors) {
        return validate(selectors, Optional.empty());
    }

    /** The same, where sources that leave their columns to the warehouse have those of a snapshot of it. */
    public ValidationReport validate(Selectors selectors, Path snapshot) {
        return validate(selectors, Optional.of(snapshot));
    }

    private ValidationReport validate(Selectors selectors, Optional<Path> snapshot) {
        try {
            project();
        } catch (SmeltException e) {
            if (e.kind() == SmeltException.Kind.PROJECT) {
                return new ValidationReport(List.of(), e.diagnostics());
            }
            throw e;
        }
        Optional<WarehouseSnapshot> deployed = snapshot.map(file -> Snapshots.read(file, project()));
        ProjectAnalysis analysis = engine.analyze(
                project(), deployed.map(WarehouseSnapshot::catalogue).orElse(CatalogueSnapshot.EMPTY));
        Supplier<Set<Address>> changed = () -> deployed.map(each ->
                        ChangedModels.of(analysis, Differences.in(each, engine.views(project())), settings.asOf()))
                .orElseGet(choice()::changed);
        return Verdicts.of(analysis, choice().of(analysis.graph(), selectors, changed));
    }

    /** How the selected models differ from their tables; where there is no warehouse every model is new. */
    public List<SchemaDifference> diff(Selectors selectors) {
        try (Warehouse warehouse = engine.open(project(), Access.READ)) {
            LedgerSnapshot ledger =
                    new DuckDbLedger(warehouse, project().target().schema()).read();
            return diff(selectors, Differences.in(warehouse, warehouse.catalogue(), ledger, engine.views(project())));
        }
    }

    /** The same against a snapshot of the warehouse, with the same outcome; opens no warehouse. */
    public List<SchemaDifference> diff(Selectors selectors, Path snapshot) {
        return diff(selectors, Differences.in(Snapshots.read(snapshot, project()), engine.views(project())));
    }

    private List<SchemaDifference> diff(Selectors selectors, Differences differences) {
        ProjectAnalysis analysis =
                engine.analyze(project(), differences.catalogue()).sound();
        SortedSet<Address> selected = choice().of(analysis, selectors, differences);
        return ChangedModels.differences(analysis, differences, selected, selectors, settings.asOf());
    }

    /**
     * What {@link #diff} needs to know of the warehouse, to be kept in a file.
     *
     * @throws SmeltException of kind PROJECT where there is no warehouse: a snapshot of nothing calls every model new
     */
    public WarehouseSnapshot snapshot() {
        if (!engine.exists(project())) {
            throw SmeltException.project(
                    Diagnostic.error(
                            "SMELT-D014",
                            "There is no warehouse to take a snapshot of: "
                                    + project().target().database() + " does not exist.",
                            "Name the target or the file with -Dsmelt.target or -Dsmelt.database, or build it with mvn smelt:run."));
        }
        try (Warehouse warehouse = engine.open(project(), Access.READ)) {
            LedgerSnapshot ledger =
                    new DuckDbLedger(warehouse, project().target().schema()).read();
            return Snapshots.of(project(), warehouse, ledger);
        }
    }

    /** What a run of the request would do. Looks at the warehouse and writes nothing; a missing one is not made. */
    public Plan plan(BuildRequest request) {
        return planned(request).plan();
    }

    private Planning.Planned planned(BuildRequest request) {
        try (Warehouse warehouse = engine.open(project(), Access.READ)) {
            Ledger ledger = new DuckDbLedger(warehouse, project().target().schema());
            return planning().of(request, warehouse, ledger);
        }
    }

    /**
     * Plans the request while the warehouse is locked, and executes exactly that plan.
     *
     * @param listener hears what happens as it happens, notices of the plan first, its closing words last
     * @return what was done, failures included: {@link RunSummary#exception} says whether the goal failed
     */
    public RunSummary run(BuildRequest request, RunListener listener) {
        return run(request, Checks.RUN, listener);
    }

    /** As {@link #run(BuildRequest, RunListener)}, with or without the project's checks. */
    public RunSummary run(BuildRequest request, Checks checks, RunListener listener) {
        if (!engine.exists(project())) {
            // A first run that is refused should not leave an empty warehouse behind.
            UnloadedSeeds.refuse(planned(request));
        }
        try (Warehouse warehouse = engine.open(project(), Access.WRITE)) {
            return stopping.during(warehouse, () -> run(request, checks, warehouse, listener));
        }
    }

    /**
     * Runs tests of models and functions on an empty engine in memory; opens no warehouse unless a source needs it.
     * Selectors name tests, or the models whose tests are meant.
     */
    public TestReport test(Selectors selectors) {
        ProjectAnalysis analysis =
                engine.analyze(project(), engine.undeclared(project())).sound();
        return assertions(analysis.graph(), choice()::changed).test(analysis, selectors);
    }

    /** Runs checks on what is built, and writes nothing. Selectors name checks, or the models whose checks are meant. */
    public CheckReport check(Selectors selectors) {
        try (Warehouse warehouse = engine.open(project(), Access.READ)) {
            return assertions(ExpandedModels.of(project()).graph(), () -> choice().changed(warehouse))
                    .check(warehouse, selectors);
        }
    }

    private Assertions assertions(ModelGraph graph, Supplier<Set<Address>> changed) {
        return new Assertions(project(), graph, settings.clock(), changed);
    }

    /** Whether a run makes the project's checks as it goes. */
    public enum Checks {
        RUN,
        LEAVE_OUT
    }

    /**
     * Makes the run or the seeding that is under way stop, from another thread: its statement is cancelled and its
     * transaction rolled back. It then ends as a run that was stopped, and says how to resume.
     */
    public void stop() {
        stopping.stop();
    }

    private RunSummary run(BuildRequest request, Checks checks, Warehouse warehouse, RunListener listener) {
        Ledger ledger = new DuckDbLedger(warehouse, project().target().schema());
        Planning.Planned planned = planning().of(request, warehouse, ledger);
        UnloadedSeeds.refuse(planned);
        planned.plan().notices().forEach(notice -> listener.on(new RunEvent.Noticed(notice)));
        RunSummary summary = new PlanExecutor(planned.analysis().graph()::upstreams)
                .execute(
                        planned.plan(),
                        checks == Checks.RUN
                                ? assertions(planned.analysis().graph(), choice()::changed)
                                        .guards()
                                : RunGuards.NONE,
                        warehouse,
                        ledger,
                        context(planned.line(), planned.asOf()),
                        listener);
        if (summary.outcome() == RunSummary.Outcome.SUCCEEDED) {
            planned.plan().closing().forEach(closing -> listener.on(new RunEvent.Noticed(closing)));
        }
        return summary;
    }

    /** The windows of the selected models, and what proves them; opens no warehouse unless a source needs it. */
    public ExplainReport explain(ExplainRequest request) {
        ProjectAnalysis analysis =
                engine.analyze(project(), engine.undeclared(project())).sound();
        SortedSet<Address> selected = choice().of(analysis, request.selectors());
        return new Explanations(analysis, settings.asOf()).explain(selected, request);
    }

    /** Where the columns of the selected models come from; opens no warehouse unless a source needs it. */
    public LineageReport lineage(Selectors selectors) {
        ProjectAnalysis analysis =
                engine.analyze(project(), engine.undeclared(project())).sound();
        return new Lineages(analysis).of(choice().of(analysis, selectors), settings.asOf());
    }

    /**
     * Everything about the selected models that a page shows: graph, coverage, windows, pending changes, last runs. A
     * model that is broken is shown as such. Writes nothing.
     */
    public ProjectPicture picture(Selectors selectors) {
        try (Warehouse warehouse = engine.open(project(), Access.READ)) {
            CatalogueSnapshot catalogue = warehouse.catalogue();
            ProjectAnalysis analysis = engine.analyze(project(), catalogue);
            Ledger ledger = new DuckDbLedger(warehouse, project().target().schema());
            LedgerSnapshot state = ledger.read();
            Differences differences = Differences.in(warehouse, catalogue, state, engine.views(project()));
            SortedSet<Address> selected = choice().of(analysis, selectors, differences);
            return new ProjectPicture(
                    project().name(),
                    settings.target(),
                    settings.asOf(),
                    analysis.graph(),
                    new TreeSet<>(project().seeds().keySet()),
                    status(selected, state, ledger.runs(RUNS_PICTURED)),
                    new Explanations(analysis, settings.asOf())
                            .explain(selected, new ExplainRequest(selectors, Optional.empty(), false)),
                    Verdicts.of(analysis, selected),
                    ChangedModels.shown(analysis, differences, selected, selectors, settings.asOf()));
        }
    }

    /**
     * Builds the selected incremental models by partitions and in full, beside their tables, over what their inputs hold
     * now, and compares. Writes nothing.
     */
    public Verification verify(VerifyRequest request) {
        if (!engine.exists(project())) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-V005",
                    "There is no warehouse at " + project().target().database().getFileName() + " to verify against.",
                    "Build the models first: mvn smelt:run."));
        }
        try (Warehouse warehouse = engine.open(project(), Access.READ)) {
            CatalogueSnapshot catalogue = warehouse.catalogue();
            ProjectAnalysis analysis = engine.analyze(project(), catalogue).sound();
            LedgerSnapshot ledger =
                    new DuckDbLedger(warehouse, project().target().schema()).read();
            Differences differences = Differences.in(warehouse, catalogue, ledger, engine.views(project()));
            SortedSet<Address> selected = choice().of(analysis, request.selectors(), differences);
            Set<Address> needed = new TreeSet<>(selected);
            selected.forEach(model -> needed.addAll(analysis.graph().ancestors(model)));
            World world = Worlds.of(
                    analysis,
                    differences,
                    Map.of(),
                    new SourceLook(project(), catalogue, warehouse).prints(needed),
                    PlanRequest.Options.DEFAULT,
                    settings.asOf());
            return new Verifications(world, warehouse, settings.clock()).verify(selected, request);
        }
    }

    /** Fills the tables of the project's seeds; selectors name seeds by their addresses. */
    public RunSummary seed(Selectors selectors, RunListener listener) {
        List<Seed> seeds = SeedChoice.of(project(), selectors);
        try (Warehouse warehouse = engine.open(project(), Access.WRITE)) {
            Ledger ledger = new DuckDbLedger(warehouse, project().target().schema());
            RunContext context = context(RequestLine.of(selectors), settings.asOf());
            return stopping.during(
                    warehouse,
                    () -> new Seeder(warehouse, ledger)
                            .seed(seeds, project().sources().values(), context, listener));
        }
    }

    /** What the ledger knows of the selected models. */
    public StatusReport status(Selectors selectors) {
        try (Warehouse warehouse = engine.open(project(), Access.READ)) {
            SortedSet<Address> selected = choice().of(warehouse, selectors);
            Ledger ledger = new DuckDbLedger(warehouse, project().target().schema());
            return status(selected, ledger.read(), ledger.runs(RUNS_SHOWN));
        }
    }

    /**
     * What ran, newest first.
     *
     * @param selectors narrows to the runs that wrote one of these models; all of them for every run, seeds too
     * @param limit how many runs at most
     */
    public HistoryReport history(Selectors selectors, int limit) {
        try (Warehouse warehouse = engine.open(project(), Access.READ)) {
            Set<Address> models = selectors.equals(Selectors.ALL) ? Set.of() : choice().of(warehouse, selectors);
            Ledger ledger = new DuckDbLedger(warehouse, project().target().schema());
            return new HistoryReport(
                    project().target().database().getFileName().toString(), models, ledger.history(limit, models));
        }
    }

    private StatusReport status(SortedSet<Address> selected, LedgerSnapshot state, List<RunRecord> runs) {
        return new StatusReport(
                project().target().database().getFileName().toString(),
                engine.exists(project()),
                selected.stream()
                        .map(address ->
                                new StatusReport.ModelStatus(project().models().get(address), state.model(address)))
                        .toList(),
                runs);
    }

    @Override
    public void close() {
        engine.close();
    }

    Planning planning() {
        return new Planning(project(), engine, settings.asOf());
    }

    private ModelChoice choice() {
        return new ModelChoice(project(), engine, settings.asOf());
    }

    private RunContext context(String request, Instant asOf) {
        return new RunContext(
                RunIds.next(settings.clock()), settings.goal(), request, asOf, settings.clock(), stopping::isAsked);
    }

    private Project project() {
        if (loaded.isEmpty()) {
            loaded = Optional.of(ProjectLoader.load(
                    settings.projectDirectory(), settings.target(), settings.database(), settings.variables()));
        }
        return loaded.get();
    }
}
