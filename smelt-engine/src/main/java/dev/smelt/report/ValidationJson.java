package dev.smelt.report;

import dev.smelt.diagnostics.Diagnostic;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** A {@link ValidationReport} for programs. */
public final class ValidationJson {
    private ValidationJson() {}

    public static String render(ValidationReport report) {
        ObjectNode json = JsonText.object();
        json.put("errors", report.count(Diagnostic.Severity.ERROR));
        json.put("warnings", report.count(Diagnostic.Severity.WARNING));
        json.set("findings", JsonText.diagnostics(report.general()));
        json.set("models", JsonText.array(report.models(), verdict -> {
            ObjectNode model = JsonText.object();
            model.put("model", verdict.model().path());
            model.put("verdict", verdict.how().name().toLowerCase(Locale.ROOT));
            model.set("findings", JsonText.diagnostics(verdict.findings()));
            return model;
        }));
        return JsonText.print(json);
    }
}
