package dev.smelt.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.model.FunctionDefinition;
import dev.smelt.model.FunctionDefinition.Parameter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code smelt.define}, read by our own small parser. */
class FunctionReaderTest {
    @TempDir
    Path directory;

    private ProjectFolder withFunctions(String text) {
        return ProjectFolder.small(directory).with("functions/f.sql", text);
    }

    private FunctionDefinition function(String text) {
        return withFunctions(text).load().functions().get("f");
    }

    @Test
    void readsATableFunction() {
        FunctionDefinition f = function("""
                -- a comment with smelt.define in it
                smelt.define f(
                    events: Table,  -- the rows
                    gap: Interval = INTERVAL '30, (minutes'
                ) -> Table AS (
                    SELECT ')' AS a, $x$ ) $x$, ")" /* ) /* ) */ ) */ FROM events -- )
                );
                """);

        assertThat(f.tableValued()).isTrue();
        assertThat(f.place().toString()).isEqualTo("functions/f.sql:2:1");
        assertThat(f.parameters()).extracting(Parameter::name).containsExactly("events", "gap");
        assertThat(f.parameters()).extracting(Parameter::kind).containsExactly("Table", "Interval");
        assertThat(f.parameters().get(1).defaultValue().orElseThrow().text()).isEqualTo("INTERVAL '30, (minutes'");
        assertThat(f.parameters().get(1).defaultValue().orElseThrow().place(0).toString())
                .isEqualTo("functions/f.sql:4:21");
        assertThat(f.body().text().strip()).startsWith("SELECT ')'").endsWith("FROM events -- )");
        assertThat(f.body().place(f.body().text().indexOf("SELECT")).toString()).isEqualTo("functions/f.sql:6:5");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "smelt.define f(x: DECIMAL(10,2)) AS (x + 1) | false | x + 1",
                "smelt.define f() -> Integer AS ((SELECT 1)) | false | (SELECT 1)",
                "SMELT.DEFINE f(t: Table) as (FROM t) | true | FROM t",
                "smelt.define f(t: Table) as (WITH c AS (SELECT 1) SELECT * FROM c) | true | WITH c AS (SELECT 1) SELECT * FROM c",
                "smelt.define f(t: Table) -> Table AS (VALUES (1)) | true | VALUES (1)",
                "smelt.define f(s: Text = E'\\')') AS (concat(s, ']')) | false | concat(s, ']')",
            })
    void readsOneLiners(String text, boolean tableValued, String body) {
        FunctionDefinition f = function(text);
        assertThat(f.tableValued()).isEqualTo(tableValued);
        assertThat(f.body().text()).isEqualTo(body);
    }

    @Test
    void oneFileMayHoldSeveralAndLieAmongModels() {
        assertThat(ProjectFolder.small(directory)
                        .with(
                                "models/lib/all.sql",
                                "smelt.define f() AS (1)\nsmelt.define g() AS (2);\nsmelt.test t AS (smelt.define) EXPECT ();\nsmelt.define h() AS (3)")
                        .load()
                        .functions())
                .containsOnlyKeys("f", "g", "h");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "smelt.define f(x) AS (1) | 1:16: The parameter 'x' has no kind, as in 'x: Integer'.",
                "smelt.define f(x: Int, X: Int) AS (1) | 1:24: 'f' has two parameters named 'X'.",
                "smelt.define f(x: Int,) AS (1) | 1:22: A parameter is missing after this comma.",
                "smelt.define f(x: Int =) AS (1) | 1:23: The default of 'x' is missing after '='.",
                "smelt.define f(x: Int AS (1) | 1:15: The '(' here is not closed.",
                "smelt.define f() (1) | 1:18: Expected AS here, but found '('.",
                "smelt.define f() AS () | 1:21: The body of 'f' is empty.",
                "smelt.define f() AS ('a) | 1:22: What begins here with ' is not closed.",
                "smelt.define f() -> Int AS (SELECT 1) | 1:29: 'f' says that it returns Int, but its body is a query: write '-> Table', or put a query for one value in its own parentheses.",
                "smelt.define f() AS (1) SELECT | 1:25: Expected 'smelt.define' here, but found 'SELECT'.",
                "smelt.define f | 1:14: Expected '(' after this, but the file ends.",
            })
    void tellsWhatIsWrongAndWhere(String text, String problem) {
        assertThat(withFunctions(text).problems())
                .containsExactly(
                        "functions/f.sql:" + problem
                                + " The form is: smelt.define name(parameter: Kind = default, ...) -> Kind AS ( body ). [SMELT-C014]");
    }

    @Test
    void twoFunctionsMustNotShareAName() {
        assertThat(withFunctions("smelt.define f() AS (1)\nsmelt.define F() AS (2)")
                        .problems())
                .containsExactly("functions/f.sql:2:1: The function 'f' is defined twice; the other definition is at"
                        + " functions/f.sql:1:1. Rename one of them. [SMELT-C010]");
    }

    @Test
    void aModelAmongTheFunctionsIsTold() {
        assertThat(withFunctions("SELECT 1").problems())
                .containsExactly(
                        "functions/f.sql: This file lies under 'functions' but does not begin with 'smelt.define'."
                                + " Define a function in it, or move it under one of the project's paths. [SMELT-C014]");
    }
}
