package dev.smelt.plan;

import dev.smelt.model.Address;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import dev.smelt.time.PartitionMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How windows are cut into chunks: long enough that reading the margins again costs little, short enough that a chunk
 * fits into memory.
 */
final class Chunking {
    private static final long SHORTEST = 7;
    private static final long LONGEST = 90;
    /** Granules looked at per window: more than a century of days; reaches repeat long before. */
    private static final int SAMPLED = 40_000;

    private Chunking() {}

    /** The windows in order, each cut from its start, the last piece of each short where it must be. */
    static List<Interval> chunks(IntervalSet windows, Granularity granularity, long granules) {
        List<Interval> chunks = new ArrayList<>();
        for (Interval window : windows.intervals()) {
            if (!window.isBounded()) {
                throw new IllegalArgumentException("A window without an end cannot be cut: " + window);
            }
            long from = window.start();
            while (from < window.end()) {
                long to = Math.min(granularity.plus(from, granules), window.end());
                chunks.add(new Interval(from, to));
                from = to;
            }
        }
        return chunks;
    }

    /** How many granules a chunk of the model holds. */
    static long granules(Landscape landscape, Address model, IntervalSet windows, Optional<Integer> asked) {
        if (landscape.isOrdered(model)) {
            return 1;
        }
        if (asked.isPresent()) {
            return asked.get();
        }
        List<PartitionMap> reads = landscape.relations(model).orElse(List.of()).stream()
                .map(ReferenceRelation::read)
                .flatMap(Optional::stream)
                .toList();
        return granules(reads, landscape.granularity(model), windows);
    }

    /** {@code clamp(3n, 7, 90)} days in whole granules, n the widest margin of a read in the windows; 90 without any. */
    static long granules(List<PartitionMap> reads, Granularity granularity, IntervalSet windows) {
        long unit = granularity.isTime() ? Granularity.MICROS_PER_DAY : 1;
        long widest = 0;
        long shortestGranule = Long.MAX_VALUE;
        for (Interval window : windows.intervals()) {
            long at = window.start();
            for (int i = 0; i < SAMPLED && at < window.end(); i++) {
                Interval granule = granularity.granule(at);
                shortestGranule = Math.min(shortestGranule, length(granule));
                for (PartitionMap read : reads) {
                    widest = Math.max(widest, margin(read, granule, LONGEST * unit));
                }
                at = granule.end();
            }
        }
        long size = widest == 0 ? LONGEST * unit : Math.min(Math.max(3 * widest, SHORTEST * unit), LONGEST * unit);
        return Math.max(1, -Math.floorDiv(-size, shortestGranule));
    }

    private static long margin(PartitionMap read, Interval granule, long most) {
        Interval image = read.image(granule);
        if (!image.isBounded()) {
            return most;
        }
        return Math.min(most, length(image) - length(granule));
    }

    private static long length(Interval interval) {
        return interval.end() - interval.start();
    }
}
