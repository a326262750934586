package dev.smelt.assertion;

import dev.smelt.assertion.RowDifference.Row;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.NearNames;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.graph.ModelGraph;
import dev.smelt.model.Address;
import dev.smelt.model.Column;
import dev.smelt.model.Identifier;
import dev.smelt.model.Project;
import dev.smelt.model.Schema;
import dev.smelt.model.SqlTest;
import dev.smelt.model.SqlTest.Cell;
import dev.smelt.model.SqlTest.LiteralRow;
import dev.smelt.model.SqlType;
import dev.smelt.model.TableName;
import dev.smelt.sql.Expander;
import dev.smelt.sql.Namespace;
import dev.smelt.sql.Reference;
import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.Sandbox;
import dev.smelt.warehouse.StatementFailure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Runs tests: fills the inputs, runs the models as they are written, and compares what the query gives. */
public final class TestBench {
    private static final String RESULT = "_smelt_result";

    private final Project project;
    private final ModelGraph graph;
    private final Function<Address, Optional<Schema>> schemas;
    private final Sandbox sandbox;
    private final Clock clock;

    /** @param schemas the columns of models, seeds and sources, empty where they are not known */
    public TestBench(
            Project project,
            ModelGraph graph,
            Function<Address, Optional<Schema>> schemas,
            Sandbox sandbox,
            Clock clock) {
        this.project = project;
        this.graph = graph;
        this.schemas = schemas;
        this.sandbox = sandbox;
        this.clock = clock;
    }

    /** The models, seeds and sources that a test's query names; none where it cannot be read. */
    public static SortedSet<Address> named(SqlTest test, Project project) {
        ModelParts parts = ModelParts.of(test.query(), project, new ArrayList<>());
        SortedSet<Address> named = new TreeSet<>();
        parts.parts().values().forEach(part -> named.add(part.model().address()));
        if (Expander.expand(test.query(), Namespace.asNamed(project)) instanceof Expander.Expanded expanded) {
            expanded.sql().references().stream().map(Reference::target).forEach(named::add);
        }
        return named;
    }

    public TestOutcome run(SqlTest test) {
        Instant started = clock.instant();
        List<Diagnostic> problems = new ArrayList<>();
        Optional<RowDifference> difference = Optional.empty();
        Optional<Integer> failedCase = Optional.empty();
        Optional<TestSetup> setup = TestSetup.of(test, project, graph, problems);
        if (setup.isPresent()) {
            int cases = leavesColumnsOut(setup.get()) ? test.cases() : 1;
            for (int number = 1; number <= cases && problems.isEmpty() && difference.isEmpty(); number++) {
                difference = attempt(test, setup.get(), number, problems);
                failedCase = cases > 1 && difference.isPresent() ? Optional.of(number) : Optional.empty();
            }
        }
        return new TestOutcome(test, difference, problems, failedCase, Duration.between(started, clock.instant()));
    }

    private boolean leavesColumnsOut(TestSetup setup) {
        return setup.given().entrySet().stream()
                .anyMatch(given -> schemas.apply(given.getKey())
                        .filter(schema -> given.getValue().rows().stream()
                                .anyMatch(row ->
                                        row.cells().size() < schema.columns().size()))
                        .isPresent());
    }

    private Optional<RowDifference> attempt(SqlTest test, TestSetup setup, int number, List<Diagnostic> problems) {
        sandbox.reset();
        try {
            new Inputs(new Fillings(test.name(), number), problems).fill(setup);
            for (TestSetup.Made made : problems.isEmpty() ? setup.made() : List.<TestSetup.Made>of()) {
                make(test, made);
            }
            return problems.isEmpty() ? compare(test, setup, problems) : Optional.empty();
        } catch (SmeltException e) {
            problems.addAll(e.diagnostics());
            return Optional.empty();
        } finally {
            sandbox.reset();
        }
    }

    private void make(SqlTest test, TestSetup.Made made) {
        try {
            sandbox.execute(
                    "CREATE SCHEMA IF NOT EXISTS " + Identifier.sql(made.table().schema()));
            sandbox.execute("CREATE OR REPLACE TABLE " + made.table().sql() + " AS\n"
                    + made.sql().text());
            made.partition()
                    .ifPresent(partition -> sandbox.execute(
                            "DELETE FROM " + made.table().sql() + " WHERE " + Identifier.sql(partition) + " IS NULL"));
        } catch (StatementFailure e) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-T006",
                    made.sql().place(0),
                    "In the test '" + test.name() + "', " + made.model() + " fails: " + e.getMessage(),
                    "Mend the model, or the rows that it gets."));
        }
    }

    private Optional<RowDifference> compare(SqlTest test, TestSetup setup, List<Diagnostic> problems) {
        Schema result;
        try {
            sandbox.execute(
                    "CREATE TEMP TABLE " + RESULT + " AS\n" + setup.query().text());
            result = sandbox.describe("SELECT * FROM " + RESULT);
        } catch (StatementFailure e) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-T006",
                    test.query().place(0),
                    "The query of the test '" + test.name() + "' fails: " + e.getMessage(),
                    "Mend the query."));
        }
        List<Column> compared = compared(test, result, problems);
        if (!problems.isEmpty()) {
            return Optional.empty();
        }
        LiteralValues values = new LiteralValues(sandbox, problems::add);
        List<Row> expected = test.expected().stream()
                .map(row -> new Row(row.cells().stream()
                        .map(cell -> values.text(cell, typeOf(cell, result)))
                        .toList()))
                .toList();
        List<Row> actual = sandbox
                .query("SELECT "
                        + compared.stream()
                                .map(column -> Identifier.sql(column.name()))
                                .collect(Collectors.joining(", "))
                        + " FROM " + RESULT)
                .stream()
                .map(Cells::values)
                .map(Row::new)
                .toList();
        List<String> names = compared.stream().map(Column::name).toList();
        if (!problems.isEmpty()) {
            return Optional.empty();
        }
        return test.ordered()
                ? RowDifference.inOrder(names, expected, actual)
                : RowDifference.inAnyOrder(names, expected, actual);
    }

    /** The columns that EXPECT names; all where it expects no row. */
    private static List<Column> compared(SqlTest test, Schema result, List<Diagnostic> problems) {
        if (test.expected().isEmpty()) {
            return result.columns();
        }
        List<Column> columns = new ArrayList<>();
        for (Cell cell : test.expected().get(0).cells()) {
            result.column(cell.column())
                    .ifPresentOrElse(
                            columns::add,
                            () -> problems.add(noColumn(cell, "The query of the test '" + test.name() + "'", result)));
        }
        return columns;
    }

    private static SqlType typeOf(Cell cell, Schema schema) {
        return schema.column(cell.column()).orElseThrow().type();
    }

    private static Diagnostic noColumn(Cell cell, String owner, Schema schema) {
        return Diagnostic.error(
                "SMELT-T003",
                cell.place(),
                owner + " has no column '" + cell.column() + "'." + NearNames.didYouMean(cell.column(), schema.names()),
                "Its columns are " + String.join(", ", schema.names()) + ".");
    }

    /** Makes the tables that models of a test read and no model of it makes. */
    private final class Inputs {
        private final Fillings fillings;
        private final List<Diagnostic> problems;
        private final LiteralValues values;

        Inputs(Fillings fillings, List<Diagnostic> problems) {
            this.fillings = fillings;
            this.problems = problems;
            this.values = new LiteralValues(sandbox, problems::add);
        }

        void fill(TestSetup setup) {
            setup.empty().forEach(address -> schema(address, setup).ifPresent(schema -> create(address, schema)));
            for (Map.Entry<Address, SqlTest.Given> given : setup.given().entrySet()) {
                schema(given.getKey(), setup).ifPresent(schema -> {
                    create(given.getKey(), schema);
                    insert(given.getKey(), schema, given.getValue().rows());
                });
            }
        }

        private Optional<Schema> schema(Address address, TestSetup setup) {
            Optional<Schema> schema = schemas.apply(address);
            if (schema.isEmpty()) {
                problems.add(Diagnostic.error(
                        "SMELT-T005",
                        setup.query().place(0),
                        "The columns of " + address + " are not known.",
                        "Declare them in its YAML file."));
            }
            return schema;
        }

        private void create(Address address, Schema schema) {
            TableName table = project.table(address).orElseThrow();
            sandbox.execute("CREATE SCHEMA IF NOT EXISTS " + Identifier.sql(table.schema()));
            sandbox.execute("CREATE TABLE " + table.sql() + " ("
                    + schema.columns().stream()
                            .map(column -> Identifier.sql(column.name()) + " " + typeText(column.type()))
                            .collect(Collectors.joining(", "))
                    + ")");
        }

        /** The engine has no columns of the type that it gives a bare NULL. */
        private static String typeText(SqlType type) {
            return type.text().equals("NULL") ? "INTEGER" : type.text();
        }

        private void insert(Address address, Schema schema, List<LiteralRow> rows) {
            for (LiteralRow row : rows) {
                for (Cell cell : row.cells()) {
                    if (schema.column(cell.column()).isEmpty()) {
                        problems.add(noColumn(cell, address.path(), schema));
                    } else {
                        values.text(cell, typeOf(cell, schema));
                    }
                }
            }
            if (rows.isEmpty() || !problems.isEmpty()) {
                return;
            }
            String tuples = rows.stream().map(row -> tuple(row, schema)).collect(Collectors.joining(",\n"));
            sandbox.execute(
                    "INSERT INTO " + project.table(address).orElseThrow().sql() + " VALUES\n" + tuples);
        }

        private String tuple(LiteralRow row, Schema schema) {
            return schema.columns().stream()
                    .map(column -> row.cells().stream()
                            .filter(cell -> column.isNamed(cell.column()))
                            .findFirst()
                            .map(cell -> cell.value() + "\n")
                            .orElseGet(() -> fillings.next(column.type())))
                    .collect(Collectors.joining(", ", "(", ")"));
        }
    }
}
