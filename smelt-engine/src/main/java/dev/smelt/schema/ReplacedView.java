package dev.smelt.schema;

import java.util.List;

/** A view that someone replaced by one with the same columns. */
public final class ReplacedView {
    private ReplacedView() {}

    /** @param difference that of the columns, which there is none of */
    public static SchemaDifference of(SchemaDifference difference) {
        SchemaChange change =
                ByHand.ofView(ColumnChanges.ofView("VIEW " + difference.table().sql() + " shows something else"));
        return new SchemaDifference(
                difference.model(), difference.table(), SchemaDifference.State.CHANGED, List.of(change));
    }
}
