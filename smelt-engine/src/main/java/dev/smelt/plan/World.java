package dev.smelt.plan;

import dev.smelt.graph.ModelGraph;
import dev.smelt.ledger.LedgerSnapshot;
import dev.smelt.lineage.StoredRow;
import dev.smelt.model.Address;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.Granules;
import dev.smelt.model.PartitionPrint;
import dev.smelt.model.Project;
import dev.smelt.time.IntervalSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a plan is made from: the project as analysed, and the warehouse as it was at one moment.
 *
 * @param facts by address, every model of the project
 * @param granules of every clocked source, seed and full-refresh model that could be looked at: for a full-refresh model
 *     those that its rebuild would give. Missing where there is no warehouse or no table.
 * @param prints what sources and seeds hold now, as the ledger is compared with; those not looked at are missing
 * @param arrived the partitions that hold rows which arrived in an announced window, where the warehouse was asked
 * @param asOf the clock of the invocation, an axis value (microseconds, in the project's zone)
 */
public record World(
        Project project,
        ModelGraph graph,
        SortedMap<Address, ModelFacts> facts,
        CatalogueSnapshot catalogue,
        LedgerSnapshot ledger,
        Map<Address, Granules> granules,
        SortedMap<Address, List<PartitionPrint>> prints,
        Map<PlanRequest.Landed, IntervalSet> arrived,
        long asOf) {
    /** A world in which no window of an arrival clock was announced. */
    public World(
            Project project,
            ModelGraph graph,
            SortedMap<Address, ModelFacts> facts,
            CatalogueSnapshot catalogue,
            LedgerSnapshot ledger,
            Map<Address, Granules> granules,
            SortedMap<Address, List<PartitionPrint>> prints,
            long asOf) {
        this(project, graph, facts, catalogue, ledger, granules, prints, Map.of(), asOf);
    }

    /** The same, with what was found of windows of an arrival clock. */
    public World with(Map<PlanRequest.Landed, IntervalSet> found) {
        return new World(project, graph, facts, catalogue, ledger, granules, prints, found, asOf);
    }

    /** The same, knowing of some models how their columns follow from each other. */
    public World knowing(Map<Address, StoredRow> rows) {
        SortedMap<Address, ModelFacts> more = new TreeMap<>(facts);
        rows.forEach((model, row) -> more.computeIfPresent(model, (address, known) -> known.with(row)));
        return new World(project, graph, more, catalogue, ledger, granules, prints, arrived, asOf);
    }

    /** A world in which nobody looked at what the sources hold. */
    public World(
            Project project,
            ModelGraph graph,
            SortedMap<Address, ModelFacts> facts,
            CatalogueSnapshot catalogue,
            LedgerSnapshot ledger,
            Map<Address, Granules> granules,
            long asOf) {
        this(project, graph, facts, catalogue, ledger, granules, new TreeMap<>(), asOf);
    }
}
