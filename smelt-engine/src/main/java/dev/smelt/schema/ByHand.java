package dev.smelt.schema;

import dev.smelt.ledger.Deployment;
import dev.smelt.model.CatalogueSnapshot.Constraint;
import dev.smelt.model.Column;
import dev.smelt.model.Identifier;
import dev.smelt.model.Schema;
import dev.smelt.model.TableName;
import java.util.List;
import java.util.Optional;

/**
 * Differences that no change of the model made: someone changed the table past smelt, so that it no longer is what the
 * ledger says smelt left there. What that lost is lost, whatever a statement could do now: the table is built anew.
 *
 * @param recorded what smelt left; empty where it knows nothing of the table
 * @param keys the constraints that it has
 */
record ByHand(TableName table, Optional<Deployment> recorded, List<Constraint> keys) {
    private static final String REBUILD = ". Rebuild: the table is built anew at the next run";

    /** A column of the model that smelt made, and that the table has not any more. */
    Optional<SchemaChange> lost(Column column) {
        return recorded(column.name())
                .map(before -> new SchemaChange(
                        ColumnChanges.addHeadline(column, Optional.empty()),
                        Outcome.REBUILD,
                        "By hand: the table lost the column that smelt made, and its values" + REBUILD,
                        List.of(),
                        ""));
    }

    /** A column whose type is not the one that smelt left. */
    Optional<SchemaChange> retyped(Column held, Column after) {
        return recorded(held.name())
                .filter(before -> !TypeShape.of(before.type()).equals(TypeShape.of(held.type())))
                .map(before -> new SchemaChange(
                        ColumnChanges.typeHeadline(held, after),
                        Outcome.REBUILD,
                        "By hand: smelt left the type " + before.type() + ", and values may have been lost on the way"
                                + REBUILD,
                        List.of(),
                        ""));
    }

    /** A NOT NULL that smelt never sets, and that would refuse rows of the model; that of a key cannot be taken off. */
    Optional<SchemaChange> constrained(Column held, Column after) {
        boolean theirs = !held.nullable()
                && keys.stream().noneMatch(key -> key.isPrimaryKey() && key.isAbout(held.name()))
                && after.nullable()
                && recorded(held.name()).filter(Column::nullable).isPresent();
        if (!theirs) {
            return Optional.empty();
        }
        String name = Identifier.sql(after.name());
        return Optional.of(new SchemaChange(
                "ALTER COLUMN " + name + " NOT NULL -> NULL",
                Outcome.SAFE,
                "By hand: someone set NOT NULL, which the model's rows may break. Safe: ALTER TABLE (no data loss)",
                List.of("ALTER TABLE " + table.sql() + " ALTER COLUMN " + name + " DROP NOT NULL"),
                ""));
    }

    /** Whether the table has a column that smelt did not make. */
    boolean isAdded(Column held) {
        return recorded.isPresent() && recorded(held.name()).isEmpty();
    }

    /** Whether smelt left these very columns, so that no model made a difference to them. */
    boolean isRecorded(Schema schema) {
        return recorded.filter(deployment ->
                        deployment.schema().columns().size() == schema.columns().size())
                .filter(deployment -> schema.columns().stream()
                        .allMatch(column -> recorded(column.name())
                                .filter(before -> TypeShape.of(before.type()).equals(TypeShape.of(column.type())))
                                .isPresent()))
                .isPresent();
    }

    /** A difference of a view that someone replaced. */
    static SchemaChange ofView(SchemaChange change) {
        return new SchemaChange(
                change.headline(),
                change.outcome(),
                "By hand: someone replaced the view. " + change.explanation(),
                change.statements(),
                change.cure());
    }

    /** A table that smelt made and that is gone. */
    List<SchemaChange> gone() {
        return recorded
                .map(before -> new SchemaChange(
                        "MISSING " + table.sql(),
                        Outcome.REBUILD,
                        "By hand: the table or view that smelt made was dropped or renamed",
                        List.of(),
                        ""))
                .stream()
                .toList();
    }

    private Optional<Column> recorded(String name) {
        return recorded.flatMap(deployment -> deployment.schema().column(name));
    }
}
