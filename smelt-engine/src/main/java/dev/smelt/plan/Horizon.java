package dev.smelt.plan;

import dev.smelt.model.Address;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import dev.smelt.time.PartitionMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How far a model's inputs are known to be whole: the end of the last granule of its driver that has passed by the clock
 * and is loaded. A partition is complete once everything it reads lies before it.
 */
final class Horizon {
    private final Landscape landscape;
    private final ExpectedPartitions expected;
    private final Function<Address, IntervalSet> written;

    /** @param written the partitions of an incremental model that the plan writes */
    Horizon(Landscape landscape, ExpectedPartitions expected, Function<Address, IntervalSet> written) {
        this.landscape = landscape;
        this.expected = expected;
        this.written = written;
    }

    /** An axis value; {@link Interval#NEGATIVE_INFINITY} where nothing is loaded. */
    long of(Address model) {
        return landscape.drivers(model).stream()
                .map(driver -> driver.reference().target())
                .mapToLong(this::loaded)
                .min()
                .orElse(Interval.NEGATIVE_INFINITY);
    }

    /** The complete partitions of a window, by the model's horizon. */
    IntervalSet complete(Address model, Interval window, long horizon) {
        List<PartitionMap> reads = landscape.relations(model).orElse(List.of()).stream()
                .filter(relation -> !relation.self())
                .map(ReferenceRelation::read)
                .flatMap(Optional::stream)
                .toList();
        Granularity granularity = landscape.granularity(model);
        // reads move forward with the partition, so the complete ones are a beginning of the window
        long end = window.start();
        while (end < window.end()) {
            Interval granule = granularity.granule(end);
            if (reads.stream().anyMatch(read -> read.image(granule).end() > horizon)) {
                break;
            }
            end = granule.end();
        }
        return IntervalSet.of(new Interval(window.start(), Math.min(end, window.end())));
    }

    private long loaded(Address driver) {
        IntervalSet held = landscape.isIncremental(driver)
                ? landscape.built(driver).union(written.apply(driver))
                : expected.held(driver);
        if (held.isEmpty()) {
            return Interval.NEGATIVE_INFINITY;
        }
        Granularity granularity = landscape.granularity(driver);
        long end = held.hull().end();
        return granularity.isTime()
                ? Math.min(end, granularity.floor(landscape.world().asOf()))
                : end;
    }
}
