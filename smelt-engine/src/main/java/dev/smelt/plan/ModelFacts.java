package dev.smelt.plan;

import dev.smelt.ledger.Definition;
import dev.smelt.lineage.ColumnLineage;
import dev.smelt.lineage.StoredRow;
import dev.smelt.lineage.WrittenColumns;
import dev.smelt.model.Model;
import dev.smelt.model.Schema;
import dev.smelt.relation.Derivation;
import dev.smelt.schema.SchemaDifference;
import dev.smelt.sql.ExpandedSql;
import java.util.Optional;

/**
 * Everything that is known about one model before planning.
 *
 * @param model its declaration
 * @param sql its text, references named by tables, functions expanded
 * @param schema the columns it yields, typed by the engine, nullability inferred
 * @param derivation its windows; empty for a model that is not incremental and has no clock
 * @param definition the fingerprints of its meaning
 * @param lineage what its columns and rows are computed from
 * @param written where its columns are written
 * @param difference how it differs from its table
 * @param storedRow how its columns follow from each other; of a plan that asks for it
 */
public record ModelFacts(
        Model model,
        ExpandedSql sql,
        Schema schema,
        Optional<Derivation> derivation,
        Definition definition,
        ColumnLineage lineage,
        WrittenColumns written,
        SchemaDifference difference,
        StoredRow storedRow) {
    /** Where nobody asked how columns follow from each other. */
    public ModelFacts(
            Model model,
            ExpandedSql sql,
            Schema schema,
            Optional<Derivation> derivation,
            Definition definition,
            ColumnLineage lineage,
            WrittenColumns written,
            SchemaDifference difference) {
        this(model, sql, schema, derivation, definition, lineage, written, difference, StoredRow.NONE);
    }

    ModelFacts with(StoredRow row) {
        return new ModelFacts(model, sql, schema, derivation, definition, lineage, written, difference, row);
    }
}
