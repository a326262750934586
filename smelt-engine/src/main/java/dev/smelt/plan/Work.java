package dev.smelt.plan;

import dev.smelt.time.IntervalSet;

/** What is to be done to one model, before it becomes statements. */
sealed interface Work {
    String reason();

    /** Partitions of an incremental model are written; none where only its table or its shape is seen to. */
    record Rewrite(IntervalSet windows, String reason) implements Work {}

    /** The whole table is built aside and swapped in. */
    record Whole(String reason) implements Work {}

    /** A view is made or replaced where it is missing or no longer what its model says. */
    record View(String reason) implements Work {}

    /** The same, and where the view is as it should be its statement is shown. */
    record Shown(String reason) implements Work {}
}
