package dev.smelt.report;

import dev.smelt.assertion.CheckOutcome;
import dev.smelt.diagnostics.Diagnostic;
import java.util.ArrayList;
import java.util.List;

/** Checks as text: one line each, and below one that is violated the first of its rows. */
public final class CheckText {
    private CheckText() {}

    /** The whole report, ending in a line end. */
    public static String render(CheckReport report) {
        return OutcomeText.of(report.outcomes().stream().map(CheckText::outcome).toList(), report.summary());
    }

    private static String outcome(CheckOutcome outcome) {
        String head = word(outcome) + "  " + outcome.check().name();
        if (outcome.verdict() == CheckOutcome.Verdict.PASSED) {
            return head + "\n";
        }
        String count = outcome.error().isPresent() ? "" : ": " + Counted.of(outcome.rows(), "row");
        return head + count + " (" + outcome.check().place() + ")\n"
                + details(outcome).indent(6);
    }

    /** Why a check did not pass; its lines are not indented. */
    static String details(CheckOutcome outcome) {
        if (outcome.error().isPresent()) {
            return outcome.error().map(Diagnostic::render).orElseThrow();
        }
        List<TextTable.Line> rows = outcome.sample().stream()
                .map(row -> new TextTable.Line("", row, ""))
                .toList();
        List<String> lines = new ArrayList<>(TextTable.lines(outcome.columns(), rows));
        if (outcome.rows() > rows.size()) {
            lines.add("... and " + (outcome.rows() - rows.size()) + " more");
        }
        return String.join("\n", lines);
    }

    private static String word(CheckOutcome outcome) {
        return switch (outcome.verdict()) {
            case PASSED -> "PASS";
            case WARNED -> "WARN";
            case FAILED -> "FAIL";
        };
    }
}
