package dev.smelt.report;

import dev.smelt.plan.DirtySet;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;

/** A dirty set as a run since upstream changes prints it. */
public final class DirtySetText {
    private DirtySetText() {}

    /** One line per edge and per run, each ended by a line feed. */
    public static String of(DirtySet dirty) {
        StringBuilder out = new StringBuilder("Dirty set (--since-upstream):\n");
        for (DirtySet.Edge edge : dirty.edges()) {
            out.append("  ")
                    .append(edge.downstream())
                    .append(" <- ")
                    .append(edge.upstream())
                    .append(": ")
                    .append(window(edge.window(), edge.granularity()))
                    .append('\n');
        }
        for (DirtySet.Run run : dirty.runs()) {
            out.append("  RUN ")
                    .append(run.model())
                    .append(": ")
                    .append(window(run.window(), run.granularity()))
                    .append('\n');
        }
        return out.toString();
    }

    private static String window(Interval window, Granularity granularity) {
        return window.equals(Interval.ALL) ? "all" : granularity.format(window);
    }
}
