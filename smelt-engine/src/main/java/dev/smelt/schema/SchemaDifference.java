package dev.smelt.schema;

import dev.smelt.model.Address;
import dev.smelt.model.TableName;
import java.util.Comparator;
import java.util.List;

/**
 * What model and table differ in.
 *
 * @param state whether there is a table, a model, both
 * @param changes in the order in which they are printed and applied; for a {@link State#NEW} table what stands in
 *     the way of making it, and that it was there once; empty for the other states
 */
public record SchemaDifference(Address model, TableName table, State state, List<SchemaChange> changes) {
    /** How model and table face each other. */
    public enum State {
        /** The model has no table yet. */
        NEW,
        /** The table's model is gone. */
        REMOVED,
        UNCHANGED,
        CHANGED
    }

    public SchemaDifference {
        changes = List.copyOf(changes);
    }

    /** The gravest outcome among the changes. */
    public Outcome outcome() {
        return changes.stream()
                .map(SchemaChange::outcome)
                .max(Comparator.naturalOrder())
                .orElse(Outcome.NONE);
    }

    public List<String> statements() {
        return changes.stream().flatMap(change -> change.statements().stream()).toList();
    }
}
