package dev.smelt;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Address;
import dev.smelt.model.Materialization;
import dev.smelt.report.ValidationReport;
import dev.smelt.report.ValidationReport.How;
import dev.smelt.report.ValidationReport.ModelVerdict;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** What an analysis says about each model, as a report. */
final class Verdicts {
    private Verdicts() {}

    static ValidationReport of(ProjectAnalysis analysis, Set<Address> selected) {
        List<ModelVerdict> verdicts = analysis.models().values().stream()
                .filter(model -> selected.contains(model.model().address()))
                .map(model -> new ModelVerdict(model.model().address(), how(model), gravestFirst(model.findings())))
                .toList();
        return new ValidationReport(verdicts, analysis.general());
    }

    private static How how(ModelAnalysis analysis) {
        if (!(analysis instanceof ModelAnalysis.Bound model)) {
            return How.BROKEN;
        }
        if (model.model().isIncremental()) {
            return model.refusals().isEmpty() ? How.INCREMENTAL : How.REFUSED;
        }
        Materialization materialization = model.model().materialization();
        return switch (materialization) {
            case TABLE -> How.FULL_REFRESH;
            case VIEW -> How.VIEW;
            case EPHEMERAL -> How.EPHEMERAL;
        };
    }

    private static List<Diagnostic> gravestFirst(List<Diagnostic> findings) {
        return findings.stream()
                .sorted(Comparator.comparing(Diagnostic::severity).reversed())
                .toList();
    }
}
