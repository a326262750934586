package dev.smelt.relation;

import dev.smelt.diagnostics.Place;
import dev.smelt.model.SafetyOverride;

/**
 * What the window of a reference rests on beside proof: a statement that the user signed, or a convention. Where the
 * statement is false, a partition built from the window differs from a full rebuild.
 */
public sealed interface Reliance {
    /** Where the statement takes effect. */
    Place place();

    /**
     * Nothing bounds the rows that a window looks at; an override says that they lie in what is read anyway.
     *
     * @param what the window: {@code ROW_NUMBER()}
     */
    record Signed(SafetyOverride override, String what, Place place) implements Reliance {}

    /**
     * A function body declares how far it looks: by a frame that the engine does not honour, or by the widest of several.
     *
     * @param function the function that the model calls
     */
    record Contract(String function, Place place) implements Reliance {}

    /**
     * By convention, a filter between the clock and another time says how far back the rows lie that a signed window
     * decides by.
     *
     * @param clause the filter as written
     */
    record Lateness(String clause, Place place) implements Reliance {}
}
