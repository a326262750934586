package dev.smelt.relation;

import dev.smelt.model.Timeseries;
import dev.smelt.sql.Reference;
import dev.smelt.time.PartitionMap;
import java.util.List;
import java.util.Optional;

/**
 * What one reference means for the partitions of the model that makes it.
 *
 * @param reference the occurrence
 * @param name what the query calls its rows: the alias, or the table's own name
 * @param clock the clock of what it names; empty for a lookup, which is read whole
 * @param attribution input partitions of rows whose presence or absence can change an output partition; empty for a lookup
 * @param read attribution and context together: what must be read to rebuild an output partition; empty for a lookup
 * @param driver whether the model's own partitions come from it
 * @param self whether it names the model itself
 * @param evidence the clauses that prove the bounds
 * @param reliances what the bounds rest on beside proof, clock assumptions apart
 * @param ties how the clock of its rows is tied to other columns of them, per place where the text stands
 */
public record ReferenceRelation(
        Reference reference,
        String name,
        Optional<Timeseries> clock,
        Optional<PartitionMap> attribution,
        Optional<PartitionMap> read,
        boolean driver,
        boolean self,
        List<BoundEvidence> evidence,
        List<Reliance> reliances,
        List<List<ClockTie>> ties) {

    public ReferenceRelation {
        evidence = List.copyOf(evidence);
        reliances = List.copyOf(reliances);
        ties = List.copyOf(ties);
    }

    /** A relation whose bounds are proven, and of which no tie to another column is known. */
    public ReferenceRelation(
            Reference reference,
            String name,
            Optional<Timeseries> clock,
            Optional<PartitionMap> attribution,
            Optional<PartitionMap> read,
            boolean driver,
            boolean self,
            List<BoundEvidence> evidence) {
        this(reference, name, clock, attribution, read, driver, self, evidence, List.of(), List.of());
    }

    /** The same occurrence, reading other partitions. */
    public ReferenceRelation reading(PartitionMap partitions) {
        return new ReferenceRelation(
                reference, name, clock, attribution, Optional.of(partitions), driver, self, evidence, reliances, ties);
    }

    /** The tie to a column wherever the reference stands, where each of them is bounded on both sides; else empty. */
    public List<ClockTie> tiesTo(String column) {
        List<ClockTie> found = ties.stream()
                .flatMap(place -> place.stream()
                        .filter(tie -> tie.column().equalsIgnoreCase(column) && tie.isBounded())
                        .limit(1))
                .toList();
        return found.size() == ties.size() ? found : List.of();
    }

    /** Which bound a chain of clauses proves. */
    public record BoundEvidence(Bound bound, String formula, List<Evidence> clauses) {}

    /** The four bounds that a window is made of. */
    public enum Bound {
        ATTRIBUTION_LOWER,
        ATTRIBUTION_UPPER,
        CONTEXT_LOWER,
        CONTEXT_UPPER
    }

    public boolean isLookup() {
        return clock.isEmpty();
    }
}
