package dev.smelt.plan;

import dev.smelt.ledger.PartitionState;
import dev.smelt.model.Address;
import dev.smelt.model.Granules;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Finds history that a plan would erase: recorded partitions with rows whose inputs are gone, because the driver's oldest
 * row is younger or the driver is empty.
 */
final class RetentionGuard {
    /** What is done about such history. */
    enum Rule {
        /** The request is refused. */
        REFUSE,
        /** These partitions are left as they are, and a warning names them. */
        LEAVE
    }

    private final Landscape landscape;
    private final Workload workload;

    RetentionGuard(Landscape landscape, Workload workload) {
        this.landscape = landscape;
        this.workload = workload;
    }

    /** The recorded partitions in a window that hold rows and that a rewrite would leave empty. */
    IntervalSet erased(Address model, Interval window) {
        List<ReferenceRelation> drivers = landscape.drivers(model);
        if (drivers.isEmpty()) {
            return IntervalSet.none();
        }
        return IntervalSet.of(landscape.state(model).map(state -> state.nonEmptyIn(window)).orElse(List.of()).stream()
                .map(PartitionState::range)
                .filter(range -> drivers.stream().allMatch(driver -> isGone(driver, range)))
                .toList());
    }

    private boolean isGone(ReferenceRelation driver, Interval partition) {
        Optional<Long> oldest = oldest(driver.reference().target(), new TreeSet<>());
        return oldest.map(start ->
                        driver.attribution().orElseThrow().image(partition).end() <= start)
                .orElse(false);
    }

    /**
     * Before which partition of a model its inputs hold nothing any more, so that its rows there cannot be computed again:
     * {@link Interval#POSITIVE_INFINITY} where the inputs hold nothing at all, {@link Interval#NEGATIVE_INFINITY} where
     * nobody could look.
     */
    long lostBefore(Address model) {
        return given(model, new TreeSet<>()).orElse(Interval.NEGATIVE_INFINITY);
    }

    /**
     * The start of the oldest granule that holds rows or, of a model, for which its inputs hold some: what a model no longer
     * gives has changed, and is only lost where its inputs are. {@link Interval#POSITIVE_INFINITY} where there is none; empty
     * where nobody could look.
     *
     * @param below the models that are asked about on behalf of what reads them
     */
    private Optional<Long> oldest(Address address, TreeSet<Address> below) {
        if (!below.add(address)) {
            return Optional.empty();
        }
        Optional<Long> held = held(address);
        Optional<Long> given = isComputed(address) ? given(address, below) : Optional.of(Interval.POSITIVE_INFINITY);
        below.remove(address);
        return held.flatMap(start -> given.map(other -> Math.min(start, other)));
    }

    /** The oldest granule of what is there; of a model that is built by partitions, only of those that the plan leaves. */
    private Optional<Long> held(Address address) {
        if (!landscape.isIncremental(address)) {
            return landscape
                    .granules(address)
                    .map(Granules::first)
                    .map(first -> first.orElse(Interval.POSITIVE_INFINITY));
        }
        return Optional.of(landscape.partitions(address).stream()
                .filter(partition -> partition.rows() > 0)
                .map(PartitionState::range)
                .filter(range -> !isRewritten(address, range))
                .map(Interval::start)
                .min(Long::compare)
                .orElse(Interval.POSITIVE_INFINITY));
    }

    private Optional<Long> given(Address model, TreeSet<Address> below) {
        long start = Interval.POSITIVE_INFINITY;
        for (ReferenceRelation driver : landscape.drivers(model)) {
            Optional<Long> oldest = oldest(driver.reference().target(), below);
            if (oldest.isEmpty()) {
                return Optional.empty();
            }
            if (oldest.get() != Interval.POSITIVE_INFINITY) {
                Interval granule =
                        landscape.granularity(driver.reference().target()).granule(oldest.get());
                start = Math.min(
                        start,
                        driver.attribution().orElseThrow().inverse(granule).start());
            }
        }
        return Optional.of(start);
    }

    /** Whether its rows will be what its inputs give now. */
    private boolean isComputed(Address address) {
        return landscape.isModel(address) && (!landscape.isIncremental(address) || rewritesAnything(address));
    }

    private boolean isRewritten(Address model, Interval range) {
        return workload.works().get(model) instanceof Work.Whole
                || workload.rewrites(model).overlaps(range);
    }

    private boolean rewritesAnything(Address model) {
        return workload.works().get(model) instanceof Work.Whole
                || !workload.rewrites(model).isEmpty();
    }
}
