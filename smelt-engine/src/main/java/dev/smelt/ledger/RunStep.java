package dev.smelt.ledger;

import dev.smelt.model.Address;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import java.util.Optional;

/**
 * One step of a run: as planned when the run began, and what came of it, written in the step's own transaction.
 *
 * @param position from 0, in the order of the plan
 * @param model the model or seed that it writes
 * @param window the output partitions of a chunk; {@link Interval#ALL} for every other kind
 * @param granularity of a chunk's window; empty for every other kind
 * @param definition the fingerprint of the definition that the step writes under; empty where it does not depend on one
 * @param deleted rows deleted; 0 until it is done
 * @param inserted rows inserted, or that the table made holds; 0 until it is done
 */
public record RunStep(
        int position,
        Address model,
        Kind kind,
        Interval window,
        Optional<Granularity> granularity,
        Optional<String> definition,
        State state,
        long deleted,
        long inserted) {

    /** What a step does. */
    public enum Kind {
        /** Only the ledger is told something: what is stale, what was seen. */
        MARKS,
        /** The shape of a table is changed in place. */
        SHAPE,
        /** An empty table is made where there is none. */
        EMPTY_TABLE,
        /** A table is made whole. */
        TABLE,
        VIEW,
        CHUNK,
        SEED
    }

    /** What came of a step. */
    public enum State {
        /** Not done, or not yet: nothing of it is in the warehouse. */
        PLANNED,
        DONE,
        /** Computed and found equal to what was there. */
        UNCHANGED
    }

    /** A step of a run that begins. */
    public static RunStep planned(int position, Address model, Kind kind, Optional<String> definition) {
        return new RunStep(position, model, kind, Interval.ALL, Optional.empty(), definition, State.PLANNED, 0, 0);
    }

    /** A chunk of a run that begins. */
    public static RunStep chunk(
            int position, Address model, Interval window, Granularity granularity, Optional<String> definition) {
        return new RunStep(
                position, model, Kind.CHUNK, window, Optional.of(granularity), definition, State.PLANNED, 0, 0);
    }

    public boolean isDone() {
        return state != State.PLANNED;
    }
}
