package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.plan.Plan;
import dev.smelt.plan.PlanRequest;
import dev.smelt.plan.Step;
import dev.smelt.report.ExplainText;
import dev.smelt.report.PlanText;
import dev.smelt.report.StatusText;
import dev.smelt.report.ValidationReport;
import dev.smelt.report.ValidationText;
import dev.smelt.run.RunEvent;
import dev.smelt.run.RunSummary;
import dev.smelt.schema.SchemaDifference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The facade over small projects on disk, with a real warehouse. */
class SmeltTest {

    private static final String CLOCKED = """
            ---
            materialization: table
            refresh: incremental
            timeseries: {partition_column: d, granularity: day}
            ---
            """;

    @TempDir
    private Path project;

    @BeforeEach
    void projectWithASeed() throws Exception {
        write("smelt.yml", """
                name: shop
                version: 1
                targets:
                  dev: {type: duckdb, database: shop.duckdb, schema: main}
                """);
        write("models/orders.csv", "d,amount\n2026-05-01,10\n2026-05-02,5\n2026-05-03,3\n");
        write("models/orders.yml", """
                name: raw.orders
                columns:
                  - {name: d, type: DATE}
                  - {name: amount, type: INTEGER}
                timeseries: {partition_column: d, granularity: day}
                """);
        write("models/daily.sql", CLOCKED + "SELECT d, SUM(amount) AS total FROM smelt.orders GROUP BY d\n");
    }

    @Test
    void seeds_and_runs_and_then_has_nothing_to_do() {
        assertThat(seed().outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);
        RunSummary first = run(new BuildRequest.Auto(false));

        assertThat(first.outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);
        assertThat(first.models()).singleElement().satisfies(model -> {
            assertThat(model.model().path()).isEqualTo("daily");
            assertThat(model.inserted()).isEqualTo(3);
        });
        assertThat(run(new BuildRequest.Auto(false)).models()).isEmpty();
        assertThat(StatusText.render(smelt().status(Selectors.ALL)))
                .contains("built [2026-05-01, 2026-05-04): 3 partitions, 3 rows");
    }

    @Test
    void a_run_names_the_seed_that_was_never_loaded_and_leaves_no_warehouse_behind() {
        assertThatThrownBy(() -> run(new BuildRequest.Auto(false)))
                .isInstanceOf(SmeltException.class)
                .hasMessageContaining("models/orders.yml:1:1: The seed orders was never loaded")
                .hasMessageContaining("mvn smelt:seed");
        assertThat(project.resolve("shop.duckdb")).doesNotExist();
    }

    @Test
    void a_run_tells_where_a_new_column_holds_null_and_what_fills_it() throws Exception {
        seed();
        run(new BuildRequest.Auto(false));
        write(
                "models/daily.sql",
                CLOCKED + "SELECT d, SUM(amount) AS total, MAX(amount) AS most FROM smelt.orders GROUP BY d\n");
        List<String> said = new ArrayList<>();
        smelt().run(request(new BuildRequest.Auto(false)), event -> {
            if (event instanceof RunEvent.Noticed noticed) {
                said.add(noticed.diagnostic().render());
            }
        });

        assertThat(said)
                .containsExactly(
                        "What was built of daily before, [2026-05-01, 2026-05-04), holds NULL in the new column most."
                                + " Fill it by: mvn smelt:backbuild -Dsmelt.select=daily -Dsmelt.start=2026-05-01"
                                + " -Dsmelt.end=2026-05-04 [SMELT-P045]");
        assertThat(plan(new BuildRequest.Backbuild("2026-05-01", "2026-05-04")).closing())
                .isEmpty();
    }

    @Test
    void a_table_that_waits_for_its_first_chunk_is_not_counted_as_built() {
        seed();
        assertThatThrownBy(() -> smelt().run(request(new BuildRequest.Auto(false)), event -> {
                    if (event instanceof RunEvent.StepStarted started && started.step() instanceof Step.Chunk) {
                        throw new IllegalStateException("the chunk is not to be built");
                    }
                }))
                .hasMessage("the chunk is not to be built");

        assertThat(StatusText.render(smelt().status(Selectors.ALL)))
                .contains("not built")
                .contains("Summary: 1 model, 0 built");
    }

    @Test
    void plans_without_a_warehouse_and_makes_none() {
        Plan plan = plan(new BuildRequest.Backbuild("2026-05-01", "2026-05-03"));

        assertThat(PlanText.of(plan)).contains("-- chunk 1/1: [2026-05-01, 2026-05-03)");
        assertThat(smelt().diff(Selectors.ALL))
                .extracting(SchemaDifference::state)
                .containsExactly(SchemaDifference.State.NEW);
        assertThat(project.resolve("shop.duckdb")).doesNotExist();
    }

    @Test
    void runs_exactly_what_it_planned() {
        seed();
        BuildRequest.Ask may = new BuildRequest.Backbuild("2026-05-01", "2026-05-03");
        List<Step> planned = plan(may).steps();
        List<Step> executed = new ArrayList<>();
        smelt().run(request(may), event -> {
            if (event instanceof RunEvent.StepStarted started) {
                executed.add(started.step());
            }
        });

        assertThat(executed).isEqualTo(planned);
    }

    @Test
    void an_unknown_column_is_an_error_with_its_place_in_a_dry_run_too() throws Exception {
        write("models/daily.sql", CLOCKED + "SELECT d,\n  SUM(amonut) AS total FROM smelt.orders GROUP BY d\n");

        assertThatThrownBy(() -> plan(new BuildRequest.Backbuild("2026-05-01", "2026-05-03")))
                .isInstanceOf(SmeltException.class)
                .hasMessageContaining("models/daily.sql:7:7")
                .hasMessageContaining("amonut");
    }

    @Test
    void a_seed_read_by_the_name_of_its_table_is_refused_for_that_alone() throws Exception {
        write("models/daily.sql", CLOCKED + "SELECT d, SUM(amount) AS total FROM raw.orders GROUP BY d\n");

        assertThat(smelt().validate(Selectors.ALL).all())
                .extracting(Diagnostic::render)
                .singleElement()
                .asString()
                .contains(
                        "models/daily.sql:6:37: 'raw.orders' is read past smelt",
                        "Read a model or seed as smelt.<path>");
    }

    @Test
    void validates_everything_at_once() throws Exception {
        write("models/broken.sql", "SELECT nothing FROM smelt.orders\n");
        write("models/below.sql", "SELECT * FROM smelt.broken\n");
        write("models/top.sql", CLOCKED + "SELECT d, amount FROM smelt.orders LIMIT 10\n");

        ValidationReport report = smelt().validate(Selectors.ALL);

        assertThat(report.models())
                .extracting(verdict -> verdict.model() + " " + verdict.how())
                .containsExactly("below BROKEN", "broken BROKEN", "daily INCREMENTAL", "top REFUSED");
        assertThat(report.errors()).extracting(Diagnostic::message).hasSize(2);
        assertThat(ValidationText.summary(report))
                .startsWith("4 models (1 incremental, 1 refused, 2 broken, 0 other), 2 errors");
    }

    @Test
    void a_project_that_cannot_be_read_is_a_report_too() throws Exception {
        write("smelt.yml", "nam: shop\n");

        assertThat(smelt().validate(Selectors.ALL).errors()).isNotEmpty();
    }

    @Test
    void the_types_of_a_model_that_reads_itself_settle() throws Exception {
        write("models/balance.sql", CLOCKED + """
                SELECT o.d, SUM(o.amount) + COALESCE(MAX(b.balance), 0) AS balance
                FROM smelt.orders AS o
                LEFT JOIN smelt.balance AS b ON b.d = o.d - INTERVAL '1 day'
                GROUP BY o.d
                """);

        assertThat(smelt().validate(Selectors.of("balance")).models())
                .singleElement()
                .satisfies(verdict -> assertThat(verdict.how()).isEqualTo(ValidationReport.How.INCREMENTAL));
    }

    @Test
    void a_source_without_columns_asks_for_them() throws Exception {
        write("models/sources/raw/taps.yml", "name: raw.taps\n");
        write("models/taps.sql", "SELECT * FROM smelt.sources.raw.taps\n");

        assertThat(smelt().validate(Selectors.of("taps")).errors())
                .singleElement()
                .satisfies(error -> assertThat(error.render())
                        .contains("source sources.raw.taps")
                        .contains("Declare its columns."));
    }

    @Test
    void an_unknown_type_is_an_error_at_its_source() throws Exception {
        write("models/sources/raw/taps.yml", "name: raw.taps\ncolumns:\n  - {name: a, type: BIGINTT}\n");

        assertThat(smelt().validate(Selectors.ALL).errors())
                .singleElement()
                .satisfies(
                        error -> assertThat(error.render()).contains("taps.yml").contains("'BIGINTT'"));
    }

    @Test
    void explain_tells_two_readings_of_one_model_apart() throws Exception {
        write("models/twice.sql", CLOCKED + """
                SELECT now.d, was.amount
                FROM smelt.orders AS now
                JOIN smelt.orders AS was ON was.d = now.d - INTERVAL '7 days'
                """);

        String text = ExplainText.render(smelt().explain(new ExplainRequest(
                Selectors.of("twice"), Optional.of(new ExplainRequest.Period("2026-05-08", "2026-05-09")), false)));

        assertThat(text)
                .contains("read [2026-05-08, 2026-05-09) of orders as now")
                .contains("read [2026-05-01, 2026-05-02) of orders as was")
                .contains("reference orders as was at models/twice.sql:8:6");
    }

    @Test
    void explain_tells_two_readings_of_one_lookup_apart() throws Exception {
        write("models/dim.sql", "---\nmaterialization: table\n---\nSELECT 1 AS k\n");
        write("models/twice.sql", CLOCKED + """
                SELECT o.d, a.k
                FROM smelt.orders AS o
                JOIN smelt.dim AS a ON a.k = o.amount
                JOIN smelt.dim AS b ON b.k = a.k
                """);

        assertThat(ExplainText.render(
                        smelt().explain(new ExplainRequest(Selectors.of("twice"), Optional.empty(), false))))
                .contains("reference dim as a at models/twice.sql:8:6", "reference dim as b at models/twice.sql:9:6");
    }

    @Test
    void explains_windows_with_their_proof() throws Exception {
        write("models/recent.sql", CLOCKED + """
                SELECT a.d, SUM(b.amount) AS total
                FROM smelt.orders AS a
                JOIN smelt.orders AS b ON b.d BETWEEN a.d - INTERVAL '2 days' AND a.d
                GROUP BY a.d
                """);

        String text = ExplainText.render(smelt().explain(new ExplainRequest(
                Selectors.of("recent"), Optional.of(new ExplainRequest.Period("2026-05-02", "2026-05-03")), true)));

        assertThat(text)
                .contains("write [2026-05-02, 2026-05-03)")
                .contains("read [2026-04-30, 2026-05-03) of orders")
                .contains("models/recent.sql:8:27: b.d BETWEEN a.d - INTERVAL '2 days' AND a.d")
                .contains("DELETE FROM main.recent WHERE d >= '2026-05-02' AND d < '2026-05-03'");
    }

    @Test
    void explain_names_a_date_that_does_not_exist() {
        assertThatThrownBy(() -> smelt().explain(new ExplainRequest(
                        Selectors.of("daily"),
                        Optional.of(new ExplainRequest.Period("2026-02-29", "2026-03-01")),
                        false)))
                .hasMessageContaining("'2026-02-29' is no date or time, so no window of orders begins or ends there.");
    }

    @Test
    void what_landed_may_be_named_without_its_prefix_and_must_exist() {
        assertThatThrownBy(() -> plan(new BuildRequest.SinceUpstream(
                        List.of(new PlanRequest.Landed(new Address("ordres"), "2026-05-01", "2026-05-02")))))
                .hasMessageContaining("Did you mean 'orders'?");
    }

    private RunSummary seed() {
        return smelt().seed(Selectors.ALL, event -> {});
    }

    private RunSummary run(BuildRequest.Ask ask) {
        return smelt().run(request(ask), event -> {});
    }

    private Plan plan(BuildRequest.Ask ask) {
        return smelt().plan(request(ask));
    }

    private static BuildRequest request(BuildRequest.Ask ask) {
        return new BuildRequest(Selectors.ALL, ask, PlanRequest.Options.DEFAULT);
    }

    private Smelt smelt() {
        Instant asOf = Instant.parse("2026-06-01T00:00:00Z");
        return Smelt.open(new SmeltSettings(
                project.toAbsolutePath(),
                "dev",
                Optional.empty(),
                Map.of(),
                asOf,
                Clock.fixed(asOf, ZoneOffset.UTC),
                "test",
                Duration.ZERO));
    }

    private void write(String file, String text) throws Exception {
        Path path = project.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
