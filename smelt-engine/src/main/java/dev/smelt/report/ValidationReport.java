package dev.smelt.report;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Address;
import java.util.List;

/**
 * What is right and wrong with a project, found without a warehouse.
 *
 * @param models a verdict per model, by address
 * @param general what belongs to no model: configuration, sources, notices
 */
public record ValidationReport(List<ModelVerdict> models, List<Diagnostic> general) {

    /**
     * One model.
     *
     * @param how it is kept
     * @param findings what there is to say about it, errors first
     */
    public record ModelVerdict(Address model, How how, List<Diagnostic> findings) {
        public ModelVerdict {
            findings = List.copyOf(findings);
        }
    }

    /** How a model is kept, as far as the analysis allows. */
    public enum How {
        /** Partition by partition: its windows are derived and its checks passed. */
        INCREMENTAL("incremental, accepted"),
        /** It asks to be incremental and must not be. */
        REFUSED("incremental, refused"),
        FULL_REFRESH("full refresh"),
        VIEW("view"),
        EPHEMERAL("ephemeral"),
        /** Its SQL does not bind, so nothing can be said. */
        BROKEN("broken");

        private final String words;

        How(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    public ValidationReport {
        models = List.copyOf(models);
        general = List.copyOf(general);
    }

    /** Every finding that fails a build, in the order of the report. */
    public List<Diagnostic> errors() {
        return all().stream().filter(Diagnostic::isError).toList();
    }

    /** Every finding, what belongs to no model first. */
    public List<Diagnostic> all() {
        return java.util.stream.Stream.concat(
                        general.stream(), models.stream().flatMap(model -> model.findings().stream()))
                .toList();
    }

    public long count(How how) {
        return models.stream().filter(model -> model.how() == how).count();
    }

    public long count(Diagnostic.Severity severity) {
        return all().stream().filter(finding -> finding.severity() == severity).count();
    }
}
