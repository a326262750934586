package dev.smelt.plan;

import dev.smelt.model.Address;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Orders steps: tables and previews as early as their inputs allow, then changes of shape, then chunks; each step after
 * everything it reads.
 *
 * <p>Every step and every edge of the graph is looked at a fixed number of times, so that a plan of ten thousand models
 * is ordered as fast, step by step, as one of ten.
 */
final class StepOrder {
    private static final List<Class<? extends Step>> KINDS =
            List.of(Step.Materialize.class, Step.Migrate.class, Step.Chunk.class, Step.CountLeftOut.class);

    private final List<Step> steps;
    private final Map<Address, Deque<Integer>> undone = new LinkedHashMap<>();

    /** Chunks and counts wait for all that stands before them in their model; these do not. */
    private final Map<Address, List<Integer>> overtaking = new HashMap<>();

    private final List<PriorityQueue<Integer>> ready = new ArrayList<>();
    private final boolean[] queued;
    private final boolean[] done;

    /** Whether the rows of everything above a model are written, and whether the shapes of everything above are made. */
    private final Above rows;

    private final Above shapes;

    private StepOrder(Landscape landscape, List<Step> steps) {
        this.steps = steps;
        this.queued = new boolean[steps.size()];
        this.done = new boolean[steps.size()];
        this.rows = new Above(landscape);
        this.shapes = new Above(landscape);
        KINDS.forEach(kind -> ready.add(new PriorityQueue<>()));
        for (int i = 0; i < steps.size(); i++) {
            Address model = steps.get(i).model();
            undone.computeIfAbsent(model, each -> new ArrayDeque<>()).add(i);
            if (steps.get(i) instanceof Step.Materialize || steps.get(i) instanceof Step.Migrate) {
                overtaking.computeIfAbsent(model, each -> new ArrayList<>()).add(i);
            }
            rows.await(model);
            if (!(steps.get(i) instanceof Step.Chunk)) {
                shapes.await(model);
            }
        }
    }

    /** @param steps by model in topological order, each model's in its own order */
    static List<Step> order(Landscape landscape, List<Step> steps) {
        return new StepOrder(landscape, steps).order();
    }

    private List<Step> order() {
        undone.keySet().forEach(this::queue);
        List<Step> ordered = new ArrayList<>();
        while (ordered.size() < steps.size()) {
            int next = ready.stream()
                    .filter(each -> !each.isEmpty())
                    .findFirst()
                    .orElseThrow()
                    .poll();
            ordered.add(steps.get(next));
            finish(next);
        }
        return ordered;
    }

    private void finish(int index) {
        Step step = steps.get(index);
        done[index] = true;
        Deque<Integer> left = undone.get(step.model());
        while (!left.isEmpty() && done[left.peek()]) {
            left.poll();
        }
        List<Address> freed = new ArrayList<>(List.of(step.model()));
        freed.addAll(rows.finish(step.model()));
        if (!(step instanceof Step.Chunk)) {
            freed.addAll(shapes.finish(step.model()));
        }
        freed.forEach(this::queue);
    }

    /** Puts those steps of a model in line that wait for nothing any more. */
    private void queue(Address model) {
        Deque<Integer> left = undone.getOrDefault(model, new ArrayDeque<>());
        if (left.isEmpty()) {
            return;
        }
        queue(left.peek());
        overtaking.getOrDefault(model, List.of()).forEach(this::queue);
    }

    private void queue(int index) {
        Step step = steps.get(index);
        if (!queued[index] && isReady(step)) {
            queued[index] = true;
            for (int kind = 0; kind < KINDS.size(); kind++) {
                if (KINDS.get(kind).isInstance(step)) {
                    ready.get(kind).add(index);
                }
            }
        }
    }

    /** Shapes are needed by all, rows only by what reads them at once. */
    private boolean isReady(Step step) {
        if (step instanceof Step.Migrate) {
            return true;
        }
        boolean rowsRead =
                step instanceof Step.Chunk || (step instanceof Step.Materialize table && table.how() == Step.How.TABLE);
        return (rowsRead ? rows : shapes).isFinished(step.model());
    }

    /** Counts what is left to do above each model, directly and beyond. */
    private static final class Above {
        private final Map<Address, Integer> left = new HashMap<>();
        private final Map<Address, Integer> waitingFor = new HashMap<>();
        private final Map<Address, List<Address>> readers = new HashMap<>();

        Above(Landscape landscape) {
            for (Address model : landscape.world().graph().upstreams().keySet()) {
                for (Address upstream : landscape.world().graph().upstreams(model)) {
                    readers.computeIfAbsent(upstream, each -> new ArrayList<>()).add(model);
                }
            }
        }

        /** One more step of the model; all are told before the first is finished. */
        void await(Address model) {
            if (left.merge(model, 1, Integer::sum) == 1 && isFinished(model)) {
                block(model);
            }
        }

        boolean isFinished(Address model) {
            return waitingFor.getOrDefault(model, 0) == 0;
        }

        /** @return the models above which nothing is left to do now */
        List<Address> finish(Address model) {
            List<Address> freed = new ArrayList<>();
            if (left.merge(model, -1, Integer::sum) == 0 && isFinished(model)) {
                free(model, freed);
            }
            return freed;
        }

        private void block(Address start) {
            Deque<Address> blocked = new ArrayDeque<>(List.of(start));
            while (!blocked.isEmpty()) {
                for (Address reader : readers.getOrDefault(blocked.poll(), List.of())) {
                    if (waitingFor.merge(reader, 1, Integer::sum) == 1 && left.getOrDefault(reader, 0) == 0) {
                        blocked.add(reader);
                    }
                }
            }
        }

        private void free(Address start, List<Address> freed) {
            Deque<Address> free = new ArrayDeque<>(List.of(start));
            while (!free.isEmpty()) {
                for (Address reader : readers.getOrDefault(free.poll(), List.of())) {
                    if (waitingFor.merge(reader, -1, Integer::sum) == 0) {
                        freed.add(reader);
                        if (left.getOrDefault(reader, 0) == 0) {
                            free.add(reader);
                        }
                    }
                }
            }
        }
    }
}
