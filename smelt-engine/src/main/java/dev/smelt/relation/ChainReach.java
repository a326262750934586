package dev.smelt.relation;

import dev.smelt.relation.BoundSearch.Edge;
import dev.smelt.relation.BoundSearch.Node;
import dev.smelt.time.Granularity;
import dev.smelt.time.PartitionMap;
import dev.smelt.time.TimeMap.Envelope;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The bounds of one leaf's clock, in terms of P, for the rows at the end of one window chain.
 *
 * @param lower the bound, empty where none is proven
 */
record ChainReach(Optional<BoundSearch.Bound> lower, Optional<BoundSearch.Bound> upper) {

    boolean isBounded() {
        return lower.isPresent() && upper.isPresent();
    }

    PartitionMap.Reach reach() {
        return new PartitionMap.Reach(side(lower), side(upper));
    }

    private static PartitionMap.Side side(Optional<BoundSearch.Bound> bound) {
        return bound.map(each -> PartitionMap.Side.of(each.map())).orElseGet(PartitionMap.Side::unbounded);
    }

    /** The assumptions about the data that the bounds rest on. */
    Set<ClockAssumption> assumptions() {
        return java.util.stream.Stream.of(lower, upper)
                .flatMap(Optional::stream)
                .flatMap(bound -> bound.path().stream())
                .flatMap(edge -> edge.origin().assumption().stream())
                .collect(Collectors.toCollection(java.util.LinkedHashSet::new));
    }

    /** What a search needs to know about the model. */
    record Anchor(Block root, Value.Term partition, Granularity output, long outputStep, LocalTime localTime) {}

    /**
     * @param assumeOrderKeys whether the order keys of the chain's windows are taken to lie in their row's own partition
     *     where nothing declares it
     */
    static ChainReach of(Anchor anchor, Block leaf, WindowChain chain, boolean assumeOrderKeys) {
        return new ChainReach(
                search(Envelope.LOWER, anchor, leaf, chain, assumeOrderKeys),
                search(Envelope.UPPER, anchor, leaf, chain, assumeOrderKeys));
    }

    private static Optional<BoundSearch.Bound> search(
            Envelope side, Anchor anchor, Block leaf, WindowChain chain, boolean assumeOrderKeys) {
        BoundSearch search = new BoundSearch(side, anchor.output(), anchor.outputStep());
        List<Block> blocks = new ArrayList<>();
        List<Variable> orderKeys = chain.links().stream()
                .flatMap(link -> link.window().frame().stream())
                .map(frame -> frame.order().variable())
                .toList();
        Block from = anchor.root();
        Collection<Variable> known = List.of(anchor.partition().variable());
        for (int level = 0; level <= chain.length(); level++) {
            Block to = level < chain.length() ? chain.links().get(level).block() : leaf;
            for (Constraint constraint : UsableConstraints.between(from, to, known)) {
                boolean assumed = constraint.assumption().isPresent()
                        && !constraint.assumption().get().declared();
                boolean orderKey = orderKeys.contains(constraint.target()) || orderKeys.contains(constraint.source());
                if (constraint.side() == side && (!assumed || (assumeOrderKeys && orderKey))) {
                    search.add(edge(constraint, blocks));
                }
            }
            if (level < chain.length()) {
                WindowChain.Link link = chain.links().get(level);
                List<Block> next = new ArrayList<>(blocks);
                next.add(link.block());
                for (Constraint constraint : links(link.window(), side, anchor.localTime())) {
                    search.add(new Edge(
                            new Node(constraint.target(), levelOf(constraint.target(), next)),
                            constraint.map(),
                            new Node(constraint.source(), levelOf(constraint.source(), blocks)),
                            constraint));
                }
                blocks = next;
                from = link.block();
                known = List.of();
            }
        }
        Node start = new Node(anchor.partition().variable(), 0);
        search.run(start, anchor.partition().solve(side));
        Variable clock = leaf.instance().orElseThrow().clock().orElseThrow();
        return search.bound(new Node(clock, levelOf(clock, blocks)))
                .map(bound -> bound.mapped(anchor.localTime().localised(bound.map(), clock.kind(), side)));
    }

    private static Edge edge(Constraint constraint, List<Block> blocks) {
        return new Edge(
                new Node(constraint.target(), levelOf(constraint.target(), blocks)),
                constraint.map(),
                new Node(constraint.source(), levelOf(constraint.source(), blocks)),
                constraint);
    }

    /** A variable of a window's rows has one value per level; one of the surroundings is the same for all of them. */
    private static int levelOf(Variable variable, List<Block> blocks) {
        int level = 0;
        for (int i = 0; i < blocks.size(); i++) {
            if (variable.home().isWithin(blocks.get(i))) {
                level = i + 1;
            }
        }
        return level;
    }

    /** How a row that the window looks at lies to the row itself: equal partition keys, and the frame. */
    private static List<Constraint> links(WindowUse window, Envelope side, LocalTime localTime) {
        List<Constraint> links = new ArrayList<>();
        List<Evidence> evidence = List.of(window.evidence());
        for (Value key : window.keys()) {
            if (key.term().isPresent()) {
                Value.Term term = key.term().get();
                links.add(
                        side == Envelope.UPPER
                                ? Constraint.upper(term, term, false, evidence, Optional.empty())
                                : Constraint.lower(term, term, false, evidence, Optional.empty()));
            }
        }
        window.frame().ifPresent(frame -> {
            Value.Term order = frame.order();
            if (side == Envelope.LOWER && frame.back().isPresent()) {
                Value.Term earliest = localTime.plus(order, frame.back().get().negated(), order.kind());
                links.add(Constraint.lower(earliest, order, false, evidence, Optional.empty()));
            }
            if (side == Envelope.UPPER && frame.ahead().isPresent()) {
                Value.Term latest = localTime.plus(order, frame.ahead().get(), order.kind());
                links.add(Constraint.upper(order, latest, false, evidence, Optional.empty()));
            }
        });
        return links;
    }

    /** The clauses that prove a bound. */
    static List<Evidence> clauses(BoundSearch.Bound bound) {
        return bound.path().stream()
                .flatMap(edge -> edge.origin().evidence().stream())
                .distinct()
                .toList();
    }
}
