package dev.smelt.relation;

import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.TimeAxis;
import dev.smelt.time.TimeMap;
import dev.smelt.time.TimeMap.Envelope;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Closes constraints transitively: the tightest bound, on one side, of every variable in terms of the partition value P.
 *
 * <p>Any chain of constraints is a true bound, so which one is taken never matters for soundness; the one that is tightest
 * at the worst of some sample values (month ends, a leap day, the last value of a partition) is taken.
 */
final class BoundSearch {
    /**
     * A variable as one row has it.
     *
     * @param level 0 for the row that is written, 1 for a row that its window looks at, 2 for a row that that row's own
     *     window looks at, and so on
     */
    record Node(Variable variable, int level) {}

    /** A constraint between variables of rows. */
    record Edge(Node target, TimeMap map, Node source, Constraint origin) {}

    /** A bound found: the map from P, and the constraints that make it. */
    record Bound(TimeMap map, List<Edge> path) {
        Bound mapped(TimeMap other) {
            return new Bound(other, path);
        }

        boolean passes(Node node) {
            return path.stream()
                    .anyMatch(
                            edge -> edge.target().equals(node) || edge.source().equals(node));
        }
    }

    private final Envelope side;
    private final Map<Node, List<Edge>> edgesFrom = new HashMap<>();
    private final List<Long> samples;
    private final Map<Node, Bound> best = new HashMap<>();

    BoundSearch(Envelope side, Granularity output, long outputStep) {
        this.side = side;
        this.samples = samples(output, outputStep);
    }

    private List<Long> samples(Granularity output, long outputStep) {
        List<Long> found = new ArrayList<>();
        if (!output.isTime()) {
            return List.of(0L, 1_000L);
        }
        for (String date :
                List.of("2023-12-31", "2024-01-31", "2024-02-29", "2024-03-31", "2025-02-28", "2025-06-15")) {
            Interval granule = output.granule(TimeAxis.ofDate(LocalDate.parse(date)));
            found.add(side == Envelope.LOWER ? granule.firstMultiple(outputStep) : granule.lastMultiple(outputStep));
        }
        return found;
    }

    void add(Edge edge) {
        edgesFrom.computeIfAbsent(edge.source(), node -> new ArrayList<>()).add(edge);
    }

    /** Starts at a node whose bound in terms of P is known, and finds all others. */
    void run(Node start, TimeMap map) {
        best.put(start, new Bound(map, List.of()));
        Deque<Node> waiting = new ArrayDeque<>(List.of(start));
        while (!waiting.isEmpty()) {
            Node node = waiting.poll();
            Bound known = best.get(node);
            for (Edge edge : edgesFrom.getOrDefault(node, List.of())) {
                if (edge.target().equals(start) || known.passes(edge.target())) {
                    continue;
                }
                List<Edge> path = new ArrayList<>(known.path());
                path.add(edge);
                Bound found = new Bound(known.map().then(edge.map()), List.copyOf(path));
                Bound before = best.get(edge.target());
                if (before == null || isTighter(found, before)) {
                    best.put(edge.target(), found);
                    waiting.add(edge.target());
                }
            }
        }
    }

    Optional<Bound> bound(Node node) {
        return Optional.ofNullable(best.get(node));
    }

    private boolean isTighter(Bound one, Bound other) {
        long difference = worst(one.map()) - worst(other.map());
        if (difference != 0) {
            return side == Envelope.UPPER ? difference < 0 : difference > 0;
        }
        return one.path().size() < other.path().size();
    }

    private long worst(TimeMap map) {
        return side == Envelope.UPPER
                ? samples.stream()
                        .mapToLong(sample -> map.apply(sample) - sample)
                        .max()
                        .orElseThrow()
                : samples.stream()
                        .mapToLong(sample -> map.apply(sample) - sample)
                        .min()
                        .orElseThrow();
    }
}
