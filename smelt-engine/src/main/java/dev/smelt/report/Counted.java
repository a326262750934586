package dev.smelt.report;

/** A count and what it counts, in English. */
public final class Counted {
    private Counted() {}

    /** {@code 1 model}, {@code 2 models}; the noun's plural takes an s. */
    public static String of(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
