package dev.smelt;

import dev.smelt.ledger.Ledger;
import dev.smelt.model.Address;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.Project;
import dev.smelt.plan.Plan;
import dev.smelt.plan.PlanRequest;
import dev.smelt.plan.Planner;
import dev.smelt.plan.World;
import dev.smelt.warehouse.Warehouse;
import java.time.Instant;
import java.util.Set;
import java.util.SortedSet;

/** Makes plans of requests, for a warehouse as it is. */
record Planning(Project project, Engine engine, Instant asOf) {

    /**
     * A plan and whose it is.
     *
     * @param catalogue the tables that it was made for
     * @param asOf the clock that it was made for
     * @param line the request on one line
     */
    record Planned(Plan plan, ProjectAnalysis analysis, CatalogueSnapshot catalogue, Instant asOf, String line) {}

    Planned of(BuildRequest request, Warehouse warehouse, Ledger ledger) {
        CatalogueSnapshot catalogue = warehouse.catalogue();
        ProjectAnalysis analysis = engine.analyze(project, catalogue).sound();
        Differences differences = Differences.in(warehouse, catalogue, ledger.read(), engine.views(project));
        if (request.ask() instanceof BuildRequest.Resume) {
            Resumption last = new Resumption(ledger, analysis);
            PlanRequest asked = last.request(request.selectors(), request.options());
            Instant then = last.asOf(asOf);
            return new Planned(
                    plan(asked, analysis, differences, warehouse, then), analysis, catalogue, then, last.line());
        }
        SortedSet<Address> selected =
                new ModelChoice(project, engine, asOf).of(analysis, request.selectors(), differences);
        PlanRequest asked = PlanRequests.of(request, selected, analysis);
        return new Planned(
                plan(asked, analysis, differences, warehouse, asOf),
                analysis,
                catalogue,
                asOf,
                RequestLine.of(request));
    }

    private Plan plan(
            PlanRequest asked, ProjectAnalysis analysis, Differences differences, Warehouse warehouse, Instant clock) {
        CatalogueSnapshot catalogue = differences.catalogue();
        Set<Address> needed = PlanRequests.needed(asked, analysis.graph());
        World world = Worlds.of(
                        analysis,
                        differences,
                        new GranuleReader(analysis, catalogue, warehouse).read(needed),
                        new SourceLook(project, catalogue, warehouse).prints(needed),
                        asked.options(),
                        clock)
                .with(new ArrivalLook(analysis, catalogue, warehouse).found(asked));
        boolean inPlace = asked.options().repair() == PlanRequest.Repair.UPDATE;
        return Planner.plan(inPlace ? world.knowing(engine.storedRows(analysis, differences.ledger())) : world, asked);
    }
}
