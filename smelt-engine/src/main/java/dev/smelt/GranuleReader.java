package dev.smelt;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.Granules;
import dev.smelt.model.Model;
import dev.smelt.model.Project;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import dev.smelt.sql.Reference;
import dev.smelt.warehouse.StatementFailure;
import dev.smelt.warehouse.Warehouse;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Looks which granules hold rows: of a source or seed in its table, of a model that is built whole in what it would be. */
final class GranuleReader {

    private final Project project;
    private final Map<Address, ModelAnalysis.Bound> models;
    private final CatalogueSnapshot catalogue;
    private final Warehouse warehouse;

    GranuleReader(ProjectAnalysis analysis, CatalogueSnapshot catalogue, Warehouse warehouse) {
        this.project = analysis.project();
        this.models = analysis.bound();
        this.catalogue = catalogue;
        this.warehouse = warehouse;
    }

    /** The granules of those of the addresses that have a clock and can be looked at now. */
    SortedMap<Address, Granules> read(Set<Address> addresses) {
        SortedMap<Address, Granules> found = new TreeMap<>();
        for (Address address : addresses) {
            Optional<Timeseries> clock = project.timeseries(address);
            boolean builtByPartitions = Optional.ofNullable(project.models().get(address))
                    .map(Model::isIncremental)
                    .orElse(false);
            if (clock.isPresent() && !builtByPartitions) {
                relation(address).ifPresent(relation -> found.put(address, count(address, relation, clock.get())));
            }
        }
        return found;
    }

    /** What stands for the address in a FROM; nothing where some table that it needs is missing. */
    private Optional<String> relation(Address address) {
        ModelAnalysis.Bound model = models.get(address);
        if (model == null || model.model().isIncremental()) {
            return project.table(address)
                    .filter(table -> catalogue.relation(table).isPresent())
                    .map(TableName::sql);
        }
        SortedMap<Address, String> inputs = new TreeMap<>();
        for (Reference reference : model.sql().references()) {
            Optional<String> input = relation(reference.target());
            if (input.isEmpty()) {
                return Optional.empty();
            }
            inputs.put(reference.target(), input.get());
        }
        // What is a table stays as it is written; what is not becomes the query that would make it.
        String text = model.sql()
                .spliced(reference ->
                        Optional.of(inputs.get(reference.target())).filter(input -> input.startsWith("(")));
        return Optional.of("(\n" + text + "\n)");
    }

    private Granules count(Address address, String relation, Timeseries clock) {
        try {
            return warehouse.granules(relation, clock.partitionColumn(), clock.granularity());
        } catch (StatementFailure e) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-L061",
                    "The partitions of " + address + " cannot be counted by " + clock.partitionColumn() + ": "
                            + e.getMessage(),
                    "Mend the table or the model: a build would fail at the same place."));
        }
    }
}
