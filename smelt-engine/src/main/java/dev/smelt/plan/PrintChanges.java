package dev.smelt.plan;

import dev.smelt.model.PartitionPrint;
import dev.smelt.time.Interval;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which partitions of a table changed between two looks at it.
 *
 * <p>Partitions that are gone and were older than all that is left were purged, not corrected: what was built from them
 * is kept, as the retention guard keeps it.
 */
public final class PrintChanges {
    private PrintChanges() {}

    /**
     * The ranges whose rows are not the same; {@link Interval#ALL} among them for rows in no granule.
     *
     * @param lostBefore where partitions may have been purged: those that end there or before
     */
    public static List<Interval> between(List<PartitionPrint> before, List<PartitionPrint> now, long lostBefore) {
        Map<Interval, PartitionPrint> last = byRange(before);
        Map<Interval, PartitionPrint> current = byRange(now);
        List<Interval> changed = new ArrayList<>();
        current.forEach((range, print) -> {
            if (!print.equals(last.get(range))) {
                changed.add(range);
            }
        });
        last.keySet().stream()
                .filter(range -> !current.containsKey(range))
                .filter(range -> !(range.end() <= lostBefore && isPurged(range, now)))
                .forEach(changed::add);
        return changed;
    }

    private static boolean isPurged(Interval gone, List<PartitionPrint> now) {
        return !gone.equals(Interval.ALL)
                && now.stream()
                        .map(PartitionPrint::range)
                        .filter(range -> !range.equals(Interval.ALL))
                        .allMatch(range -> gone.end() <= range.start());
    }

    private static Map<Interval, PartitionPrint> byRange(List<PartitionPrint> prints) {
        Map<Interval, PartitionPrint> byRange = new HashMap<>();
        prints.forEach(print -> byRange.put(print.range(), print));
        return byRange;
    }
}
