package dev.smelt;

import dev.smelt.assertion.AssertionChoice;
import dev.smelt.assertion.AssertionChoice.Named;
import dev.smelt.assertion.CheckOutcome;
import dev.smelt.assertion.ReadyCheck;
import dev.smelt.assertion.TestBench;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.graph.ModelGraph;
import dev.smelt.model.Address;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.Project;
import dev.smelt.model.Schema;
import dev.smelt.model.SqlTest;
import dev.smelt.report.CheckReport;
import dev.smelt.report.TestReport;
import dev.smelt.run.RunGuards;
import dev.smelt.warehouse.Sandbox;
import dev.smelt.warehouse.Warehouse;
import dev.smelt.warehouse.duckdb.DuckDbSandbox;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The tests and checks of a project. */
final class Assertions {
    private final Project project;
    private final ModelGraph graph;
    private final Clock clock;
    private final Supplier<Set<Address>> changed;

    /** @param changed the models that differ from what is deployed, asked only where a selector wants to know */
    Assertions(Project project, ModelGraph graph, Clock clock, Supplier<Set<Address>> changed) {
        this.project = project;
        this.graph = graph;
        this.clock = clock;
        this.changed = changed;
    }

    /** Runs the selected tests, each in an empty engine in memory. */
    TestReport test(ProjectAnalysis analysis, Selectors selectors) {
        List<SqlTest> tests = project.tests();
        List<Named> named = tests.stream()
                .map(test -> new Named(test.name(), test.tags(), TestBench.named(test, project)))
                .toList();
        Set<String> chosen = chosen(named, selectors);
        if (chosen.isEmpty()) {
            return new TestReport(List.of());
        }
        try (Sandbox sandbox =
                DuckDbSandbox.open(project.timeZone(), project.target().settings())) {
            TestBench bench = new TestBench(project, graph, address -> schema(analysis, address), sandbox, clock);
            return new TestReport(tests.stream()
                    .filter(test -> chosen.contains(test.name()))
                    .map(bench::run)
                    .toList());
        }
    }

    private Optional<Schema> schema(ProjectAnalysis analysis, Address address) {
        return analysis.bound(address)
                .map(ModelAnalysis.Bound::schema)
                .or(() -> project.table(address).flatMap(analysis.sources()::schema));
    }

    /** Runs the selected checks on built tables. */
    CheckReport check(Warehouse warehouse, Selectors selectors) {
        List<ReadyCheck> checks = checks();
        List<Named> named = checks.stream()
                .map(check -> new Named(check.check().name(), check.check().tags(), check.reads()))
                .toList();
        Set<String> chosen = chosen(named, selectors);
        CatalogueSnapshot catalogue = warehouse.catalogue();
        List<CheckOutcome> outcomes = checks.stream()
                .filter(check -> chosen.contains(check.check().name()))
                .map(check -> check.notBuilt(catalogue)
                        .map(check::unbuilt)
                        .orElseGet(() -> check.judge(warehouse::query, clock)))
                .toList();
        return new CheckReport(outcomes);
    }

    /** The checks that a run makes as it goes. */
    RunGuards guards() {
        return new RunGuards(checks(), graph::ancestors);
    }

    private List<ReadyCheck> checks() {
        List<Diagnostic> problems = new ArrayList<>();
        List<ReadyCheck> checks = ReadyCheck.of(project, problems);
        if (!problems.isEmpty()) {
            throw SmeltException.project(problems);
        }
        return checks;
    }

    private Set<String> chosen(List<Named> named, Selectors selectors) {
        return new TreeSet<>(new AssertionChoice(named, graph, project.models(), changed)
                .names(selectors.select(), selectors.exclude()));
    }
}
