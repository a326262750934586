package dev.smelt.plan;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Address;
import dev.smelt.time.Interval;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the user asked for. Ends of windows are as written: the granularity of what they speak of reads them. */
public sealed interface PlanRequest {
    Options options();

    /** Rebuilds output partitions of the selected models and what they need upstream. */
    record Backbuild(Set<Address> selected, String start, String end, Options options) implements PlanRequest {}

    /** Brings the selected models up to date for a window that landed in every clocked source. */
    record RunWindow(Set<Address> selected, String start, String end, Options options) implements PlanRequest {}

    /** Fills what is missing and repairs what is stale, by the ledger. */
    record RunAuto(Set<Address> selected, boolean fullRefresh, Options options) implements PlanRequest {}

    /** Runs exactly what the landed windows can have made stale; without any, what was found to have landed. */
    record SinceUpstream(Set<Address> selected, List<Landed> landed, Options options) implements PlanRequest {}

    /**
     * Does what an earlier run left out, and nothing else.
     *
     * @param runId of that run
     * @param missing what it left out, by model
     * @param told what the user should know of that run
     */
    record Resume(String runId, SortedMap<Address, Missing> missing, Optional<Diagnostic> told, Options options)
            implements PlanRequest {
        public Resume {
            missing = Collections.unmodifiableSortedMap(new TreeMap<>(missing));
        }
    }

    /**
     * What a run left out of one model.
     *
     * @param whole whether the whole table was to be made
     * @param chunks the chunks of an incremental model that are missing, with their bounds
     */
    record Missing(boolean whole, List<Interval> chunks) {
        public Missing {
            chunks = List.copyOf(chunks);
        }
    }

    /** A window that landed in a source or model, on one of its clocks; both ends empty for {@code landed=all}. */
    record Landed(Address origin, String start, String end, Clock clock) {
        /** Which clock a window speaks of. */
        public enum Clock {
            /** The partition column: when it happened. */
            PARTITION,
            /** The arrival column: when it landed. */
            ARRIVAL
        }

        /** A window of partitions. */
        public Landed(Address origin, String start, String end) {
            this(origin, start, end, Clock.PARTITION);
        }
    }

    /** What is done about built partitions that a change of logic made stale. */
    enum OnLogicChange {
        /** They are marked stale, and stay as they are. */
        WARN,
        /** Nothing is run. */
        FAIL,
        /** They are built again. */
        BACKBUILD
    }

    /** How history that changed logic made stale is built again. */
    enum Repair {
        /** Its partitions are deleted and inserted. */
        REWRITE,
        /** Where the changed values follow from the stored rows, these are updated; else as above. */
        UPDATE
    }

    /**
     * What applies to every request.
     *
     * @param chunkSize partitions per chunk; empty for the derived size
     * @param rebuildFails {@code onRebuild=fail}: a needed rebuild is an error instead of being done
     * @param onLogicChange what is done about history that was built under other logic
     * @param repair how it is built again, where that is what is done
     */
    record Options(
            Optional<Integer> chunkSize,
            boolean allowColumnRemoval,
            boolean allowFullRefresh,
            boolean rebuildFails,
            OnLogicChange onLogicChange,
            Repair repair) {
        public static final Options DEFAULT = new Options(Optional.empty(), false, false, false);

        /** The same with a warning about changed logic. */
        public Options(
                Optional<Integer> chunkSize,
                boolean allowColumnRemoval,
                boolean allowFullRefresh,
                boolean rebuildFails) {
            this(chunkSize, allowColumnRemoval, allowFullRefresh, rebuildFails, OnLogicChange.WARN);
        }

        /** The same where what is built again is deleted and inserted. */
        public Options(
                Optional<Integer> chunkSize,
                boolean allowColumnRemoval,
                boolean allowFullRefresh,
                boolean rebuildFails,
                OnLogicChange onLogicChange) {
            this(chunkSize, allowColumnRemoval, allowFullRefresh, rebuildFails, onLogicChange, Repair.REWRITE);
        }
    }
}
