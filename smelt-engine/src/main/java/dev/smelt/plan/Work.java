package dev.smelt.plan;

import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What is to be done to one model, before it becomes statements. */
sealed interface Work {
    String reason();

    /**
     * Partitions of an incremental model are written; none where only its table or its shape is seen to.
     *
     * @param pieces the chunks into which the windows are cut, in order; none where they are yet to be cut
     * @param inPlace the part of the windows in which rows stay and columns get other values
     */
    record Rewrite(IntervalSet windows, String reason, List<Interval> pieces, InPlace inPlace) implements Work {
        public Rewrite {
            pieces = List.copyOf(pieces);
        }

        /** Windows that are cut already. */
        public Rewrite(IntervalSet windows, String reason, List<Interval> pieces) {
            this(windows, reason, pieces, InPlace.NOTHING);
        }

        /** Windows that are yet to be cut into chunks. */
        public Rewrite(IntervalSet windows, String reason) {
            this(windows, reason, List.of());
        }

        Rewrite with(InPlace part) {
            return new Rewrite(windows, reason, pieces, part);
        }

        /** The same without some of its windows; chunks that are cut already lose their part of them. */
        Rewrite without(IntervalSet left) {
            List<Interval> cut = pieces.stream()
                    .flatMap(piece -> IntervalSet.of(piece).minus(left).intervals().stream())
                    .toList();
            return new Rewrite(
                    windows.minus(left),
                    reason,
                    cut,
                    new InPlace(inPlace.windows().minus(left), inPlace.values()));
        }

        /** The windows whose rows are computed anew from what the model reads. */
        IntervalSet recomputed() {
            return windows.minus(inPlace.windows());
        }
    }

    /**
     * Partitions whose rows stay.
     *
     * @param values by column, in lower case, the new value as SQL over the columns of the row
     */
    record InPlace(IntervalSet windows, SortedMap<String, String> values) {
        static final InPlace NOTHING = new InPlace(IntervalSet.none(), new TreeMap<>());

        public InPlace {
            values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
        }
    }

    /** The whole table is built aside and swapped in. */
    record Whole(String reason) implements Work {}

    /** A view is made or replaced where it is missing or no longer what its model says. */
    record View(String reason) implements Work {}

    /** The same, and where the view is as it should be its statement is shown. */
    record Shown(String reason) implements Work {}
}
