package dev.smelt.law;

import java.util.stream.LongStream;

/**
 * The seeds of a law test: one case each.
 *
 * @param from the first
 * @param to the one after the last
 */
record Seeds(long from, long to) {
    /** What {@code -Dsmelt.law.from} and {@code -Dsmelt.law.to} ask for; without them as many as a usual run takes. */
    static Seeds asked(int usual) {
        long from = Long.getLong("smelt.law.from", 1);
        return new Seeds(from, Long.getLong("smelt.law.to", from + usual));
    }

    LongStream stream() {
        return LongStream.range(from, to);
    }

    @Override
    public String toString() {
        return "seeds " + from + " to " + (to - 1);
    }
}
