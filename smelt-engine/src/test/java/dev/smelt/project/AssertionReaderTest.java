package dev.smelt.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.model.Address;
import dev.smelt.model.DataCheck;
import dev.smelt.model.Project;
import dev.smelt.model.SqlTest;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a file of tests and checks says. */
class AssertionReaderTest {
    @TempDir
    Path directory;

    private Project load(String sql) {
        return ProjectFolder.small(directory).with("models/tests/t.sql", sql).load();
    }

    @Test
    void readsATestWhole() {
        SqlTest test = load("""
                        ---
                        tags: [daily]
                        test:
                          check_order: true
                          cases: 20
                        ---
                        -- what it is about
                        smelt.test adds_up AS (
                            SELECT day, total FROM smelt.a
                        )
                        PASSING sources.raw.events AS (
                            -- a comment
                            {id: 1, "Day": '2026-05-01', parts: [1, 2], note: 'a, {b}'},
                            {id: -2.5, "Day": null, parts: [], note: 'it''s'}
                        )
                        PASSING smelt.b AS ()
                        EXPECT (
                            {day: DATE '2026-05-01', total: 1}
                        );
                        """).tests().get(0);

        assertThat(test.name()).isEqualTo("adds_up");
        assertThat(test.tags()).containsExactly("daily");
        assertThat(test.ordered()).isTrue();
        assertThat(test.cases()).isEqualTo(20);
        assertThat(test.place()).hasToString("models/tests/t.sql:8:1");
        assertThat(test.query().text().strip()).isEqualTo("SELECT day, total FROM smelt.a");
        assertThat(test.given()).extracting(SqlTest.Given::input).containsExactly("sources.raw.events", "b");
        assertThat(test.given().get(0).rows().get(0).cells())
                .extracting(SqlTest.Cell::column, SqlTest.Cell::value)
                .containsExactly(
                        org.assertj.core.api.Assertions.tuple("id", "1"),
                        org.assertj.core.api.Assertions.tuple("Day", "'2026-05-01'"),
                        org.assertj.core.api.Assertions.tuple("parts", "[1, 2]"),
                        org.assertj.core.api.Assertions.tuple("note", "'a, {b}'"));
        assertThat(test.given().get(1).rows()).isEmpty();
        assertThat(test.expected().get(0).cells().get(0).value()).isEqualTo("DATE '2026-05-01'");
    }

    @Test
    void readsChecks() {
        Project project = load("""
                ---
                severity: warn
                ---
                smelt.check no_negatives AS (SELECT * FROM smelt.a WHERE x < 0);
                smelt.check no_future AS (SELECT 1)
                """);

        assertThat(project.checks()).extracting(DataCheck::name).containsExactly("no_future", "no_negatives");
        assertThat(project.checks()).extracting(DataCheck::severity).containsOnly(DataCheck.Severity.WARN);
        assertThat(project.models()).containsOnlyKeys(new Address("a"));
    }

    @Test
    void aTestMayFollowTheSelectOfItsModel() {
        Project project = ProjectFolder.small(directory)
                .with("models/m.sql", """
                        ---
                        materialization: table
                        ---
                        SELECT 1 AS x FROM smelt.a

                        smelt.test one AS (SELECT x FROM smelt.m) EXPECT ({x: 1})
                        """)
                .with("models/reader.sql", "SELECT * FROM smelt.test t")
                .with("models/test.sql", "SELECT 1 AS x")
                .load();

        assertThat(project.models().get(new Address("m")).sql().text().strip()).isEqualTo("SELECT 1 AS x FROM smelt.a");
        assertThat(project.models()).containsKeys(new Address("reader"), new Address("test"));
        assertThat(project.tests()).extracting(SqlTest::name).containsExactly("one");
    }

    @Test
    void namesAreUnique() {
        assertThat(ProjectFolder.small(directory)
                        .with("models/t1.sql", "smelt.test t AS (SELECT 1) EXPECT ()")
                        .with("models/t2.sql", "smelt.test t AS (SELECT 1) EXPECT ()")
                        .problems())
                .containsExactly("models/t2.sql:1:1: The test 't' is declared twice; the other is at models/t1.sql:1:1."
                        + " Rename one of them. [SMELT-C010]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "smelt.test t AS (SELECT 1) | 1:26: The test 't' says no EXPECT after this.",
                "smelt.test t (SELECT 1) EXPECT () | 1:14: Expected AS here, but found '('.",
                "smelt.test t AS () EXPECT () | 1:17: The query of 't' is empty.",
                "smelt.test t AS (SELECT 1) EXPECT (1) | 1:36: Expected a row such as {id: 1} here, but found '1'.",
                "smelt.test t AS (SELECT 1) EXPECT ({id 1}) | 1:37: Expected a column and its value, as in {id: 1}, but found 'id'.",
                "smelt.test t AS (SELECT 1) EXPECT ({id: 1} {id: 2}) | 1:44: Expected a comma and a row here, but found '{'.",
                "smelt.test t AS (SELECT 1) EXPECT ({id: 1}, ) | 1:43: Expected a comma and a row here, but found ','.",
                "smelt.test t AS (SELECT 1) EXPECT ({id: 1, ID: 2}) | 1:44: This row gives 'ID' twice.",
                "smelt.test t AS (SELECT 1) EXPECT ({a: 1}, {b: 1}) | 1:44: The rows of EXPECT name the same columns in the same order; the first names a, and this one b.",
                "smelt.test t AS (SELECT 1) PASSING a AS () PASSING a AS () EXPECT () | 1:52: The rows of 'a' are given twice.",
                "smelt.test t AS (SELECT 1) EXPECT () more | 1:38: Expected 'smelt.test' or 'smelt.check' here, but found 'more'.",
                "smelt.check c AS (SELECT 1) EXPECT () | 1:29: The check 'c' has 'EXPECT', which belongs to tests: a check runs on built tables and expects no row.",
            })
    void tellsWhatIsWrongAndWhere(String text, String problem) {
        assertThat(ProjectFolder.small(directory).with("models/t.sql", text).problems())
                .singleElement()
                .asString()
                .startsWith("models/t.sql:" + problem + " The form is: ")
                .endsWith("[SMELT-T001]");
    }

    @Test
    void anUnknownKeyIsTold() {
        assertThat(ProjectFolder.small(directory)
                        .with(
                                "models/c.sql",
                                "---\nseverty: warn\ntest: {cases: none}\n---\nsmelt.check c AS (SELECT 1)")
                        .problems())
                .containsExactly(
                        "models/c.sql:2:1: Unknown key 'severty' in the front matter. Did you mean 'severity'? [SMELT-C003]",
                        "models/c.sql:3:15: 'cases' in the 'test' of the front matter must be a whole number from 1 to"
                                + " 1000, but is 'none'. [SMELT-C005]");
    }
}
