package dev.smelt.report;

import static dev.smelt.report.MarkdownText.block;
import static dev.smelt.report.MarkdownText.code;
import static dev.smelt.report.MarkdownText.row;
import static dev.smelt.report.MarkdownText.words;

import dev.smelt.assertion.CheckOutcome;
import dev.smelt.assertion.TestOutcome;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.run.RunSummary;
import dev.smelt.schema.SchemaDifference;
import dev.smelt.verify.Verification;
import java.util.List;
import java.util.Locale;

/**
 * What a goal did, as a section of Markdown for the page that a CI server shows of a build: a heading, how it came out in
 * one line, and below it only what somebody has to look at. Each ends in a line end.
 */
public final class SummaryMarkdown {
    private static final String PASSED = "passed";
    private static final String FAILED = "**failed**";

    private SummaryMarkdown() {}

    public static String of(ValidationReport report) {
        StringBuilder text = head("validate", report.errors().isEmpty(), ValidationText.summary(report));
        List<Diagnostic> findings = report.all().stream()
                .filter(finding -> finding.severity() != Diagnostic.Severity.NOTICE)
                .toList();
        if (!findings.isEmpty()) {
            text.append("\n| | Where | What |\n| --- | --- | --- |\n");
            findings.forEach(finding -> text.append(row(
                    finding.severity().name().toLowerCase(Locale.ROOT),
                    finding.place().map(place -> code(place.toString())).orElse(""),
                    words(withoutPlace(finding)))));
        }
        return text.toString();
    }

    public static String of(TestReport report) {
        StringBuilder text = head("test", report.failed().isEmpty(), report.summary());
        report.failed()
                .forEach(outcome -> detail(
                        text,
                        outcome.test().name(),
                        outcome.test().place().toString(),
                        outcome.verdict() == TestOutcome.Verdict.BROKEN ? "is broken" : "failed",
                        TestText.details(outcome)));
        return text.toString();
    }

    public static String of(CheckReport report) {
        StringBuilder text =
                head("check", report.of(CheckOutcome.Verdict.FAILED).isEmpty(), report.summary());
        report.of(CheckOutcome.Verdict.FAILED).forEach(outcome -> check(text, outcome, "failed"));
        report.of(CheckOutcome.Verdict.WARNED).forEach(outcome -> check(text, outcome, "warned"));
        return text.toString();
    }

    /** @param detected whether the differences fail the build */
    public static String of(List<SchemaDifference> differences, Detected detected) {
        String body = DiffMarkdown.body(differences);
        return head("diff", detected == Detected.NOTHING, DiffMarkdown.summary(differences)) + body;
    }

    /** Whether differences are among those that fail a build. */
    public enum Detected {
        NOTHING,
        CHANGES
    }

    public static String of(Verification verification) {
        StringBuilder text = head("verify", verification.failed().isEmpty(), VerifyText.summary(verification));
        if (!verification.failed().isEmpty()) {
            text.append(block(VerifyText.render(verification)));
        }
        return text.toString();
    }

    /** A run, a backbuild or a load of seeds, with the checks that were made as it went. */
    public static String of(RunSummary summary, CheckReport checks) {
        boolean good = summary.outcome() == RunSummary.Outcome.SUCCEEDED;
        StringBuilder text = head(
                summary.goal(),
                good,
                RunText.summary(summary).lines().findFirst().orElseThrow());
        if (!summary.models().isEmpty()) {
            text.append("\n| Model | | Chunks | Rows in | Rows out | Time |\n| --- | --- | --: | --: | --: | --: |\n");
            summary.models()
                    .forEach(model -> text.append(row(
                            code(model.model().path()),
                            state(model.state()),
                            model.chunks() == 0 ? "" : model.chunksDone() + " of " + model.chunks(),
                            RunText.number(model.inserted()),
                            model.chunks() == 0 ? "" : RunText.number(model.deleted()),
                            RunText.duration(model.elapsed()))));
        }
        summary.failures().forEach(failure -> bullet(text, failure.diagnostic()));
        summary.stopped().ifPresent(stopped -> bullet(text, stopped));
        summary.warnings().forEach(warning -> bullet(text, warning));
        if (!checks.outcomes().isEmpty()) {
            text.append('\n').append(words(checks.summary())).append('\n');
        }
        return text.toString();
    }

    /** A goal that came to no result. */
    public static String ofFailure(String goal, String message) {
        return head(goal, false, "No result") + block(message);
    }

    private static StringBuilder head(String goal, boolean good, String summary) {
        return new StringBuilder("## smelt:" + goal + ": " + (good ? PASSED : FAILED) + "\n\n")
                .append(words(summary))
                .append('\n');
    }

    private static void check(StringBuilder text, CheckOutcome outcome, String how) {
        detail(text, outcome.check().name(), outcome.check().place().toString(), how, CheckText.details(outcome));
    }

    private static void detail(StringBuilder text, String name, String place, String how, String details) {
        text.append("\n")
                .append(code(name))
                .append(' ')
                .append(how)
                .append(" (")
                .append(code(place))
                .append("):\n");
        text.append(block(details));
    }

    private static void bullet(StringBuilder text, Diagnostic diagnostic) {
        text.append("\n- ").append(words(diagnostic.render())).append('\n');
    }

    private static String state(RunSummary.State state) {
        return switch (state) {
            case DONE -> "done";
            case FAILED -> FAILED;
            case SKIPPED -> "skipped";
            case NOT_REACHED -> "not finished";
        };
    }

    private static String withoutPlace(Diagnostic finding) {
        String whole = finding.render();
        return finding.place()
                .map(place -> whole.startsWith(place + ": ") ? whole.substring((place + ": ").length()) : whole)
                .orElse(whole);
    }
}
