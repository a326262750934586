package dev.smelt.plan;

import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.List;

/** What is to be done to one model, before it becomes statements. */
sealed interface Work {
    String reason();

    /**
     * Partitions of an incremental model are written; none where only its table or its shape is seen to.
     *
     * @param pieces the chunks into which the windows are cut, in order; none where they are yet to be cut
     */
    record Rewrite(IntervalSet windows, String reason, List<Interval> pieces) implements Work {
        public Rewrite {
            pieces = List.copyOf(pieces);
        }

        /** Windows that are yet to be cut into chunks. */
        public Rewrite(IntervalSet windows, String reason) {
            this(windows, reason, List.of());
        }
    }

    /** The whole table is built aside and swapped in. */
    record Whole(String reason) implements Work {}

    /** A view is made or replaced where it is missing or no longer what its model says. */
    record View(String reason) implements Work {}

    /** The same, and where the view is as it should be its statement is shown. */
    record Shown(String reason) implements Work {}
}
