package dev.smelt.plan;

import dev.smelt.model.Address;
import dev.smelt.model.Identifier;
import dev.smelt.relation.Derivation;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.Optional;

/**
 * Counts the rows that belong to no partition because their partition value is NULL: every build leaves them out, and
 * says how many there are.
 */
final class LeftOut {
    private final Landscape landscape;
    private final ChunkStatements statements;

    LeftOut(Landscape landscape, ChunkStatements statements) {
        this.landscape = landscape;
        this.statements = statements;
    }

    /**
     * The query that counts them, or nothing where there can be none. Where the partition value can only be NULL because
     * the driver's own clock is, only such rows are looked at; tables that smelt builds hold none.
     */
    Optional<Step> count(Address model, IntervalSet windows, String reason) {
        Derivation derivation = landscape.facts(model).derivation().orElseThrow();
        String partition = landscape.clock(model).orElseThrow().partitionColumn();
        Interval written = windows.hull();
        Optional<String> rows = derivation.partitionNullable()
                ? Optional.of(statements.reading(relation -> statements.condition(relation, written)))
                : mayHoldNulls(derivation)
                        ? Optional.of(statements.reading(relation -> relation.driver()
                                ? Optional.of(clock(relation) + " IS NULL")
                                : statements.condition(relation, written)))
                        : Optional.empty();
        return rows.map(body -> new Step.CountLeftOut(
                model,
                "SELECT count(*) FROM (\n" + body + "\n\n) WHERE " + Identifier.sql(partition) + " IS NULL",
                partition,
                reason));
    }

    private boolean mayHoldNulls(Derivation derivation) {
        return derivation.relations().stream()
                .filter(ReferenceRelation::driver)
                .anyMatch(driver -> !landscape.isModel(driver.reference().target()));
    }

    private String clock(ReferenceRelation driver) {
        return Identifier.sql(driver.clock().orElseThrow().partitionColumn());
    }
}
