package dev.smelt.relation;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.SafetyOverride;
import dev.smelt.relation.Block.Instance;
import dev.smelt.relation.Block.Presence;
import dev.smelt.relation.ChainReach.Anchor;
import dev.smelt.relation.ReferenceRelation.Bound;
import dev.smelt.relation.ReferenceRelation.BoundEvidence;
import dev.smelt.sql.ExpandedSql.Expansion;
import dev.smelt.time.PartitionMap.Reach;
import dev.smelt.time.PartitionMap.Side;
import dev.smelt.time.TimeMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Attribution and context of one leaf: which of its rows can change the rows of one partition, and which further rows the
 * windows over those look at.
 */
final class LeafRelation {
    private final Reading reading;
    private final Anchor anchor;
    private final Block leaf;
    private final Instance instance;
    private final List<Reach> attribution = new ArrayList<>();
    private final List<Reach> context = new ArrayList<>();
    private final List<Proof> proofs = new ArrayList<>();
    private final Set<ClockAssumption> assumptions = new LinkedHashSet<>();
    private final Set<WindowUse> signed = new LinkedHashSet<>();
    private final Set<Reliance> reliances = new LinkedHashSet<>();
    private final List<Diagnostic> unending = new ArrayList<>();
    private boolean openBehind;

    private LeafRelation(Reading reading, Anchor anchor, Block leaf) {
        this.reading = reading;
        this.anchor = anchor;
        this.leaf = leaf;
        this.instance = leaf.instance().orElseThrow();
    }

    /** The relation of a leaf that has a clock; what cannot be bounded is refused in the reading. */
    static LeafRelation of(Reading reading, Anchor anchor, Block leaf) {
        LeafRelation relation = new LeafRelation(reading, anchor, leaf);
        relation.attribute();
        relation.look();
        return relation;
    }

    private void attribute() {
        ChainReach own = ChainReach.of(anchor, leaf, WindowChain.NONE, false);
        attribution.add(own.reach());
        assumptions.addAll(own.assumptions());
        prove(own, Bound.ATTRIBUTION_LOWER, Bound.ATTRIBUTION_UPPER);
        boolean mayStayOpen = isOptional() && signs(SafetyOverride.ALLOW_SUBQUERIES);
        if (!own.isBounded() && !mayStayOpen) {
            reading.refuse(Refusals.unbounded(reading, anchor, leaf, own));
        }
    }

    /** Hulls in the rows that windows look at; a window that nothing bounds must have been signed away. */
    private void look() {
        for (Block block : leaf.pathFrom(anchor.root())) {
            for (WindowUse window : block.windows()) {
                ChainReach alone = reach(new WindowChain(List.of(new WindowChain.Link(block, window))));
                if (!isAcceptable(window, alone)) {
                    signed.add(window);
                    sign(window);
                } else if (!alone.isBounded()) {
                    unending.add(Refusals.unending(reading, instance, window, alone));
                }
            }
        }
        boolean strict = reading.input().strictReach();
        rely(strict);
        for (WindowChain chain : WindowChain.above(leaf, anchor.root(), window -> !signed.contains(window), strict)) {
            if (chain.length() > 0) {
                ChainReach found = reach(chain);
                context.add(found.reach());
                assumptions.addAll(found.assumptions());
                openBehind |= found.lower().isEmpty();
                prove(found, Bound.CONTEXT_LOWER, Bound.CONTEXT_UPPER);
            }
        }
    }

    /** A function's word counts where the engine honours no frame of its, and where frames lie on one another. */
    private void rely(boolean strict) {
        Map<Integer, Block> lowest = new HashMap<>();
        for (Block block : leaf.pathFrom(anchor.root())) {
            for (WindowUse window : block.windows()) {
                if (signed.contains(window) || window.expansion().isEmpty()) {
                    continue;
                }
                Expansion call = window.expansion().get().outermost();
                boolean stacked = lowest.computeIfAbsent(call.id(), id -> block) != block;
                if (window.declared() || (stacked && !strict)) {
                    reliances.add(new Reliance.Contract(
                            call.function(), window.evidence().place()));
                }
            }
        }
    }

    private ChainReach reach(WindowChain chain) {
        ChainReach proven = ChainReach.of(anchor, leaf, chain, false);
        if (proven.isBounded()) {
            return proven;
        }
        ChainReach assumed = ChainReach.of(anchor, leaf, chain, true);
        boolean helps = (assumed.lower().isPresent() && proven.lower().isEmpty())
                || (assumed.upper().isPresent() && proven.upper().isEmpty());
        return helps ? assumed : proven;
    }

    /** How the clock of the rows here is tied to their other columns. */
    List<ClockTie> ties() {
        return Lateness.ties(leaf, anchor.root());
    }

    /** Bounded, or open on exactly the side that an honoured frame leaves open. */
    private static boolean isAcceptable(WindowUse window, ChainReach reach) {
        if (reach.isBounded()) {
            return true;
        }
        if (window.frame().isEmpty()) {
            return false;
        }
        boolean openBack =
                reach.lower().isPresent() || window.frame().get().back().isEmpty();
        boolean openAhead =
                reach.upper().isPresent() || window.frame().get().ahead().isEmpty();
        boolean oneSided = reach.lower().isPresent() || reach.upper().isPresent();
        return openBack && openAhead && oneSided;
    }

    private void sign(WindowUse window) {
        if (!signs(window.override())) {
            reading.refuse(Refusals.window(reading, anchor, instance, window));
            return;
        }
        reliances.add(new Reliance.Signed(
                window.override(), window.what(), window.evidence().place()));
        for (Lateness.Back back : Lateness.of(leaf, anchor.root(), reading.localTime())) {
            for (Reach reach : List.copyOf(attribution)) {
                if (reach.lower().bounded()) {
                    Side lower = Side.of(reach.lower().map().then(back.map()));
                    context.add(new Reach(lower, reach.upper()));
                    proofs.add(new Proof(Bound.CONTEXT_LOWER, lower.map(), back.evidence()));
                    back.evidence()
                            .forEach(clause -> reliances.add(new Reliance.Lateness(clause.clause(), clause.place())));
                }
            }
        }
    }

    private boolean signs(SafetyOverride override) {
        return reading.input().model().overrides().contains(override);
    }

    private boolean isOptional() {
        return leaf.pathFrom(anchor.root()).stream().anyMatch(block -> block.presence() == Presence.OPTIONAL);
    }

    private void prove(ChainReach found, Bound lower, Bound upper) {
        found.lower().ifPresent(bound -> proofs.add(new Proof(lower, bound.map(), ChainReach.clauses(bound))));
        found.upper().ifPresent(bound -> proofs.add(new Proof(upper, bound.map(), ChainReach.clauses(bound))));
    }

    /** A bound that was found, and the clauses that prove it. */
    private record Proof(Bound bound, TimeMap map, List<Evidence> clauses) {}

    Instance instance() {
        return instance;
    }

    List<Reach> attribution() {
        return attribution;
    }

    /** Attribution and context together. */
    List<Reach> read() {
        List<Reach> all = new ArrayList<>(attribution);
        all.addAll(context);
        return all.stream().distinct().toList();
    }

    /** The proof of the widest bound of each kind; context is told only where it goes beyond attribution. */
    List<BoundEvidence> evidence() {
        List<BoundEvidence> told = new ArrayList<>();
        String partition = reading.input().model().timeseries().orElseThrow().partitionColumn();
        for (Bound bound : Bound.values()) {
            widest(bound)
                    .filter(proof -> !isAttributed(proof))
                    .ifPresent(proof -> told.add(new BoundEvidence(
                            bound,
                            Formula.of(
                                    proof.map(), partition, anchor.partition().kind()),
                            proof.clauses())));
        }
        return told;
    }

    private Optional<Proof> widest(Bound bound) {
        Comparator<Proof> byReach = Comparator.comparingLong(proof -> offset(proof.map()));
        boolean lower = bound == Bound.ATTRIBUTION_LOWER || bound == Bound.CONTEXT_LOWER;
        return proofs.stream()
                .filter(proof -> proof.bound() == bound)
                .min((lower ? byReach : byReach.reversed())
                        .thenComparing(proof -> proof.clauses().size()));
    }

    private boolean isAttributed(Proof proof) {
        return switch (proof.bound()) {
            case ATTRIBUTION_LOWER, ATTRIBUTION_UPPER -> false;
            case CONTEXT_LOWER ->
                widest(Bound.ATTRIBUTION_LOWER)
                        .filter(own -> offset(own.map()) <= offset(proof.map()))
                        .isPresent();
            case CONTEXT_UPPER ->
                widest(Bound.ATTRIBUTION_UPPER)
                        .filter(own -> offset(own.map()) >= offset(proof.map()))
                        .isPresent();
        };
    }

    private long offset(TimeMap map) {
        long sample = SampleGranules.of(anchor.output()).get(0).start();
        return map.apply(sample) - sample;
    }

    Set<ClockAssumption> assumptions() {
        return assumptions;
    }

    /** The windows that only an override admits. */
    Set<WindowUse> signed() {
        return signed;
    }

    /** What the bounds rest on beside proof. */
    Set<Reliance> reliances() {
        return reliances;
    }

    /** Notices of windows that are accepted and read history without an end. */
    List<Diagnostic> unending() {
        return unending;
    }

    /** Whether a running window reads everything before a partition. */
    boolean openBehind() {
        return openBehind;
    }

    /** Whether every output row holds one of its rows. */
    boolean isAlwaysThere() {
        return leaf.pathFrom(anchor.root()).stream()
                .allMatch(block -> block.presence() == Presence.ALWAYS || block.presence() == Presence.ARM);
    }
}
