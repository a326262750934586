package dev.smelt.report;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.report.ValidationReport.How;
import dev.smelt.report.ValidationReport.ModelVerdict;
import java.util.Locale;

/** A {@link ValidationReport} for people: a line per model, its findings below it, one summary line with counts. */
public final class ValidationText {
    private ValidationText() {}

    public static String render(ValidationReport report) {
        StringBuilder out = new StringBuilder();
        for (Diagnostic finding : report.general()) {
            out.append(finding(finding)).append('\n');
        }
        for (ModelVerdict verdict : report.models()) {
            out.append("Model: ")
                    .append(verdict.model())
                    .append(": ")
                    .append(verdict.how().words());
            out.append('\n');
            for (Diagnostic finding : verdict.findings()) {
                out.append("  ").append(finding(finding)).append('\n');
            }
        }
        if (!out.isEmpty()) {
            out.append('\n');
        }
        return out.append("Summary: ").append(summary(report)).append('\n').toString();
    }

    /** {@code 4 models (3 incremental, 0 refused, 1 other), 0 errors, 2 warnings}; those that do not bind only if there are. */
    public static String summary(ValidationReport report) {
        long incremental = report.count(How.INCREMENTAL);
        long refused = report.count(How.REFUSED);
        long broken = report.count(How.BROKEN);
        long others = report.models().size() - incremental - refused - broken;
        return Counted.of(report.models().size(), "model") + " (" + incremental + " incremental, " + refused
                + " refused, " + (broken == 0 ? "" : broken + " broken, ") + others + " other), "
                + Counted.of(report.count(Diagnostic.Severity.ERROR), "error") + ", "
                + Counted.of(report.count(Diagnostic.Severity.WARNING), "warning");
    }

    private static String finding(Diagnostic finding) {
        return finding.severity().name().toLowerCase(Locale.ROOT) + ": " + finding.render();
    }
}
