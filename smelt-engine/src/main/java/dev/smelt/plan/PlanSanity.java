package dev.smelt.plan;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Small checks that every plan passes before it leaves the planner: a plan that fails one is a bug, and is not run. */
final class PlanSanity {
    private static final List<Check> CHECKS = List.of(
            PlanSanity::chunksAreDisjointAndCover,
            PlanSanity::chunksAreNumbered,
            PlanSanity::inputsComeFirst,
            PlanSanity::everyStepHasAReason,
            PlanSanity::writesStayInsideTheClamp);

    private PlanSanity() {}

    /** One check: what is wrong, or nothing. */
    private interface Check {
        Optional<String> problem(Landscape landscape, Workload work, Plan plan);
    }

    /** @throws SmeltException of kind TOOL where the plan is not sound */
    static void check(Landscape landscape, Workload work, Plan plan) {
        for (Check check : CHECKS) {
            check.problem(landscape, work, plan).ifPresent(problem -> {
                throw SmeltException.tool(Diagnostic.error(
                        "SMELT-P099",
                        "The plan is not sound: " + problem + ".",
                        "This is a defect of smelt; report it."));
            });
        }
    }

    private static Optional<String> chunksAreDisjointAndCover(Landscape landscape, Workload work, Plan plan) {
        SortedMap<Address, List<Step.Chunk>> chunks = chunks(plan);
        for (Address model : work.works().keySet()) {
            long end = Interval.NEGATIVE_INFINITY;
            List<Interval> written = new ArrayList<>();
            for (Step.Chunk chunk : chunks.getOrDefault(model, List.of())) {
                if (chunk.window().isEmpty() || chunk.window().start() < end) {
                    return Optional.of("chunk " + chunk.number() + " of " + model + " writes what another one writes");
                }
                if (!chunk.granularity().isAligned(chunk.window())) {
                    return Optional.of("chunk " + chunk.number() + " of " + model + " cuts a partition");
                }
                end = chunk.window().end();
                written.add(chunk.window());
            }
            if (!IntervalSet.of(written).equals(work.rewrites(model))) {
                return Optional.of("the chunks of " + model + " do not cover its windows");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> chunksAreNumbered(Landscape landscape, Workload work, Plan plan) {
        for (List<Step.Chunk> chunks : chunks(plan).values()) {
            for (int i = 0; i < chunks.size(); i++) {
                Step.Chunk chunk = chunks.get(i);
                if (chunk.number() != i + 1 || chunk.count() != chunks.size()) {
                    return Optional.of("chunk " + chunk.number() + "/" + chunk.count() + " of " + chunk.model()
                            + " is number " + (i + 1) + " of " + chunks.size());
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> inputsComeFirst(Landscape landscape, Workload work, Plan plan) {
        Map<Address, Integer> firstChunks = new HashMap<>();
        Map<Address, Integer> lastSteps = new HashMap<>();
        for (int i = 0; i < plan.steps().size(); i++) {
            Step step = plan.steps().get(i);
            lastSteps.put(step.model(), i);
            if (step instanceof Step.Chunk) {
                firstChunks.putIfAbsent(step.model(), i);
            }
        }
        return firstChunks.entrySet().stream()
                .flatMap(reader -> landscape.ancestors(reader.getKey()).stream()
                        .filter(input -> lastSteps.getOrDefault(input, -1) > reader.getValue())
                        .map(input -> reader.getKey() + " is written before " + input + ", which it reads"))
                .findFirst();
    }

    private static Optional<String> everyStepHasAReason(Landscape landscape, Workload work, Plan plan) {
        return plan.steps().stream()
                .filter(step -> step.reason().isBlank())
                .map(step -> "a step of " + step.model() + " has no reason")
                .findFirst();
    }

    private static Optional<String> writesStayInsideTheClamp(Landscape landscape, Workload work, Plan plan) {
        for (Step step : plan.steps()) {
            if (step instanceof Step.Chunk chunk && !staysInside(chunk)) {
                return Optional.of("chunk " + chunk.number() + " of " + chunk.model()
                        + " does not insert exactly where it deletes");
            }
        }
        return Optional.empty();
    }

    private static boolean staysInside(Step.Chunk chunk) {
        String deleted = chunk.delete().substring(chunk.delete().indexOf(" WHERE "));
        if (chunk.update().isPresent()) {
            return chunk.update().get().endsWith(deleted);
        }
        String clamp = ") AS _smelt_output_clamp";
        if (chunk.comparison().isEmpty()) {
            return chunk.insert().endsWith(clamp + deleted);
        }
        return chunk.comparison().get().statements().stream().anyMatch(statement -> {
            int at = statement.lastIndexOf(clamp);
            return at >= 0 && deleted.startsWith(statement.substring(at + clamp.length()) + " AND ");
        });
    }

    private static SortedMap<Address, List<Step.Chunk>> chunks(Plan plan) {
        SortedMap<Address, List<Step.Chunk>> chunks = new TreeMap<>();
        for (Step step : plan.steps()) {
            if (step instanceof Step.Chunk chunk) {
                chunks.computeIfAbsent(chunk.model(), model -> new ArrayList<>())
                        .add(chunk);
            }
        }
        return chunks;
    }
}
