package dev.smelt.model;

import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which granules of a clocked relation hold rows.
 *
 * @param granularity of the keys
 * @param rows rows by granule start, in order
 * @param nullRows rows whose clock is NULL
 * @param infiniteRows rows whose clock is an infinity
 */
public record Granules(Granularity granularity, SortedMap<Long, Long> rows, long nullRows, long infiniteRows) {
    public Granules {
        rows = Collections.unmodifiableSortedMap(new TreeMap<>(rows));
    }

    public static Granules none(Granularity granularity) {
        return new Granules(granularity, new TreeMap<>(), 0, 0);
    }

    public IntervalSet intervals() {
        return IntervalSet.of(rows.keySet().stream()
                .map(start -> new Interval(start, granularity.next(start)))
                .toList());
    }

    public Optional<Long> first() {
        return rows.isEmpty() ? Optional.empty() : Optional.of(rows.firstKey());
    }

    /** The end of the last granule that holds a row. */
    public Optional<Long> end() {
        return rows.isEmpty() ? Optional.empty() : Optional.of(granularity.next(rows.lastKey()));
    }
}
