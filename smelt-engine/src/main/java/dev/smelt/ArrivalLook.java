package dev.smelt;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.Identifier;
import dev.smelt.model.Source;
import dev.smelt.model.Timeseries;
import dev.smelt.plan.ArrivalWindow;
import dev.smelt.plan.PlanRequest;
import dev.smelt.plan.PlanRequest.Landed;
import dev.smelt.relation.Derivation;
import dev.smelt.time.Granularity;
import dev.smelt.time.IntervalSet;
import dev.smelt.warehouse.StatementFailure;
import dev.smelt.warehouse.Warehouse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Asks the warehouse in which partitions rows lie that arrived in an announced window, where no reader's SQL tells. */
final class ArrivalLook {
    private final ProjectAnalysis analysis;
    private final CatalogueSnapshot catalogue;
    private final Warehouse warehouse;

    ArrivalLook(ProjectAnalysis analysis, CatalogueSnapshot catalogue, Warehouse warehouse) {
        this.analysis = analysis;
        this.catalogue = catalogue;
        this.warehouse = warehouse;
    }

    Map<Landed, IntervalSet> found(PlanRequest request) {
        Map<Landed, IntervalSet> found = new HashMap<>();
        List<Diagnostic> errors = new ArrayList<>();
        List<Landed> announced = request instanceof PlanRequest.SinceUpstream since ? since.landed() : List.of();
        for (Landed landed : announced) {
            if (landed.clock() != Landed.Clock.ARRIVAL) {
                continue;
            }
            Optional<Source> source =
                    Optional.ofNullable(analysis.project().sources().get(landed.origin()));
            try {
                ArrivalWindow window = ArrivalWindow.of(landed, source);
                if (!isProven(landed.origin(), window)) {
                    found.put(landed, ask(source.orElseThrow(), window));
                }
            } catch (SmeltException e) {
                errors.addAll(e.diagnostics());
            }
        }
        if (!errors.isEmpty()) {
            throw SmeltException.project(errors);
        }
        return found;
    }

    private boolean isProven(Address origin, ArrivalWindow window) {
        return analysis.bound().values().stream()
                .filter(model -> model.sql().references().stream()
                        .anyMatch(reference -> reference.target().equals(origin)))
                .map(ModelAnalysis.Bound::derivation)
                .allMatch((Optional<Derivation> derivation) -> window.isProven(derivation));
    }

    private IntervalSet ask(Source source, ArrivalWindow window) {
        if (catalogue.relation(source.table()).isEmpty()) {
            return IntervalSet.none();
        }
        Timeseries clock = source.timeseries().orElseThrow();
        String arrival = "CAST(" + Identifier.sql(window.column()) + " AS TIMESTAMP)";
        String rows = "(SELECT * FROM " + source.table().sql() + " WHERE " + arrival + " >= '"
                + Granularity.HOUR.format(window.arrived().start()) + "' AND " + arrival + " < '"
                + Granularity.HOUR.format(window.arrived().end()) + "')";
        try {
            return warehouse
                    .granules(rows, clock.partitionColumn(), clock.granularity())
                    .intervals();
        } catch (StatementFailure e) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-L063",
                    "What arrived in " + source.address() + " cannot be found by " + window.column() + ": "
                            + e.getMessage(),
                    "Mend the table or the declaration of its arrival_column."));
        }
    }
}
