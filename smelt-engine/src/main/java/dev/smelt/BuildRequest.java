package dev.smelt;

import dev.smelt.plan.PlanRequest;
import java.util.List;

/**
 * What is to be built: which models, which part of them, and what is permitted on the way. A dry run and a run take the
 * same request.
 *
 * @param selectors the models meant
 * @param ask the part of them
 * @param options what is permitted
 */
public record BuildRequest(Selectors selectors, Ask ask, PlanRequest.Options options) {

    /** Which part of the models is asked for; ends of windows as the user writes them, the second exclusive. */
    public sealed interface Ask permits Backbuild, Window, Auto, SinceUpstream, Resume {}

    /** Exactly these output partitions, and what they need upstream. */
    public record Backbuild(String start, String end) implements Ask {}

    /** What a window that landed in every clocked source changes. */
    public record Window(String start, String end) implements Ask {}

    /**
     * What is missing, open or stale by the ledger.
     *
     * @param fullRefresh whether the selected models are rebuilt whole instead
     */
    public record Auto(boolean fullRefresh) implements Ask {}

    /** What the last run left out, because it failed, was stopped or was killed. */
    public record Resume() implements Ask {}

    /**
     * What the windows that landed can have made stale.
     *
     * @param landed as announced; none where what landed is to be found by comparing the sources with the ledger
     */
    public record SinceUpstream(List<PlanRequest.Landed> landed) implements Ask {
        public SinceUpstream {
            landed = List.copyOf(landed);
        }
    }
}
