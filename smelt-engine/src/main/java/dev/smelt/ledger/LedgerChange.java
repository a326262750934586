package dev.smelt.ledger;

import dev.smelt.model.Address;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;

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

    /** Every record of the model's partitions is dropped, because its table is built anew. */
    record Forgotten(Address model) implements LedgerChange {}

    /** The model's table now has this shape and meaning. */
    record Deployed(Address model, Deployment deployment) implements LedgerChange {}
}
