package dev.smelt.verify;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Address;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import java.util.List;
import java.util.Optional;

/** What verifying one model gave. */
public sealed interface ModelVerdict {
    Address model();

    /**
     * It was built in full, and every other way was compared with that.
     *
     * @param window the output partitions compared
     * @param partitions how many of them hold a row of the full build
     * @param rows how many rows the full build has in them
     * @param trials what was compared with the full build, in the order it was done
     * @param untied rows that are not where the windows take them to be, one per assumption that is false
     * @param blame why something differs; empty where nothing does
     */
    record Checked(
            Address model,
            Granularity granularity,
            Interval window,
            long partitions,
            long rows,
            List<Trial> trials,
            List<Untied> untied,
            Optional<Blame> blame)
            implements ModelVerdict {
        public Checked {
            trials = List.copyOf(trials);
            untied = List.copyOf(untied);
        }

        /** Whether everything is equal, and what the windows take as true about clocks is true. */
        public boolean holds() {
            return untied.isEmpty() && trials.stream().allMatch(Trial::isEqual);
        }
    }

    /**
     * It could not be compared.
     *
     * @param why a warning
     */
    record NotChecked(Address model, Diagnostic why) implements ModelVerdict {}

    /**
     * Something that was compared with the full build.
     *
     * @param what what it is
     * @param granules partitions per chunk; 0 for the table as it stands
     * @param chunks how many chunks made it; 0 for the table as it stands
     * @param partitions how many partitions were compared
     * @param difference what differs; empty where nothing does
     * @param lastDigits whether floating-point values are equal only up to their last digits
     */
    record Trial(
            How what, long granules, int chunks, long partitions, Optional<Difference> difference, boolean lastDigits) {
        public boolean isEqual() {
            return difference.isEmpty();
        }
    }

    /** What a trial compares with a full build. */
    enum How {
        /** The model built by chunks. */
        CHUNKS,
        /** The model's table, in the partitions that the ledger takes for true. */
        TABLE
    }

    /**
     * A row whose time does not lie in its own partition although the windows take it to.
     *
     * @param assumption what is taken as true
     * @param found the row's time and partition, as the warehouse prints them
     */
    record Untied(Suspect assumption, String found) {}
}
