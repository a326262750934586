package dev.smelt.ledger;

import dev.smelt.model.Address;
import dev.smelt.model.PartitionPrint;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.List;

/** One change of the ledger, written in the transaction of the data change that it describes. */
public sealed interface LedgerChange {
    Address model();

    /**
     * A window of a clocked table was written: every granule in it is built and fresh, also those without rows. Rows are
     * counted in the table itself.
     *
     * @param window whole granules
     * @param complete the part of the window that is complete; the rest is open
     * @param horizon the run's horizon
     */
    record Built(
            Address model,
            dev.smelt.model.TableName table,
            String partitionColumn,
            Granularity granularity,
            Interval window,
            IntervalSet complete,
            String definition,
            long horizon)
            implements LedgerChange {}

    /** A table without a clock was written whole. */
    record BuiltWhole(Address model, dev.smelt.model.TableName table, String definition, long horizon)
            implements LedgerChange {}

    /** Built partitions in these windows no longer are what a rebuild would give. Partitions not built are not marked. */
    record Stale(Address model, IntervalSet windows, String reason) implements LedgerChange {}

    /**
     * Built partitions in these windows are true as they are: nothing that they read came out changed. Marks that were set
     * when the change was announced are lifted.
     */
    record Confirmed(Address model, IntervalSet windows) implements LedgerChange {}

    /** Every record of the model's partitions is dropped, because its table is built anew. */
    record Forgotten(Address model) implements LedgerChange {}

    /**
     * A source or seed was looked at. Written only together with the marks of all that its changes since the last look
     * make stale, so that no change is ever forgotten.
     *
     * @param model the source or seed
     * @param partitions all of what it held, in place of what was seen before
     */
    record Seen(Address model, List<PartitionPrint> partitions) implements LedgerChange {
        public Seen {
            partitions = List.copyOf(partitions);
        }
    }

    /** The model's table now has this shape and meaning. */
    record Deployed(Address model, Deployment deployment) implements LedgerChange {}

    /**
     * A step of the run that writes this was done.
     *
     * @param position of the step in the run, see {@link RunStep}
     * @param state done, or found unchanged
     */
    record StepDone(Address model, int position, RunStep.State state, long deleted, long inserted)
            implements LedgerChange {}
}
