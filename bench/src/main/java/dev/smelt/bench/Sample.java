package dev.smelt.bench;

import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** What the rounds of one measurement gave, in one unit. */
record Sample(List<Double> values) {
    Sample {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("a sample needs a value");
        }
        values = List.copyOf(values);
    }

    double median() {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** How many times the other's median this one's is. */
    double times(Sample other) {
        return median() / other.median();
    }

    /** {@code 2.04 (1.86 to 2.57)}. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "%.2f (%.2f to %.2f)", median(), Collections.min(values), Collections.max(values));
    }
}
