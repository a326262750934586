package dev.smelt.relation;

import dev.smelt.diagnostics.Diagnostic;
import java.util.List;
import java.util.stream.Stream;

/**
 * Everything derived about one incremental model's SQL.
 *
 * @param relations one entry per reference, in the order of the text
 * @param assumptions what each chunk has to check
 * @param residue time predicates that were read but gave no bound, each with its place: reported, never ignored
 * @param refusals why the model must not be built incrementally; empty when it may be
 * @param warnings what lies outside the invariant, and overrides in force
 * @param ordered whether its partitions must be built one at a time, oldest first
 * @param partitionNullable whether rows with a NULL partition value can occur beyond those whose driver's own partition
 *     column is NULL
 */
public record Derivation(
        List<ReferenceRelation> relations,
        List<ClockAssumption> assumptions,
        List<Diagnostic> residue,
        List<Diagnostic> refusals,
        List<Diagnostic> warnings,
        boolean ordered,
        boolean partitionNullable) {
    /** The same with what other checks found. */
    public Derivation with(List<Diagnostic> moreRefusals, List<Diagnostic> moreWarnings) {
        return new Derivation(
                relations,
                assumptions,
                residue,
                Stream.concat(refusals.stream(), moreRefusals.stream()).toList(),
                Stream.concat(warnings.stream(), moreWarnings.stream()).toList(),
                ordered,
                partitionNullable);
    }

    public boolean isRefused() {
        return !refusals.isEmpty();
    }
}
