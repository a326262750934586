package dev.smelt;

import dev.smelt.graph.ModelGraph;
import dev.smelt.graph.Selection;
import dev.smelt.ledger.LedgerSnapshot;
import dev.smelt.model.Address;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.Project;
import dev.smelt.warehouse.Access;
import dev.smelt.warehouse.Warehouse;
import dev.smelt.warehouse.duckdb.DuckDbLedger;
import java.time.Instant;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Supplier;

/** Which models selectors mean. What {@code state:changed} means is looked up only where a selector says it. */
record ModelChoice(Project project, Engine engine, Instant asOf) {

    /** @param differences what the project is compared with */
    SortedSet<Address> of(ProjectAnalysis analysis, Selectors selectors, Differences differences) {
        return of(analysis.graph(), selectors, () -> ChangedModels.of(analysis, differences, asOf));
    }

    /** Compared, where a selector asks for that, with the warehouse, which is opened for this. */
    SortedSet<Address> of(ProjectAnalysis analysis, Selectors selectors) {
        return of(analysis.graph(), selectors, this::changed);
    }

    /** Of models as they are written, which need not be sound. */
    SortedSet<Address> of(Warehouse warehouse, Selectors selectors) {
        return of(ExpandedModels.of(project).graph(), selectors, () -> changed(warehouse));
    }

    /** @param changed the models that differ from what is deployed */
    SortedSet<Address> of(ModelGraph graph, Selectors selectors, Supplier<Set<Address>> changed) {
        return Selection.resolve(selectors.select(), selectors.exclude(), graph, project.models(), changed);
    }

    /** What differs from the warehouse, which is opened for this. */
    Set<Address> changed() {
        try (Warehouse warehouse = engine.open(project, Access.READ)) {
            return changed(warehouse);
        }
    }

    /** What differs from the warehouse. */
    Set<Address> changed(Warehouse warehouse) {
        CatalogueSnapshot catalogue = warehouse.catalogue();
        LedgerSnapshot ledger = new DuckDbLedger(warehouse, project.target().schema()).read();
        return ChangedModels.of(
                engine.analyze(project, catalogue),
                Differences.in(warehouse, catalogue, ledger, engine.views(project)),
                asOf);
    }
}
