package dev.smelt.plan;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;

/** Reads the windows that users write. */
public final class Alignment {
    private Alignment() {}

    /**
     * A window as written, not yet rounded.
     *
     * @param of what the window speaks of, for messages
     * @throws SmeltException where an end cannot be read or the window ends before it starts
     */
    public static Interval window(String start, String end, Granularity granularity, String of) {
        long from = value(start, granularity, of);
        long to = value(end, granularity, of);
        if (from > to) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-P002",
                    "The window of " + of + " starts at " + start + ", after its end " + end + ".",
                    "Give a start before the end; the end itself is not part of the window."));
        }
        return new Interval(from, to);
    }

    /**
     * A window of whole partitions.
     *
     * @throws SmeltException where it cuts a partition, naming the window that does not
     */
    static Interval partitions(String start, String end, Granularity granularity, String of) {
        Interval window = window(start, end, granularity, of);
        if (!granularity.isAligned(window)) {
            Interval whole = granularity.outward(window.isEmpty() ? granularity.granule(window.start()) : window);
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-P003",
                    "[" + start + ", " + end + ") cuts partitions of " + of + ": one partition is a whole "
                            + granularity + ", and rewriting a part of it would lose the rest.",
                    "Use the whole partitions " + granularity.format(whole) + ": -Dsmelt.start="
                            + argument(granularity, whole.start()) + " -Dsmelt.end="
                            + argument(granularity, whole.end()) + "."));
        }
        return window;
    }

    /** A value as the goals' parameters take it, without blanks. */
    static String argument(Granularity granularity, long value) {
        return granularity.format(value).replace(' ', 'T');
    }

    private static long value(String text, Granularity granularity, String of) {
        return granularity
                .parse(text)
                .orElseThrow(() -> SmeltException.project(Diagnostic.error(
                        "SMELT-P001",
                        "'" + text + "' is no " + (granularity.isTime() ? "date or time" : "number")
                                + ", so no window of " + of + " begins or ends there.",
                        granularity.isTime()
                                ? "Write a date such as 2026-05-01, or a time such as 2026-05-01T05:00."
                                : "Write a whole number: the partitions of " + of + " are numbered.")));
    }
}
