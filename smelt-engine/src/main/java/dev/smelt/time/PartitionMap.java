package dev.smelt.time;

import java.util.List;

/**
 * How the partitions of a model relate to the partitions of one thing it reads: for an output granule P, the input
 * granules that P depends on, as a hull of monotone bounds.
 *
 * <p>The inverse is found by search on these same maps, so forward and backward can never disagree.
 *
 * @param reaches the bounds whose hull counts; at least one
 * @param output the granularity of the model
 * @param outputStep the distance between neighbouring values of the partition column: one microsecond for a timestamp,
 *     one day for a date, 1 for an integer; values are its multiples, so that of the hours of a day only the first can
 *     hold a date
 * @param input the granularity of what is read
 */
public record PartitionMap(List<Reach> reaches, Granularity output, long outputStep, Granularity input) {
    /**
     * Inclusive bounds for input values, as maps of an output value.
     *
     * @param lower the least input value; {@link Side#unbounded()} where none is proven
     * @param upper the greatest input value
     */
    public record Reach(Side lower, Side upper) {
        public static final Reach IDENTITY = new Reach(Side.of(TimeMap.IDENTITY), Side.of(TimeMap.IDENTITY));
        public static final Reach ALL = new Reach(Side.unbounded(), Side.unbounded());
    }

    /** One side of a reach: a map, or no bound at all. */
    public record Side(boolean bounded, TimeMap map) {
        public static Side of(TimeMap map) {
            return new Side(true, map);
        }

        public static Side unbounded() {
            return new Side(false, TimeMap.IDENTITY);
        }
    }

    /** Granules looked at on each side before a search says "never": over ten thousand years of days. */
    private static final long FARTHEST = 1L << 22;

    public PartitionMap {
        reaches = List.copyOf(reaches);
        if (reaches.isEmpty()) {
            throw new IllegalArgumentException("A partition map needs at least one reach.");
        }
    }

    public boolean boundedBelow() {
        return reaches.stream().allMatch(reach -> reach.lower().bounded());
    }

    public boolean boundedAbove() {
        return reaches.stream().allMatch(reach -> reach.upper().bounded());
    }

    public boolean isBounded() {
        return boundedBelow() && boundedAbove();
    }

    /** The input granules, rounded outward, that the output granules of this window depend on. */
    public Interval image(Interval outputWindow) {
        if (outputWindow.isEmpty()) {
            return Interval.EMPTY;
        }
        long start = lowest(outputWindow);
        long end = highest(outputWindow);
        return start < end ? new Interval(start, end) : Interval.EMPTY;
    }

    /** Where the image begins: monotone, also where the image is empty because no value of the window can occur. */
    private long lowest(Interval outputWindow) {
        long first = output.outward(outputWindow).firstMultiple(outputStep);
        return reaches.stream()
                .mapToLong(reach -> reach.lower().bounded()
                        ? input.floor(reach.lower().map().apply(first))
                        : Interval.NEGATIVE_INFINITY)
                .min()
                .orElseThrow();
    }

    /** Where the image ends, likewise. */
    private long highest(Interval outputWindow) {
        long last = output.outward(outputWindow).lastMultiple(outputStep);
        return reaches.stream()
                .mapToLong(reach -> reach.upper().bounded()
                        ? input.next(reach.upper().map().apply(last))
                        : Interval.POSITIVE_INFINITY)
                .max()
                .orElseThrow();
    }

    /**
     * The output granules whose image touches the input window: all {@code P} with {@code image(P)} overlapping it.
     * Unbounded on a side where the map is unbounded on the other.
     */
    public Interval inverse(Interval inputWindow) {
        if (inputWindow.isEmpty()) {
            return Interval.EMPTY;
        }
        Interval landed = input.outward(inputWindow);
        // image(P) overlaps landed  <=>  image(P).end > landed.start  and  image(P).start < landed.end
        long first = landed.start() == Interval.NEGATIVE_INFINITY || !boundedAbove()
                ? Interval.NEGATIVE_INFINITY
                : firstGranule(landed.start(), granule -> highest(granule) > landed.start());
        long end = landed.end() == Interval.POSITIVE_INFINITY || !boundedBelow()
                ? Interval.POSITIVE_INFINITY
                : firstGranule(landed.end(), granule -> lowest(granule) >= landed.end());
        return first < end ? new Interval(first, end) : Interval.EMPTY;
    }

    private interface GranuleTest {
        boolean holds(Interval granule);
    }

    /** The start of the first output granule for which a test holds that stays true once it holds. */
    private long firstGranule(long near, GranuleTest test) {
        long guess = output.floor(near);
        long step = 1;
        long high = guess;
        while (!test.holds(output.granule(high))) {
            if (step > FARTHEST) {
                return Interval.POSITIVE_INFINITY;
            }
            high = output.plus(guess, step);
            step *= 2;
        }
        step = 1;
        long low = output.plus(high, -1);
        while (test.holds(output.granule(low))) {
            if (step > FARTHEST) {
                return Interval.NEGATIVE_INFINITY;
            }
            high = low;
            low = output.plus(low, -step);
            step *= 2;
        }
        // low fails, high holds: halve the distance in granules
        while (true) {
            long distance = output.count(new Interval(low, high));
            if (distance <= 1) {
                return high;
            }
            long middle = output.plus(low, distance / 2);
            if (test.holds(output.granule(middle))) {
                high = middle;
            } else {
                low = middle;
            }
        }
    }
}
