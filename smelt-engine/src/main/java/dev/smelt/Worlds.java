package dev.smelt;

import dev.smelt.ledger.LedgerSnapshot;
import dev.smelt.model.Address;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.Granules;
import dev.smelt.plan.ModelFacts;
import dev.smelt.plan.World;
import dev.smelt.time.TimeAxis;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Puts together what a plan is made from. */
final class Worlds {
    private Worlds() {}

    /** The project as analysed in the warehouse as it is. */
    static World of(
            ProjectAnalysis analysis,
            CatalogueSnapshot catalogue,
            LedgerSnapshot ledger,
            Map<Address, Granules> granules,
            Instant asOf) {
        SortedMap<Address, ModelFacts> facts = new TreeMap<>();
        analysis.bound().forEach((address, model) -> facts.put(
                address,
                new ModelFacts(
                        model.model(),
                        model.sql(),
                        model.schema(),
                        model.derivation(),
                        model.definition(),
                        Differences.of(analysis, model, catalogue, ledger))));
        return new World(
                analysis.project(),
                analysis.graph(),
                facts,
                catalogue,
                ledger,
                granules,
                TimeAxis.ofDateTime(LocalDateTime.ofInstant(asOf, analysis.project().timeZone())));
    }
}
