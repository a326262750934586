package dev.smelt.warehouse.duckdb;

import dev.smelt.time.Granularity;

/** How the ledger writes a granularity: {@code day}, {@code week from sunday}, {@code integer}. */
final class GranularityText {
    private GranularityText() {}

    static String of(Granularity granularity) {
        return granularity.toString();
    }

    /** @throws IllegalArgumentException where the text is none that {@link #of} writes */
    static Granularity parse(String text) {
        return Granularity.read(text)
                .orElseThrow(() -> new IllegalArgumentException("The ledger holds an unknown granularity: " + text));
    }
}
