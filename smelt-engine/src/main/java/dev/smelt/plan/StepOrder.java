package dev.smelt.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Orders steps: tables and previews as early as their inputs allow, then changes of shape, then chunks; each step after
 * everything it reads.
 */
final class StepOrder {
    private static final List<Class<? extends Step>> KINDS =
            List.of(Step.Materialize.class, Step.Migrate.class, Step.Chunk.class, Step.CountLeftOut.class);

    private StepOrder() {}

    /** @param steps by model in topological order, each model's in its own order */
    static List<Step> order(Landscape landscape, List<Step> steps) {
        List<Step> left = new ArrayList<>(steps);
        List<Step> ordered = new ArrayList<>();
        while (!left.isEmpty()) {
            Step next = next(landscape, left).orElseThrow();
            left.remove(next);
            ordered.add(next);
        }
        return ordered;
    }

    private static Optional<Step> next(Landscape landscape, List<Step> left) {
        for (Class<? extends Step> kind : KINDS) {
            for (Step step : left) {
                if (kind.isInstance(step) && isReady(landscape, step, left)) {
                    return Optional.of(step);
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isReady(Landscape landscape, Step step, List<Step> left) {
        for (Step other : left) {
            if (other == step) {
                // what stands before a step of the same model comes first, what stands after it does not matter
                return true;
            }
            boolean own = other.model().equals(step.model())
                    && (step instanceof Step.Chunk || step instanceof Step.CountLeftOut);
            boolean above = landscape.ancestors(step.model()).contains(other.model());
            if (own || (above && waitsFor(step, other))) {
                return false;
            }
        }
        return true;
    }

    /** Shapes are needed by all, rows only by what reads them at once. */
    private static boolean waitsFor(Step step, Step above) {
        if (step instanceof Step.Migrate) {
            return false;
        }
        boolean rowsRead =
                step instanceof Step.Chunk || (step instanceof Step.Materialize table && table.how() == Step.How.TABLE);
        return rowsRead || !(above instanceof Step.Chunk);
    }
}
