package dev.smelt.ledger;

import dev.smelt.model.Address;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.List;

/**
 * What the ledger knows about one model.
 *
 * @param partitions its built partitions, ordered, disjoint
 */
public record ModelState(Address model, Deployment deployment, List<PartitionState> partitions) {
    public ModelState {
        partitions = List.copyOf(partitions);
    }

    /** The partitions that were built, whatever their state. */
    public IntervalSet built() {
        return IntervalSet.of(partitions.stream().map(PartitionState::range).toList());
    }

    public IntervalSet complete() {
        return IntervalSet.of(partitions.stream()
                .filter(PartitionState::complete)
                .map(PartitionState::range)
                .toList());
    }

    public IntervalSet stale() {
        return IntervalSet.of(partitions.stream()
                .filter(PartitionState::isStale)
                .map(PartitionState::range)
                .toList());
    }

    /** The partitions recorded with at least one row that lie in the window. */
    public List<PartitionState> nonEmptyIn(Interval window) {
        return partitions.stream()
                .filter(partition -> partition.rows() > 0 && partition.range().overlaps(window))
                .toList();
    }
}
