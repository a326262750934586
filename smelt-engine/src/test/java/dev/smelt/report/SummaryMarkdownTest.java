package dev.smelt.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.assertion.CheckOutcome;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Place;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.model.DataCheck;
import dev.smelt.model.SourceText;
import dev.smelt.report.ValidationReport.How;
import dev.smelt.report.ValidationReport.ModelVerdict;
import dev.smelt.run.RunSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SummaryMarkdownTest {
    private static final Place PLACE = new Place("models/a.sql", 3, 7);

    @Test
    void aValidProjectIsOneLine() {
        assertThat(SummaryMarkdown.of(new ValidationReport(
                        List.of(new ModelVerdict(new Address("a"), How.INCREMENTAL, List.of())), List.of())))
                .isEqualTo("""
                        ## smelt:validate: passed

                        1 model (1 incremental, 0 refused, 0 other), 0 errors, 0 warnings
                        """);
    }

    @Test
    void whatIsWrongStandsInATableWhateverItsTextHolds() {
        Diagnostic error = Diagnostic.error("SMELT-S010", PLACE, "No a|b_c <here>.", "Mend it.");
        Diagnostic notice = Diagnostic.notice("SMELT-K010", PLACE, "Asserted.");
        assertThat(SummaryMarkdown.of(new ValidationReport(
                        List.of(new ModelVerdict(new Address("a"), How.BROKEN, List.of(error, notice))), List.of())))
                .isEqualTo("""
                        ## smelt:validate: **failed**

                        1 model (0 incremental, 0 refused, 1 broken, 0 other), 1 error, 0 warnings

                        | | Where | What |
                        | --- | --- | --- |
                        | error | `models/a.sql:3:7` | No a\\|b\\_c &lt;here>. Mend it. [SMELT-S010] |
                        """);
    }

    @Test
    void aRunHasARowPerModelAndTheChecksItMade() {
        Diagnostic broken = Diagnostic.error("SMELT-L101", "a failed", "Mend it.");
        RunSummary summary = new RunSummary(
                "r1",
                "run",
                "auto",
                Instant.EPOCH,
                Instant.EPOCH,
                Instant.EPOCH.plusSeconds(2),
                List.of(
                        new RunSummary.ModelSummary(
                                new Address("a"), RunSummary.State.FAILED, 1, 3, 10, 1200, 0, Duration.ofSeconds(1)),
                        new RunSummary.ModelSummary(
                                new Address("b"), RunSummary.State.SKIPPED, 0, 0, 0, 0, 0, Duration.ZERO)),
                List.of(new RunSummary.Failure(
                        new Address("a"), SmeltException.Kind.PROJECT, broken, Optional.empty())),
                List.of(),
                Optional.empty());
        DataCheck check =
                new DataCheck("known", SourceText.whole("x", "SELECT 1"), DataCheck.Severity.WARN, List.of(), PLACE);
        CheckOutcome passed = new CheckOutcome(check, 0, List.of(), List.of(), Optional.empty(), Duration.ZERO);

        assertThat(SummaryMarkdown.of(summary, new CheckReport(List.of(passed))))
                .isEqualTo("""
                        ## smelt:run: **failed**

                        Failed in 2.0 s: 0 done, 1 failed, 1 skipped

                        | Model | | Chunks | Rows in | Rows out | Time |
                        | --- | --- | --: | --: | --: | --: |
                        | `a` | **failed** | 1 of 3 | 1,200 | 10 | 1.0 s |
                        | `b` | skipped |  | 0 |  | 0.0 s |

                        - a failed. Mend it. [SMELT-L101]

                        1 check: 1 passed
                        """);
    }

    @Test
    void aGoalWithoutAResultSaysWhy() {
        assertThat(SummaryMarkdown.ofFailure("diff", "It says ``` here.")).isEqualTo("""
                        ## smelt:diff: **failed**

                        No result

                        ````text
                        It says ``` here.
                        ````
                        """);
    }
}
