package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.plan.PlanRequest;
import dev.smelt.plan.PlanRequest.OnLogicChange;
import dev.smelt.report.DiffText;
import dev.smelt.report.StatusText;
import dev.smelt.report.snapshot.SnapshotWriter;
import dev.smelt.run.RunSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to history when the logic of a column changes: {@code gross}, which {@code taxed} uses and {@code counted} does not. */
class LogicChangeTest {
    private static final String CLOCKED = """
            ---
            materialization: table
            refresh: incremental
            timeseries: {partition_column: d, granularity: day}
            ---
            """;
    private static final String OLD = CLOCKED + "SELECT d, amount,\n  amount * 2 AS gross\nFROM smelt.orders\n";
    private static final String NEW = CLOCKED + "SELECT d, amount,\n  amount * 3 AS gross\nFROM smelt.orders\n";

    @TempDir
    private Path project;

    @BeforeEach
    void builtByTheOldLogic() throws Exception {
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
        write("models/sales.sql", OLD);
        write("models/taxed.sql", CLOCKED + "SELECT d, gross + 1 AS taxed FROM smelt.sales\n");
        write("models/counted.sql", CLOCKED + "SELECT d, SUM(amount) AS n FROM smelt.sales GROUP BY d\n");
        smelt().seed(Selectors.ALL, event -> {});
        run(OnLogicChange.WARN);
        assertThat(diff()).endsWith("Summary: 0 changed, 0 new, 0 removed, 3 unchanged\n");
    }

    @Test
    void diff_names_the_column_its_history_and_who_inherits_it() throws Exception {
        write("models/sales.sql", NEW);

        assertThat(diff())
                .contains("Model: sales\n  LOGIC gross: amount * 2 -> amount * 3 (line 7);"
                        + " stale: [2026-05-01, 2026-05-04)\n")
                .contains("Model: taxed\n  LOGIC taxed: inherits sales.gross; stale: [2026-05-01, 2026-05-04)\n")
                .endsWith("Summary: 2 changed, 0 new, 0 removed, 1 unchanged\n");
    }

    @Test
    void text_and_description_are_no_logic() throws Exception {
        write(
                "models/sales.sql",
                OLD.replace("materialization", "description: sold\nmaterialization")
                        .replace("amount * 2", "amount*2 /* net */")
                        .replace("SELECT", "select"));

        assertThat(diff()).endsWith("Summary: 0 changed, 0 new, 0 removed, 3 unchanged\n");
    }

    @Test
    void an_added_column_is_no_logic() throws Exception {
        write("models/sales.sql", OLD.replace("\nFROM", ",\n  amount > 5 AS big\nFROM"));

        assertThat(diff()).contains("ADD COLUMN big").doesNotContain("LOGIC");
    }

    @Test
    void other_rows_make_everything_below_stale() throws Exception {
        write("models/sales.sql", OLD.stripTrailing() + " WHERE amount > 4\n");

        assertThat(diff())
                .contains("LOGIC rows: FROM raw.orders -> FROM raw.orders WHERE amount > 4;")
                .containsSubsequence(
                        "Model: counted",
                        "LOGIC rows: inherits the rows of sales;",
                        "Model: taxed",
                        "LOGIC rows: inherits the rows of sales;");
    }

    @Test
    void each_arm_that_changed_is_named_with_its_line() throws Exception {
        String arms = CLOCKED + """
                SELECT d, amount,
                  amount * 2 AS gross
                FROM smelt.orders WHERE amount < 5
                UNION ALL
                SELECT d, amount, amount + 7
                FROM smelt.orders WHERE amount > 7
                """;
        write("models/sales.sql", arms);
        run(OnLogicChange.BACKBUILD);
        write("models/sales.sql", arms.replace("+ 7", "+ 8").replace("> 7", "> 8"));

        assertThat(diff())
                .contains("LOGIC gross: amount + 7 -> amount + 8 (line 10); stale: [2026-05-01, 2026-05-04)\n")
                .contains("LOGIC rows: UNION ALL FROM raw.orders WHERE amount > 7 -> UNION ALL FROM raw.orders WHERE"
                        + " amount > 8; stale:")
                .doesNotContain("amount * 2");
    }

    @Test
    void a_column_that_a_star_stood_for_is_told_by_its_star() throws Exception {
        String star = CLOCKED + "SELECT *, amount * 4 AS gross\nFROM smelt.orders\n";
        write("models/sales.sql", star);
        run(OnLogicChange.BACKBUILD);
        assertThat(diff()).doesNotContain("LOGIC");
        write("models/sales.sql", star.replace("*,", "* REPLACE (amount + 1 AS amount),"));

        assertThat(diff()).contains("LOGIC amount: * -> amount + 1 (line 6); stale: [2026-05-01, 2026-05-04)\n");
    }

    @Test
    void warn_marks_history_stale_and_leaves_it_until_it_is_to_be_repaired() throws Exception {
        write("models/sales.sql", NEW);

        run(OnLogicChange.WARN);
        assertThat(query("SELECT string_agg(gross, ',' ORDER BY d) FROM main.sales"))
                .isEqualTo("20,10,6");
        assertThat(status()).contains("changed logic of gross").contains("changed logic of sales.gross");
        assertThat(diff()).contains("LOGIC changed logic of gross; stale: [2026-05-01, 2026-05-04)");
        assertThat(query("SELECT count(*) FROM _smelt.partitions WHERE model = 'counted' AND stale_reason IS NOT NULL"))
                .isEqualTo("0");

        assertThat(run(OnLogicChange.WARN).models()).isEmpty();

        run(OnLogicChange.BACKBUILD);
        repaired();
    }

    @Test
    void backbuild_repairs_in_the_same_run() throws Exception {
        write("models/sales.sql", NEW);

        run(OnLogicChange.BACKBUILD);
        repaired();
    }

    @Test
    void fail_runs_nothing() throws Exception {
        write("models/sales.sql", NEW);

        assertThatThrownBy(() -> run(OnLogicChange.FAIL))
                .hasMessageContaining("SMELT-P041")
                .hasMessageContaining("changed logic of gross")
                .hasMessageContaining("[2026-05-01, 2026-05-04)");
        assertThat(diff()).contains("amount * 2 -> amount * 3");
    }

    @Test
    void what_is_built_from_stale_history_is_stale() throws Exception {
        write("models/weekly.sql", CLOCKED + """
                SELECT d, SUM(gross) OVER (ORDER BY d RANGE BETWEEN INTERVAL 1 DAY PRECEDING AND CURRENT ROW) AS two
                FROM smelt.sales
                """);
        write("models/sales.sql", NEW);

        run(OnLogicChange.WARN);

        assertThat(
                        query(
                                "SELECT count(*) FROM _smelt.partitions WHERE model = 'weekly' AND stale_reason LIKE 'changed logic%'"))
                .isEqualTo("3");
        run(OnLogicChange.BACKBUILD);
        assertThat(status()).doesNotContain("changed logic");
        assertThat(query("SELECT string_agg(CAST(two AS INTEGER), ',' ORDER BY d) FROM main.weekly"))
                .isEqualTo("30,45,24");
    }

    private void repaired() throws Exception {
        assertThat(query("SELECT string_agg(gross, ',' ORDER BY d) FROM main.sales"))
                .isEqualTo("30,15,9");
        assertThat(query("SELECT string_agg(taxed, ',' ORDER BY d) FROM main.taxed"))
                .isEqualTo("31,16,10");
        assertThat(query("SELECT count(*) FROM _smelt.partitions WHERE stale_reason IS NOT NULL"))
                .isEqualTo("0");
        assertThat(diff()).endsWith("Summary: 0 changed, 0 new, 0 removed, 3 unchanged\n");
    }

    private String diff() throws Exception {
        String text = DiffText.render(smelt().diff(Selectors.ALL));
        write("deployed.json", SnapshotWriter.write(smelt().snapshot()));
        assertThat(DiffText.render(smelt().diff(Selectors.ALL, project.resolve("deployed.json"))))
                .isEqualTo(text);
        return text;
    }

    private String status() {
        return StatusText.render(smelt().status(Selectors.ALL));
    }

    private RunSummary run(OnLogicChange choice) {
        PlanRequest.Options options = new PlanRequest.Options(Optional.empty(), false, false, false, choice);
        RunSummary summary =
                smelt().run(new BuildRequest(Selectors.ALL, new BuildRequest.Auto(false), options), event -> {});
        assertThat(summary.outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);
        return summary;
    }

    private String query(String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + project.resolve("shop.duckdb"));
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
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
