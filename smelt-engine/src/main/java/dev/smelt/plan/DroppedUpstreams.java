package dev.smelt.plan;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.ledger.PartitionState;
import dev.smelt.model.Address;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Refuses a selection that leaves out a stale model which a selected one reads: the partitions built from it would be
 * recorded as true, and are not. History that only other logic made stale is left to be read: whether it is built again is
 * the user's choice.
 */
final class DroppedUpstreams {
    private final Landscape landscape;
    private final DirtyPropagation propagation;
    private final Set<Address> landed;
    private final DirtyPropagation.Spread spread;

    /**
     * @param landed the sources and models that changed outside the plan
     * @param spread what that dirties
     */
    DroppedUpstreams(Landscape landscape, Set<Address> landed, DirtyPropagation.Spread spread) {
        this.landscape = landscape;
        this.propagation = new DirtyPropagation(landscape);
        this.landed = landed;
        this.spread = spread;
    }

    /**
     * Lets a selection pass that leaves out nothing stale.
     *
     * @throws SmeltException of kind PROJECT where a model of {@code works} would be built from stale partitions of one
     *     that is not selected
     */
    void refuse(Set<Address> selected, SortedMap<Address, Work> works) {
        SortedMap<Address, IntervalSet> stale = new TreeMap<>();
        SortedMap<Address, SortedSet<Address>> tables = new TreeMap<>();
        List<Diagnostic> refusals = new ArrayList<>();
        for (Address model : landscape.order()) {
            SortedMap<Address, IntervalSet> incoming = propagation.incoming(model, stale);
            if (landscape.isView(model)) {
                // A view holds nothing of its own: what it shows is stale where what it reads is.
                IntervalSet shown = DirtyPropagation.union(incoming);
                if (!shown.isEmpty()) {
                    stale.put(model, shown);
                    tables.put(model, behind(incoming.keySet(), tables));
                }
            } else if (!selected.contains(model)) {
                IntervalSet own = stale(model);
                if (!own.isEmpty()) {
                    stale.put(model, own);
                }
            } else if (works.containsKey(model)) {
                incoming.values().removeIf(windows -> !isMeant(model, works.get(model), windows));
                if (!incoming.isEmpty()) {
                    refusals.add(refusal(model, behind(incoming.keySet(), tables), stale));
                }
            }
        }
        if (!refusals.isEmpty()) {
            throw SmeltException.project(refusals);
        }
    }

    private IntervalSet stale(Address model) {
        IntervalSet dirty = spread.dirty(model).intersection(landscape.built(model));
        if (landed.contains(model)) {
            // Whoever says that data landed in it says that it is as it should be.
            return dirty;
        }
        return dirty.union(IntervalSet.of(landscape.partitions(model).stream()
                .filter(partition -> partition
                        .stale()
                        .filter(reason -> !LogicChange.isOnly(reason))
                        .isPresent())
                .map(PartitionState::range)
                .toList()));
    }

    /** Whether some of the windows are written, or would be if what they read were. */
    private boolean isMeant(Address model, Work work, IntervalSet windows) {
        if (work instanceof Work.Rewrite rewrite) {
            IntervalSet dirty = spread.dirty(model).intersection(landscape.built(model));
            return !rewrite.windows().union(dirty).intersection(windows).isEmpty();
        }
        return work instanceof Work.Whole;
    }

    private static SortedSet<Address> behind(Set<Address> upstreams, Map<Address, SortedSet<Address>> tables) {
        SortedSet<Address> behind = new TreeSet<>();
        upstreams.forEach(each -> behind.addAll(tables.getOrDefault(each, new TreeSet<>(Set.of(each)))));
        return behind;
    }

    private Diagnostic refusal(Address model, SortedSet<Address> upstreams, Map<Address, IntervalSet> stale) {
        String what = upstreams.stream()
                .map(each -> each + text(stale.get(each), each))
                .collect(Collectors.joining(", "));
        boolean one = upstreams.size() == 1;
        return Diagnostic.error(
                "SMELT-P033",
                landscape.model(model).place(),
                model + " reads " + what + ", which " + (one ? "is" : "are")
                        + " stale and not selected, so it would be built from old rows.",
                "Select " + (one ? "it" : "them") + " too, as -Dsmelt.select=+" + model + " does.");
    }

    private String text(IntervalSet windows, Address model) {
        boolean whole = windows.equals(IntervalSet.of(Interval.ALL));
        return whole ? "" : " " + StaleMarks.text(windows, landscape.granularity(model));
    }
}
