package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.assertion.TestOutcome;
import dev.smelt.report.JUnitSuite;
import dev.smelt.report.JUnitXml;
import dev.smelt.report.TestJson;
import dev.smelt.report.TestReport;
import dev.smelt.report.TestText;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code smelt:test} on a project of a source, a model upon it and a model upon that. */
class SqlTestsTest {
    @TempDir
    Path directory;

    private UserProject project;

    @BeforeEach
    void project() {
        project = UserProject.in(directory)
                .source("orders", "id INTEGER NOT NULL, day DATE NOT NULL, amount DECIMAL(10,2), note VARCHAR", "day")
                .write("models/clean.sql", """
                        WITH named AS (SELECT id, day, amount, upper(note) AS note FROM smelt.sources.raw.orders)
                        , paid AS (SELECT * FROM named WHERE amount > 0)
                        SELECT id, day, amount, note FROM paid
                        """)
                .daily("revenue", "day", "SELECT day, SUM(amount) AS total FROM smelt.clean GROUP BY day")
                .write("functions/f.sql", "smelt.define doubled(x: Integer) AS (x * 2)");
    }

    private TestReport test(String... tests) {
        for (int i = 0; i < tests.length; i++) {
            project.write("models/tests/t" + i + ".sql", tests[i]);
        }
        try (Smelt smelt = project.smelt()) {
            return smelt.test(Selectors.ALL);
        }
    }

    private static String text(TestReport report) {
        return TestText.render(report);
    }

    @Test
    void modelsBetweenTheQueryAndGivenRowsRunAsTheyAreWritten() {
        TestReport report = test("""
                smelt.test totals AS (SELECT day, total FROM smelt.revenue)
                PASSING sources.raw.orders AS (
                    {id: 1, day: '2026-05-01', amount: 10, note: 'a'},
                    {id: 2, day: '2026-05-01', amount: 2.50, note: null},
                    {id: 3, day: '2026-05-02', amount: -1, note: 'c'}
                )
                EXPECT ({day: '2026-05-01', total: 12.5})
                """);

        assertThat(text(report)).isEqualTo("PASS  totals\n\n1 test: 1 passed\n");
    }

    @Test
    void aModelWhoseRowsAreGivenDoesNotRun() {
        TestReport report = test("""
                smelt.test totals AS (SELECT * FROM smelt.revenue)
                PASSING clean AS ({day: '2026-05-01', amount: -1}, {day: '2026-05-01', amount: -2})
                EXPECT ({total: -3})
                """);

        assertThat(report.failed()).isEmpty();
    }

    @Test
    void aFunctionIsTestedByCallingIt() {
        assertThat(test("smelt.test doubles AS (SELECT smelt.functions.doubled(21) AS x) EXPECT ({x: 42})")
                        .failed())
                .isEmpty();
    }

    @Test
    void aPartOfAModelIsTestedByItsName() {
        assertThat(test("""
                        smelt.test named AS (SELECT note FROM smelt.clean#named)
                        PASSING sources.raw.orders AS ({id: 1, day: '2026-05-01', amount: -1, note: 'a'})
                        EXPECT ({note: 'A'})
                        """).failed()).isEmpty();
    }

    @Test
    void aModelThatReadsItselfGetsItsHistory() {
        project.daily("balance", "day", """
                SELECT day, CAST(amount + COALESCE((SELECT SUM(b.total) FROM smelt.balance b WHERE b.day = o.day - INTERVAL 1 DAY), 0) AS DECIMAL(10,2)) AS total
                FROM smelt.sources.raw.orders o""");
        assertThat(test("""
                        smelt.test adds AS (SELECT day, total FROM smelt.balance)
                        PASSING sources.raw.orders AS ({id: 1, day: '2026-05-02', amount: 5, note: ''})
                        PASSING balance AS ({day: '2026-05-01', total: 10})
                        EXPECT ({day: '2026-05-02', total: 15})
                        """).outcomes()).extracting(TestOutcome::verdict).containsExactly(TestOutcome.Verdict.PASSED);
    }

    @Test
    void whatDiffersIsShownByColumn() {
        TestReport report = test("""
                smelt.test totals AS (SELECT day, total FROM smelt.revenue)
                PASSING clean AS (
                    {id: 1, day: '2026-05-01', amount: 10, note: ''}, {id: 2, day: '2026-05-02', amount: 5, note: ''},
                    {id: 3, day: '2026-05-03', amount: 7, note: ''}
                )
                EXPECT (
                    {day: '2026-05-01', total: 10}, {day: '2026-05-02', total: 6}, {day: '2026-05-09', total: null}
                )
                """);

        assertThat(text(report)).isEqualTo("""
                FAIL  totals (models/tests/t0.sql:1:1)
                        day        | total
                      - 2026-05-02 | 6.00
                      + 2026-05-02 | 5.00    differs in total
                      - 2026-05-09 | NULL
                      + 2026-05-03 | 7.00
                      - expected and missing: 2, + not expected: 2, as expected: 1

                1 test: 1 failed
                """);
        assertThat(TestJson.render(report)).contains("\"differences\" : [", "\"2026-05-09\",", "null");
        assertThat(JUnitXml.render(JUnitSuite.of(report)))
                .contains(
                        "<testcase name=\"totals\" classname=\"smelt.test\"",
                        "<failure message=\"other rows than expected\" type=\"rows\">");
    }

    @Test
    void orderMattersOnlyWhereItIsAsked() {
        String rows = """
                smelt.test %s AS (SELECT id FROM smelt.clean ORDER BY id DESC)
                PASSING clean AS ({id: 1}, {id: 2})
                EXPECT ({id: 1}, {id: 2})
                """;
        TestReport report =
                test(rows.formatted("free"), "---\ntest: {check_order: true}\n---\n" + rows.formatted("ordered"));

        assertThat(report.outcomes())
                .extracting(TestOutcome::verdict)
                .containsExactly(TestOutcome.Verdict.PASSED, TestOutcome.Verdict.FAILED);
    }

    @Test
    void columnsThatRowsLeaveOutMustNotMatter() {
        TestReport report = test("""
                smelt.test totals AS (SELECT COUNT(*) AS n, COUNT(DISTINCT day) AS days FROM smelt.clean)
                PASSING sources.raw.orders AS ({id: 1, amount: 1}, {id: 2, amount: 1})
                EXPECT ({n: 2, days: 1})
                """);

        assertThat(text(report))
                .contains("+ 2 | 2      differs in days")
                .contains("Its rows leave columns out, which were filled with some values; give them if they matter.");
    }

    @Test
    void aMultisetCountsEqualRows() {
        assertThat(text(test("""
                        smelt.test twice AS (SELECT id FROM smelt.clean)
                        PASSING clean AS ({id: 1}, {id: 1})
                        EXPECT ({id: 1})
                        """))).contains("expected and missing: 0, + not expected: 1, as expected: 1");
    }

    @Test
    void wrongRowsAreToldAndNeverRounded() {
        TestReport report = test("""
                smelt.test broken AS (SELECT day, total FROM smelt.revenue)
                PASSING sources.raw.orders AS ({id: 1.5, day: '2026-05-01 10:00:00', amount: '1.005', nte: 'x'})
                PASSING sources.raw.order AS ()
                EXPECT ()
                """, """
                smelt.test typed AS (SELECT day, total FROM smelt.revenue)
                PASSING sources.raw.orders AS ({id: 1.5, day: '2026-05-01 10:00:00', amount: '1.005', nte: 'x'})
                EXPECT ()
                """, """
                smelt.test unreached AS (SELECT 1 AS x) PASSING clean AS () EXPECT ({y: 1})
                """, """
                smelt.test unknown AS (SELECT 1 AS x) EXPECT ({y: 1})
                """, """
                smelt.test failing AS (SELECT CAST(note AS INTEGER) AS x FROM smelt.clean)
                PASSING clean AS ({note: 'x'})
                EXPECT ()
                """);

        assertThat(text(report)
                        .lines()
                        .filter(line -> line.startsWith("      "))
                        .map(String::strip))
                .containsExactly(
                        "models/tests/t0.sql:3:9: There is no model, seed or source 'sources.raw.order' to give rows of. Did you mean 'sources.raw.orders'? Name it by its address, without 'smelt.'. [SMELT-T002]",
                        "models/tests/t4.sql:1:24: The query of the test 'failing' fails: Could not convert string 'x' to INT32 when casting from source column note. Mend the query. [SMELT-T006]",
                        "models/tests/t1.sql:2:33: The value 1.5 is none of column 'id', whose type is INTEGER. Write a value that this type can hold. [SMELT-T004]",
                        "models/tests/t1.sql:2:42: The value '2026-05-01 10:00:00' is none of column 'day', whose type is DATE. Write a value that this type can hold. [SMELT-T004]",
                        "models/tests/t1.sql:2:70: The value '1.005' is none of column 'amount', whose type is DECIMAL(10,2). Write a value that this type can hold. [SMELT-T004]",
                        "models/tests/t1.sql:2:87: sources.raw.orders has no column 'nte'. Did you mean 'note'? Its columns are id, day, amount, note. [SMELT-T003]",
                        "models/tests/t3.sql:1:48: The query of the test 'unknown' has no column 'y'. Did you mean 'x'? Its columns are x. [SMELT-T003]",
                        "models/tests/t2.sql:1:49: The test 'unreached' gives rows of clean, which neither its query nor what runs below it reads. Drop them, or correct the query. [SMELT-T002]");
        assertThat(report.summary()).isEqualTo("5 tests: 5 broken");
    }

    @Test
    void selectorsNameTestsOrTheModelsThatTheyRead() {
        project.write("models/tests/a.sql", "smelt.test of_clean AS (SELECT 1 AS x FROM smelt.clean) EXPECT ()");
        project.write(
                "models/tests/b.sql",
                "---\ntags: slow\n---\nsmelt.test of_revenue AS (SELECT 1 AS x FROM smelt.revenue) EXPECT ()");

        assertThat(names("of_clean", "")).containsExactly("of_clean");
        assertThat(names("of_*", "")).containsExactly("of_clean", "of_revenue");
        assertThat(names("clean+", "")).containsExactly("of_clean", "of_revenue");
        assertThat(names("revenue", "")).containsExactly("of_revenue");
        assertThat(names("tag:slow", "")).containsExactly("of_revenue");
        assertThat(names("", "tag:slow")).containsExactly("of_clean");
        assertThatThrownBy(() -> names("of_revenu", ""))
                .hasMessage(
                        "no test, check or model matches of_revenu, did you mean of_revenue? Write the name of one, a"
                                + " pattern with *, tag:x, or a selector of models. [SMELT-T007]");
    }

    private java.util.List<String> names(String select, String exclude) {
        try (Smelt smelt = project.smelt()) {
            return smelt
                    .test(new Selectors(
                            dev.smelt.graph.Selection.split(select), dev.smelt.graph.Selection.split(exclude)))
                    .outcomes()
                    .stream()
                    .map(outcome -> outcome.test().name())
                    .toList();
        }
    }

    @Test
    void noWarehouseIsOpened() throws java.io.IOException {
        java.nio.file.Files.delete(project.database());

        assertThat(test("smelt.test t AS (SELECT id FROM smelt.clean) EXPECT ()")
                        .failed())
                .isEmpty();
        assertThat(project.database()).doesNotExist();
    }
}
