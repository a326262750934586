package dev.smelt.plan;

import static dev.smelt.plan.Pipeline.at;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.ledger.LedgerChange;
import dev.smelt.model.Address;
import dev.smelt.plan.PlanRequest.Options;
import dev.smelt.time.Granularity;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Requests as tests make them, and what tests look at in plans. */
final class Plans {
    private Plans() {}

    static Set<Address> models(String... paths) {
        return Arrays.stream(paths).map(Pipeline::at).collect(Collectors.toSet());
    }

    static Options chunked(int partitions) {
        return new Options(Optional.of(partitions), false, false, false);
    }

    static Plan backbuild(Pipeline pipeline, String model, String start, String end) {
        return backbuild(pipeline, model, start, end, Options.DEFAULT);
    }

    static Plan backbuild(Pipeline pipeline, String model, String start, String end, Options options) {
        return Planner.plan(pipeline.world(), new PlanRequest.Backbuild(models(model), start, end, options));
    }

    static Plan run(Pipeline pipeline, String start, String end) {
        World world = pipeline.world();
        return Planner.plan(world, new PlanRequest.RunWindow(world.facts().keySet(), start, end, Options.DEFAULT));
    }

    static Plan auto(Pipeline pipeline) {
        return auto(pipeline, Options.DEFAULT);
    }

    static Plan auto(Pipeline pipeline, Options options) {
        World world = pipeline.world();
        return Planner.plan(world, new PlanRequest.RunAuto(world.facts().keySet(), false, options));
    }

    static Plan since(Pipeline pipeline, String origin, String start, String end) {
        World world = pipeline.world();
        return Planner.plan(
                world,
                new PlanRequest.SinceUpstream(
                        world.facts().keySet(),
                        List.of(new PlanRequest.Landed(at(origin), start, end)),
                        Options.DEFAULT));
    }

    static Stream<Step.Chunk> chunks(Plan plan) {
        return plan.steps().stream().filter(Step.Chunk.class::isInstance).map(Step.Chunk.class::cast);
    }

    /** {@code gold.m [2026-04-01, 2026-04-02)} per chunk, in order. */
    static List<String> writes(Plan plan) {
        return chunks(plan)
                .map(chunk -> chunk.model() + " " + chunk.granularity().format(chunk.window()))
                .toList();
    }

    /** {@code raw.o [2026-04-01, 2026-04-02)} per read of a chunk. */
    static List<String> reads(Step.Chunk chunk) {
        return chunk.reads().stream()
                .map(read -> read.upstream() + " " + read.granularity().format(read.window()))
                .toList();
    }

    /** {@code gold.m [2026-04-01, 2026-04-02)} per window that a step marks stale. */
    static List<String> marks(Step step) {
        List<LedgerChange> changes = step instanceof Step.Chunk chunk
                ? chunk.ledger()
                : step instanceof Step.Migrate migrate
                        ? migrate.ledger()
                        : step instanceof Step.Materialize made ? made.ledger() : List.of();
        return changes.stream()
                .filter(LedgerChange.Stale.class::isInstance)
                .map(LedgerChange.Stale.class::cast)
                .map(stale -> stale.model() + " " + StaleMarks.text(stale.windows(), Granularity.DAY))
                .toList();
    }

    /** What is written, in order; counting writes nothing. */
    static List<String> steps(Plan plan) {
        return plan.steps().stream()
                .filter(step -> !(step instanceof Step.CountLeftOut))
                .map(step -> step instanceof Step.Chunk chunk
                        ? "CHUNK " + chunk.model() + " " + chunk.granularity().format(chunk.window())
                        : step instanceof Step.Migrate
                                ? "MIGRATE " + step.model()
                                : ((Step.Materialize) step).how() + " " + step.model())
                .toList();
    }

    static List<String> codes(List<Diagnostic> diagnostics) {
        return diagnostics.stream().map(Diagnostic::code).toList();
    }
}
