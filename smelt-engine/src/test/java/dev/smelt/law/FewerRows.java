package dev.smelt.law;

import dev.smelt.law.Feed.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Takes rows out of feeds while what is left still fails: many at once first, then fewer, then one by one. */
final class FewerRows {
    private FewerRows() {}

    /** @param most how many rows are taken out at once at first */
    static Map<Feed, List<Row>> of(Map<Feed, List<Row>> found, int most, Predicate<Map<Feed, List<Row>>> fails) {
        Map<Feed, List<Row>> best = found;
        for (Feed feed : found.keySet()) {
            for (int size = most; size >= 1; size /= 2) {
                for (int at = 0; at < best.get(feed).size(); ) {
                    List<Row> rows = new ArrayList<>(best.get(feed));
                    rows.subList(at, Math.min(rows.size(), at + size)).clear();
                    Map<Feed, List<Row>> smaller = new LinkedHashMap<>(best);
                    smaller.put(feed, rows);
                    if (fails.test(smaller)) {
                        best = smaller;
                    } else {
                        at += size;
                    }
                }
            }
        }
        return best;
    }
}
