package dev.smelt.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Measures several things in turns, so that what disturbs the machine disturbs them all: one round to warm up, then those
 * that count.
 */
final class Rounds {
    private final int count;
    private final Map<String, Callable<Double>> measured = new LinkedHashMap<>();

    Rounds(int count) {
        this.count = count;
    }

    /** Adds something to measure. @param measurement does it once and gives its figure */
    Rounds with(String name, Callable<Double> measurement) {
        measured.put(name, measurement);
        return this;
    }

    /** The samples, in the order in which they were added. */
    Map<String, Sample> measure() throws Exception {
        Map<String, List<Double>> values = new LinkedHashMap<>();
        for (int round = 0; round <= count; round++) {
            for (Map.Entry<String, Callable<Double>> each : measured.entrySet()) {
                double value = each.getValue().call();
                if (round > 0) {
                    values.computeIfAbsent(each.getKey(), name -> new ArrayList<>())
                            .add(value);
                }
            }
        }
        Map<String, Sample> samples = new LinkedHashMap<>();
        values.forEach((name, all) -> samples.put(name, new Sample(all)));
        return samples;
    }

    /** Seconds that a task takes. */
    static Callable<Double> seconds(Callable<?> task) {
        return () -> {
            long start = System.nanoTime();
            task.call();
            return (System.nanoTime() - start) / 1e9;
        };
    }
}
