package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.assertion.CheckOutcome;
import dev.smelt.report.CheckReport;
import dev.smelt.report.CheckText;
import dev.smelt.report.JUnitSuite;
import dev.smelt.report.JUnitXml;
import dev.smelt.report.RunText;
import dev.smelt.run.RunSummary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code smelt.check}: a query over built tables that must give no row, on its own and as a run goes. */
class ChecksTest {
    private static final BuildRequest.Ask AUTO = new BuildRequest.Auto(false);

    @TempDir
    Path directory;

    private UserProject project;
    private final List<String> log = new ArrayList<>();

    @BeforeEach
    void project() {
        project = UserProject.in(directory)
                .source("orders", "id INTEGER, day DATE, amount INTEGER", "day")
                .sql(
                        "INSERT INTO raw.orders VALUES (1, '2026-05-01', 10), (2, '2026-05-02', -5), (3, '2026-05-02', NULL)")
                .daily("clean", "day", "SELECT id, day, amount FROM smelt.sources.raw.orders")
                .daily("revenue", "day", "SELECT day, SUM(amount) AS total FROM smelt.clean GROUP BY day")
                .write("models/other.sql", "---\nmaterialization: table\n---\nSELECT 1 AS x");
    }

    private RunSummary run(String... models) {
        log.clear();
        return project.run(AUTO, event -> RunText.line(event).ifPresent(log::add), models);
    }

    private CheckReport check() {
        try (Smelt smelt = project.smelt()) {
            return smelt.check(Selectors.ALL);
        }
    }

    private UserProject check(String name, String severity, String sql) {
        return project.write(
                "models/checks/" + name + ".sql",
                "---\nseverity: " + severity + "\n---\nsmelt.check " + name + " AS (" + sql + ")");
    }

    @Test
    void aCheckShowsTheRowsThatViolateIt() {
        check("amounts", "error", "SELECT id, amount FROM smelt.clean WHERE amount IS NULL OR amount < 0 ORDER BY id");
        check("small", "warn", "SELECT id FROM smelt.clean WHERE id > 2 -- a comment\n");
        check("none", "error", "SELECT id FROM smelt.clean WHERE id > 9");
        try (Smelt smelt = project.smelt()) {
            smelt.run(
                    new BuildRequest(Selectors.ALL, AUTO, dev.smelt.plan.PlanRequest.Options.DEFAULT),
                    Smelt.Checks.LEAVE_OUT,
                    event -> {});
        }

        CheckReport report = check();

        assertThat(CheckText.render(report)).isEqualTo("""
                FAIL  amounts: 2 rows (models/checks/amounts.sql:4:1)
                        id | amount
                        2  | -5
                        3  | NULL
                PASS  none
                WARN  small: 1 row (models/checks/small.sql:4:1)
                        id
                        3

                3 checks: 1 passed, 1 warned, 1 failed
                """);
        assertThat(JUnitXml.render(JUnitSuite.of(report)))
                .contains("tests=\"3\" errors=\"0\" skipped=\"0\" failures=\"1\"")
                .contains("<system-out>warning: 1 row");
    }

    @Test
    void whatIsNotBuiltIsTold() {
        check("amounts", "warn", "SELECT * FROM smelt.clean");

        assertThat(check().outcomes().get(0).diagnostic().orElseThrow().render())
                .isEqualTo("models/checks/amounts.sql:4:1: The check 'amounts' reads clean, which is not built."
                        + " Build it with mvn smelt:run first. [SMELT-T008]");
        assertThat(check().outcomes().get(0).verdict()).isEqualTo(CheckOutcome.Verdict.WARNED);
    }

    @Test
    void aViolatedCheckFailsTheRunAndWhatIsDownstream() {
        check("amounts", "error", "SELECT id, amount FROM smelt.clean WHERE amount < 0");

        RunSummary summary = run();

        assertThat(summary.outcome()).isEqualTo(RunSummary.Outcome.FAILED);
        assertThat(summary.exception().orElseThrow())
                .hasMessage(
                        "models/checks/amounts.sql:4:1: The check 'amounts' finds 1 row, the first: {id: 2, amount: -5}."
                                + " What was built of clean is committed and recorded as built; nothing is built upon it until the"
                                + " check passes. Mend the data or what makes it; mvn smelt:check shows more rows. [SMELT-T009]");
        assertThat(log).contains("revenue skipped, because the check 'amounts' of clean is violated");
        assertThat(project.rows("SELECT count(*) FROM main.clean")).containsExactly("3");
        assertThat(project.rows("SELECT x FROM main.other")).containsExactly("1");
        assertThat(project.rows("SELECT count(*) FROM duckdb_tables() WHERE table_name = 'revenue'"))
                .containsExactly("0");
    }

    @Test
    void alsoALaterRunBuildsNothingUponIt() {
        check("amounts", "error", "SELECT id FROM smelt.clean WHERE amount < 0");
        run();

        RunSummary again = run();

        assertThat(again.outcome()).isEqualTo(RunSummary.Outcome.FAILED);
        assertThat(log).contains("revenue skipped, because the check 'amounts' of clean is violated");

        project.sql("UPDATE raw.orders SET amount = 5 WHERE amount < 0");
        project.run(AUTO, event -> {}, "clean");
        RunSummary mended = run();

        assertThat(mended.exception()).isEqualTo(Optional.empty());
        assertThat(project.rows("SELECT day, total FROM main.revenue ORDER BY day"))
                .containsExactly("2026-05-01 10", "2026-05-02 5");
    }

    @Test
    void aWarningStopsNothing() {
        check("amounts", "warn", "SELECT id FROM smelt.clean WHERE amount < 0");

        RunSummary summary = run();

        assertThat(summary.exception()).isEmpty();
        assertThat(summary.warnings())
                .singleElement()
                .satisfies(warning ->
                        assertThat(warning.render()).contains("The check 'amounts' finds 1 row, the first: {id: 2}."));
        assertThat(project.rows("SELECT count(*) FROM main.revenue")).containsExactly("2");
    }

    @Test
    void aCheckOfSomethingElseIsNotRun() {
        check("amounts", "error", "SELECT id FROM smelt.clean WHERE amount < 0");

        assertThat(run("other").exception()).isEmpty();
        assertThat(log).noneMatch(line -> line.contains("amounts"));
    }

    @Test
    void aCheckOfTwoModelsWaitsForBoth() {
        check("both", "warn", "SELECT day FROM smelt.clean EXCEPT SELECT day FROM smelt.revenue");

        run();

        assertThat(log)
                .filteredOn(line -> line.contains("check both"))
                .singleElement()
                .asString()
                .startsWith("check both passed");
        assertThat(log.indexOf(log.stream()
                        .filter(line -> line.contains("check both"))
                        .findFirst()
                        .orElseThrow()))
                .isGreaterThan(log.indexOf(log.stream()
                        .filter(line -> line.startsWith("revenue chunk"))
                        .findFirst()
                        .orElseThrow()));
    }

    @Test
    void aCheckThatCannotBeRunFailsByItsSeverity() {
        check("typo", "error", "SELECT amout FROM smelt.clean");

        assertThat(run().exception().orElseThrow())
                .hasMessageContaining("The check 'typo' cannot be run: ")
                .hasMessageContaining("[SMELT-T010]");
    }
}
