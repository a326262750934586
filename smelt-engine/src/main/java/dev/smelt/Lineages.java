package dev.smelt;

import dev.smelt.model.Address;
import dev.smelt.model.Schema;
import dev.smelt.model.TableName;
import dev.smelt.report.LineageReport;
import dev.smelt.report.LineageReport.Input;
import dev.smelt.report.LineageReport.ModelLineage;
import dev.smelt.sql.Reference;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Gathers what was read of the selected models about where their columns come from. */
final class Lineages {
    private final ProjectAnalysis analysis;

    Lineages(ProjectAnalysis analysis) {
        this.analysis = analysis;
    }

    LineageReport of(Set<Address> selected, Instant asOf) {
        return new LineageReport(
                analysis.project().name(),
                analysis.project().target().database().toAbsolutePath().normalize(),
                asOf,
                analysis.order().stream()
                        .filter(selected::contains)
                        .flatMap(address -> analysis.bound(address).stream())
                        .map(this::of)
                        .toList());
    }

    private ModelLineage of(ModelAnalysis.Bound model) {
        Map<TableName, Input> inputs = new LinkedHashMap<>();
        for (Reference reference : model.sql().references()) {
            inputs.putIfAbsent(reference.table(), new Input(reference.target(), reference.table(), schema(reference)));
        }
        return new ModelLineage(
                model.model(),
                model.sql().text(),
                model.schema(),
                model.lineage(),
                model.written(),
                List.copyOf(inputs.values()));
    }

    private Schema schema(Reference reference) {
        return analysis.bound(reference.target())
                .map(ModelAnalysis.Bound::schema)
                .orElseGet(() -> analysis.sources().tables().getOrDefault(reference.table(), new Schema(List.of())));
    }
}
