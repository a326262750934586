package dev.smelt;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.PartitionPrint;
import dev.smelt.model.Project;
import dev.smelt.model.Source;
import dev.smelt.model.TableName;
import dev.smelt.warehouse.StatementFailure;
import dev.smelt.warehouse.Warehouse;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Looks at what sources and seeds hold, before a plan is made, so that it can be compared with the last look. */
final class SourceLook {
    private final Project project;
    private final CatalogueSnapshot catalogue;
    private final Warehouse warehouse;

    SourceLook(Project project, CatalogueSnapshot catalogue, Warehouse warehouse) {
        this.project = project;
        this.catalogue = catalogue;
        this.warehouse = warehouse;
    }

    /** The prints of those of the addresses that are sources or seeds with a table. */
    SortedMap<Address, List<PartitionPrint>> prints(Set<Address> addresses) {
        SortedMap<Address, List<PartitionPrint>> prints = new TreeMap<>();
        for (Address address : addresses) {
            if (!project.models().containsKey(address)) {
                project.table(address)
                        .filter(table -> catalogue.relation(table).isPresent())
                        .ifPresent(table -> prints.put(address, prints(address, table)));
            }
        }
        return prints;
    }

    private List<PartitionPrint> prints(Address address, TableName table) {
        Optional<String> arrival = Optional.ofNullable(project.sources().get(address))
                .filter(Source::appendOnly)
                .flatMap(Source::arrivalColumn);
        try {
            return warehouse.prints(table, project.timeseries(address), arrival);
        } catch (StatementFailure e) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-L062",
                    "What landed in " + address + " cannot be found: " + e.getMessage(),
                    "Mend the table or the declaration of the source: a build would fail at the same place."));
        }
    }
}
