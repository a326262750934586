package dev.smelt.warehouse.duckdb;

import dev.smelt.time.Granularity;
import java.time.DayOfWeek;
import java.util.Arrays;

/** How the ledger writes a granularity: {@code day}, {@code week from sunday}, {@code integer}. */
final class GranularityText {
    private static final String FROM = "week from ";

    private GranularityText() {}

    static String of(Granularity granularity) {
        return granularity.toString();
    }

    /** @throws IllegalArgumentException where the text is none that {@link #of} writes */
    static Granularity parse(String text) {
        if (text.equals(Granularity.INTEGER.toString())) {
            return Granularity.INTEGER;
        }
        if (text.startsWith(FROM)) {
            return Arrays.stream(DayOfWeek.values())
                    .map(Granularity::week)
                    .filter(week -> week.toString().equals(text))
                    .findFirst()
                    .orElseThrow(() -> unknown(text));
        }
        return Granularity.named(text).orElseThrow(() -> unknown(text));
    }

    private static IllegalArgumentException unknown(String text) {
        return new IllegalArgumentException("The ledger holds an unknown granularity: " + text);
    }
}
