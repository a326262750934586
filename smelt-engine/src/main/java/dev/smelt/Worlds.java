package dev.smelt;

import dev.smelt.model.Address;
import dev.smelt.model.Granules;
import dev.smelt.model.PartitionPrint;
import dev.smelt.plan.ModelFacts;
import dev.smelt.plan.PlanRequest;
import dev.smelt.plan.World;
import dev.smelt.schema.Permission;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.PinnedClock;
import dev.smelt.time.TimeAxis;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Puts together what a plan is made from. */
final class Worlds {
    private Worlds() {}

    /** The project as analysed in the warehouse as it is, its differences judged by what the request permits. */
    static World of(
            ProjectAnalysis analysis,
            Differences differences,
            Map<Address, Granules> granules,
            SortedMap<Address, List<PartitionPrint>> prints,
            PlanRequest.Options options,
            Instant asOf) {
        Set<Permission> permissions = permissions(options);
        SortedMap<Address, ModelFacts> facts = new TreeMap<>();
        analysis.bound()
                .forEach((address, model) -> facts.put(
                        address,
                        new ModelFacts(
                                model.model(),
                                pinned(model, asOf, analysis.project().timeZone()),
                                model.schema(),
                                model.derivation(),
                                model.definition(),
                                model.lineage(),
                                model.written(),
                                differences.of(model, permissions))));
        return new World(
                analysis.project(),
                analysis.graph(),
                facts,
                differences.catalogue(),
                differences.ledger(),
                granules,
                prints,
                TimeAxis.ofDateTime(
                        LocalDateTime.ofInstant(asOf, analysis.project().timeZone())));
    }

    /** What is built by partitions asks for the time of day in many transactions, and is told one in all of them. */
    private static ExpandedSql pinned(ModelAnalysis.Bound model, Instant asOf, ZoneId zone) {
        return model.query()
                .filter(query -> model.model().isIncremental())
                .map(query -> PinnedClock.pin(model.sql(), query, asOf, zone))
                .orElse(model.sql());
    }

    private static Set<Permission> permissions(PlanRequest.Options options) {
        Set<Permission> permissions = EnumSet.noneOf(Permission.class);
        if (options.allowColumnRemoval()) {
            permissions.add(Permission.COLUMN_REMOVAL);
        }
        if (options.allowFullRefresh()) {
            permissions.add(Permission.FULL_REFRESH);
        }
        return permissions;
    }
}
