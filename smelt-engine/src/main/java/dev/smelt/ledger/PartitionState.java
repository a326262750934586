package dev.smelt.ledger;

import dev.smelt.time.Interval;
import java.util.Optional;

/**
 * What the ledger knows about one built partition.
 *
 * @param range the granule; {@link Interval#ALL} for a table without a clock, which is one partition
 * @param complete whether everything it reads had passed the horizon when it was built
 * @param stale why it no longer is what a rebuild would give; empty while it is true
 * @param definition the fingerprint of the definition it was built under
 * @param runId the run that wrote it
 * @param sequence grows with every write to the ledger of this warehouse
 * @param horizon the horizon (axis value) of the run that wrote it
 * @param rows how many rows it held when written
 */
public record PartitionState(
        Interval range,
        boolean complete,
        Optional<String> stale,
        String definition,
        String runId,
        long sequence,
        long horizon,
        long rows) {
    public boolean isStale() {
        return stale.isPresent();
    }
}
