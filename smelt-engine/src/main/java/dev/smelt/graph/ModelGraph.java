package dev.smelt.graph;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Who reads whom. Models, seeds and sources are nodes; a model that reads itself is no cycle but a self-reference.
 *
 * @param upstreams what each model reads, itself included where it does; its keys are the models, and what is read but is
 *     no key is a source or a seed
 */
public record ModelGraph(SortedMap<Address, SortedSet<Address>> upstreams) {
    private static final String CYCLE = "SMELT-P030";

    public ModelGraph {
        SortedMap<Address, SortedSet<Address>> copy = new TreeMap<>();
        upstreams.forEach((model, reads) -> copy.put(model, Collections.unmodifiableSortedSet(new TreeSet<>(reads))));
        upstreams = Collections.unmodifiableSortedMap(copy);
    }

    /** What the node reads directly, without itself; empty for sources, seeds and unknown addresses. */
    public SortedSet<Address> upstreams(Address node) {
        SortedSet<Address> reads = new TreeSet<>(upstreams.getOrDefault(node, Collections.emptySortedSet()));
        reads.remove(node);
        return Collections.unmodifiableSortedSet(reads);
    }

    /** The models that read the node directly, without itself. */
    public SortedSet<Address> downstreams(Address node) {
        SortedSet<Address> readers = new TreeSet<>();
        upstreams.forEach((model, reads) -> {
            if (reads.contains(node) && !model.equals(node)) {
                readers.add(model);
            }
        });
        return Collections.unmodifiableSortedSet(readers);
    }

    /** Whether the model reads itself. */
    public boolean selfReferential(Address model) {
        return upstreams.getOrDefault(model, Collections.emptySortedSet()).contains(model);
    }

    /** Everything that the node reads, directly or not, sources and seeds included, without itself. */
    public SortedSet<Address> ancestors(Address node) {
        return ancestors(node, Integer.MAX_VALUE);
    }

    /** As {@link #ancestors(Address)}, at most so many edges away. */
    public SortedSet<Address> ancestors(Address node, int depth) {
        return within(node, depth, this::upstreams);
    }

    /** All models that read the node, directly or not, without itself. */
    public SortedSet<Address> descendants(Address node) {
        return descendants(node, Integer.MAX_VALUE);
    }

    /** As {@link #descendants(Address)}, at most so many edges away. */
    public SortedSet<Address> descendants(Address node, int depth) {
        Map<Address, SortedSet<Address>> readers = readers();
        return within(node, depth, each -> readers.getOrDefault(each, Collections.emptySortedSet()));
    }

    /** Who reads each node directly, itself left out. */
    public Map<Address, SortedSet<Address>> readers() {
        Map<Address, SortedSet<Address>> readers = new HashMap<>();
        upstreams.forEach((model, reads) -> reads.stream()
                .filter(node -> !node.equals(model))
                .forEach(node ->
                        readers.computeIfAbsent(node, each -> new TreeSet<>()).add(model)));
        return readers;
    }

    /**
     * The models, each after all that it reads; among those that are free to go, the smallest address goes first.
     *
     * @throws SmeltException of kind PROJECT where models read each other in a circle
     */
    public List<Address> order() {
        List<Diagnostic> problems = problems();
        if (!problems.isEmpty()) {
            throw SmeltException.project(problems);
        }
        return peeled();
    }

    /** The models, each after all that it reads; those on a circle, and what lies below one, are missing. */
    private List<Address> peeled() {
        Map<Address, Integer> waitingFor = new HashMap<>();
        Map<Address, SortedSet<Address>> readers = readers();
        TreeSet<Address> free = new TreeSet<>();
        for (Address model : upstreams.keySet()) {
            int models = (int)
                    upstreams(model).stream().filter(upstreams::containsKey).count();
            waitingFor.put(model, models);
            if (models == 0) {
                free.add(model);
            }
        }
        List<Address> order = new ArrayList<>();
        while (!free.isEmpty()) {
            Address next = free.pollFirst();
            order.add(next);
            for (Address reader : readers.getOrDefault(next, Collections.emptySortedSet())) {
                if (waitingFor.merge(reader, -1, Integer::sum) == 0) {
                    free.add(reader);
                }
            }
        }
        return List.copyOf(order);
    }

    /**
     * The circles: for each group of models that read each other, a shortest circle through its smallest address, from
     * that address and back to it. Self-references are none.
     */
    public List<List<Address>> cycles() {
        List<List<Address>> cycles = new ArrayList<>();
        // What can be put in order lies on no circle.
        Set<Address> told = new HashSet<>(peeled());
        for (Address model : upstreams.keySet()) {
            if (!told.contains(model)) {
                shortestCycle(model).ifPresent(cycle -> {
                    cycles.add(cycle);
                    SortedSet<Address> group = new TreeSet<>(ancestors(model));
                    group.retainAll(descendants(model));
                    told.addAll(group);
                });
            }
        }
        return List.copyOf(cycles);
    }

    /** One error for each of {@link #cycles()}, listing it as {@code a -> b -> a}, where an arrow means "reads". */
    public List<Diagnostic> problems() {
        return cycles().stream()
                .map(cycle -> Diagnostic.error(
                        CYCLE,
                        "These models read each other in a circle: "
                                + cycle.stream().map(Address::path).collect(Collectors.joining(" -> ")) + ".",
                        "Take one of the references out."))
                .toList();
    }

    private Optional<List<Address>> shortestCycle(Address start) {
        Map<Address, Address> cameFrom = new HashMap<>();
        Deque<Address> queue = new ArrayDeque<>(List.of(start));
        while (!queue.isEmpty()) {
            Address node = queue.poll();
            for (Address next : upstreams(node)) {
                if (next.equals(start)) {
                    return Optional.of(path(start, node, cameFrom));
                }
                if (cameFrom.putIfAbsent(next, node) == null) {
                    queue.add(next);
                }
            }
        }
        return Optional.empty();
    }

    private static List<Address> path(Address start, Address last, Map<Address, Address> cameFrom) {
        Deque<Address> path = new ArrayDeque<>(List.of(start));
        for (Address at = last; !at.equals(start); at = cameFrom.get(at)) {
            path.addFirst(at);
        }
        path.addFirst(start);
        return List.copyOf(path);
    }

    private static SortedSet<Address> within(
            Address start, int depth, Function<Address, SortedSet<Address>> neighbours) {
        SortedSet<Address> found = new TreeSet<>();
        SortedSet<Address> edge = new TreeSet<>(Set.of(start));
        for (int step = 0; step < depth && !edge.isEmpty(); step++) {
            SortedSet<Address> next = new TreeSet<>();
            edge.forEach(node -> next.addAll(neighbours.apply(node)));
            next.removeAll(found);
            next.remove(start);
            found.addAll(next);
            edge = next;
        }
        return Collections.unmodifiableSortedSet(found);
    }
}
