package dev.smelt.maven;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Place;
import dev.smelt.diagnostics.SmeltException;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.Test;

class GoalFailureTest {

    @Test
    void a_wrong_project_is_a_failure_that_shows_every_error() {
        SmeltException wrong = SmeltException.project(List.of(
                Diagnostic.error(
                        "SMELT-C003", new Place("smelt.yml", 2, 1), "Unknown key 'nam'.", "Did you mean 'name'?"),
                Diagnostic.error("SMELT-S001", new Place("models/a.sql", 3, 5), "No column x.", "")));

        assertThatThrownBy(() -> GoalFailure.mapping(() -> {
                    throw wrong;
                }))
                .isInstanceOf(MojoFailureException.class)
                .hasMessage("smelt.yml:2:1: Unknown key 'nam'. Did you mean 'name'? [SMELT-C003]\n"
                        + "models/a.sql:3:5: No column x. [SMELT-S001]")
                .hasCause(wrong);
    }

    @Test
    void what_the_tool_cannot_do_is_an_execution_error() {
        SmeltException locked = SmeltException.tool(Diagnostic.error("SMELT-L001", "The warehouse is locked.", ""));

        assertThatThrownBy(() -> GoalFailure.mapping(() -> {
                    throw locked;
                }))
                .isInstanceOf(MojoExecutionException.class)
                .hasMessageContaining("The warehouse is locked.")
                .hasCause(locked);
    }

    @Test
    void a_bug_is_an_execution_error_that_says_so() {
        assertThatThrownBy(() -> GoalFailure.mapping(() -> {
                    throw new IllegalStateException("odd");
                }))
                .isInstanceOf(MojoExecutionException.class)
                .hasMessageContaining("failed where it should not")
                .hasMessageContaining("odd");
    }

    @Test
    void changes_found_pass_through_as_they_are() {
        assertThatThrownBy(() -> GoalFailure.mapping(() -> {
                    throw new MojoFailureException("schema changes detected");
                }))
                .isInstanceOf(MojoFailureException.class)
                .hasMessage("schema changes detected");
    }
}
