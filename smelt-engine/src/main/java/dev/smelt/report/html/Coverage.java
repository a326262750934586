package dev.smelt.report.html;

import dev.smelt.ledger.ModelState;
import dev.smelt.ledger.PartitionState;
import dev.smelt.report.StatusReport.ModelStatus;
import dev.smelt.time.Granularity;
import dev.smelt.time.IntervalSet;
import java.util.List;
import java.util.Optional;

/**
 * Which partitions of a model there are, and how they fare.
 *
 * @param granularity of its partitions; empty for a model that is built whole
 * @param partitions in order
 * @param built every partition
 * @param holes what is missing between the first and the last partition
 * @param open built, but not all that they read had arrived
 * @param stale built, and no longer what a rebuild would give
 */
record Coverage(
        Optional<Granularity> granularity,
        List<PartitionState> partitions,
        IntervalSet built,
        IntervalSet holes,
        IntervalSet open,
        IntervalSet stale) {

    static Coverage of(ModelStatus status) {
        Optional<Granularity> granularity = status.model()
                .timeseries()
                .filter(clock -> status.model().isIncremental())
                .map(clock -> clock.granularity());
        if (status.state().isEmpty()) {
            IntervalSet none = IntervalSet.none();
            return new Coverage(granularity, List.of(), none, none, none, none);
        }
        ModelState state = status.state().get();
        IntervalSet built = state.built();
        return new Coverage(
                granularity,
                state.partitions(),
                built,
                IntervalSet.of(built.hull()).minus(built),
                built.minus(state.complete()).minus(state.stale()),
                state.stale());
    }

    /** Whether there is a strip to draw: partitions on an axis, with ends. */
    boolean isDrawn() {
        return granularity.isPresent() && !built.isEmpty() && built.hull().isBounded();
    }

    long rows() {
        return partitions.stream().mapToLong(PartitionState::rows).sum();
    }
}
