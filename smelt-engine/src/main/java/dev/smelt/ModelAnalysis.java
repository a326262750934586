package dev.smelt;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.ledger.Definition;
import dev.smelt.lineage.ColumnLineage;
import dev.smelt.lineage.WrittenColumns;
import dev.smelt.model.Model;
import dev.smelt.model.Schema;
import dev.smelt.relation.Derivation;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Query;
import java.util.List;
import java.util.Optional;

/** What came of analysing one model. */
sealed interface ModelAnalysis {

    Model model();

    /** Everything found on the way, in order; a model that is {@link Bound} has no errors but refusals. */
    List<Diagnostic> findings();

    /**
     * The engine takes the model.
     *
     * @param sql its text, functions and ephemeral models expanded
     * @param schema its columns, nullability inferred
     * @param query what the text says; empty where it could not be read faithfully
     * @param derivation its windows; for an incremental model always, if only to refuse it
     * @param definition the fingerprints of its meaning
     * @param lineage what its columns and rows are computed from
     * @param written where its columns are written
     */
    record Bound(
            Model model,
            ExpandedSql sql,
            Schema schema,
            Optional<Query> query,
            Optional<Derivation> derivation,
            Definition definition,
            ColumnLineage lineage,
            WrittenColumns written,
            List<Diagnostic> findings)
            implements ModelAnalysis {
        public Bound {
            findings = List.copyOf(findings);
        }

        /** Why the model must not be built by partitions; empty where it may be, or does not ask to. */
        List<Diagnostic> refusals() {
            return model.isIncremental() ? derivation.map(Derivation::refusals).orElse(List.of()) : List.of();
        }
    }

    /** Nothing can be said of the model until its errors are mended. */
    record Broken(Model model, List<Diagnostic> findings) implements ModelAnalysis {
        public Broken {
            findings = List.copyOf(findings);
        }
    }
}
