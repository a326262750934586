package dev.smelt.report;

import dev.smelt.assertion.RowDifference;
import dev.smelt.assertion.TestOutcome;
import dev.smelt.diagnostics.Diagnostic;
import java.util.ArrayList;
import java.util.List;

/** Tests as text: one line each, and below one that failed what is wrong with it. */
public final class TestText {
    private TestText() {}

    /** The whole report, ending in a line end. */
    public static String render(TestReport report) {
        return OutcomeText.of(report.outcomes().stream().map(TestText::outcome).toList(), report.summary());
    }

    private static String outcome(TestOutcome outcome) {
        String head = word(outcome) + "  " + outcome.test().name();
        if (outcome.passed()) {
            return head + "\n";
        }
        return head + " (" + outcome.test().place() + ")\n" + details(outcome).indent(6);
    }

    /** Why a test did not pass; its lines are not indented. */
    static String details(TestOutcome outcome) {
        List<String> lines = new ArrayList<>();
        outcome.difference().ifPresent(difference -> lines.addAll(difference(difference)));
        outcome.errors().stream().map(Diagnostic::render).forEach(lines::add);
        outcome.failedCase()
                .ifPresent(number -> lines.add(tries(number, outcome.test().cases())));
        return String.join("\n", lines);
    }

    private static String tries(int number, int of) {
        return number == 1
                ? "Its rows leave columns out, which were filled with some values; give them if they matter."
                : "Its rows leave columns out: with the values of try " + number + " of " + of
                        + " it fails, so they matter. Give them.";
    }

    private static List<String> difference(RowDifference difference) {
        List<TextTable.Line> rows = new ArrayList<>();
        for (RowDifference.Pair pair : difference.pairs()) {
            pair.expected().ifPresent(row -> rows.add(new TextTable.Line("-", row.values(), "")));
            String note = String.join(", ", difference.differing(pair));
            pair.actual()
                    .ifPresent(row -> rows.add(
                            new TextTable.Line("+", row.values(), note.isEmpty() ? "" : "differs in " + note)));
        }
        List<String> lines = new ArrayList<>(TextTable.lines(difference.columns(), rows));
        lines.add("- expected and missing: " + difference.missing() + ", + not expected: " + difference.unexpected()
                + ", as expected: " + difference.equal());
        return lines;
    }

    private static String word(TestOutcome outcome) {
        return switch (outcome.verdict()) {
            case PASSED -> "PASS";
            case FAILED -> "FAIL";
            case BROKEN -> "BROKEN";
        };
    }
}
