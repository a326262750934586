package dev.smelt;

import dev.smelt.ExplainRequest.Period;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.plan.Alignment;
import dev.smelt.plan.PlanRequest;
import dev.smelt.plan.Planner;
import dev.smelt.plan.Step;
import dev.smelt.plan.World;
import dev.smelt.relation.Derivation;
import dev.smelt.relation.ReferenceRelation;
import dev.smelt.report.ExplainReport;
import dev.smelt.report.ExplainReport.ModelExplanation;
import dev.smelt.report.ExplainReport.ReadWindow;
import dev.smelt.report.ExplainReport.Windows;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;

/** Explains models by what was derived from them, as if nothing were built yet. */
final class Explanations {

    private final ProjectAnalysis analysis;
    private final Instant asOf;

    Explanations(ProjectAnalysis analysis, Instant asOf) {
        this.analysis = analysis;
        this.asOf = asOf;
    }

    ExplainReport explain(SortedSet<Address> selected, ExplainRequest request) {
        if (request.showSql() && request.period().isEmpty()) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-C099",
                    "smelt.showSql shows the statements of windows, but no period is given.",
                    "Add -Dsmelt.period=2026-04-10..2026-04-11."));
        }
        return new ExplainReport(analysis.order().stream()
                .filter(selected::contains)
                .flatMap(address -> analysis.bound(address).stream())
                .map(model -> explain(model, request))
                .toList());
    }

    private ModelExplanation explain(ModelAnalysis.Bound model, ExplainRequest request) {
        Optional<Windows> windows =
                model.model().isIncremental() && model.refusals().isEmpty()
                        ? request.period().flatMap(period -> windows(model, period))
                        : Optional.empty();
        List<Step.Chunk> statements = request.showSql()
                ? windows.map(each -> statements(model, each.write())).orElse(List.of())
                : List.of();
        return new ModelExplanation(
                model.model(), model.sql(), model.derivation(), model.refusals(), windows, statements);
    }

    /** The inverse of the drivers' attribution over the period, and what is read to write that. */
    private static Optional<Windows> windows(ModelAnalysis.Bound model, Period period) {
        Derivation derivation = model.derivation().orElseThrow();
        Interval landed = Interval.EMPTY;
        Interval write = Interval.EMPTY;
        for (ReferenceRelation relation : derivation.relations()) {
            if (relation.driver() && !relation.self() && relation.attribution().isPresent()) {
                Interval window = window(
                        period,
                        relation.clock().orElseThrow().granularity(),
                        relation.reference().target());
                landed = landed.hull(window);
                write = write.hull(relation.attribution().get().inverse(window));
            }
        }
        if (write.isEmpty()) {
            return Optional.empty();
        }
        Interval written = granularity(model).outward(write);
        List<ReadWindow> reads = derivation.relations().stream()
                .map(relation -> new ReadWindow(relation, relation.read().map(read -> read.image(written))))
                .toList();
        return Optional.of(new Windows(landed, written, reads));
    }

    private static Interval window(Period period, Granularity granularity, Address of) {
        Interval window = Alignment.window(period.start(), period.end(), granularity, of.toString());
        if (window.isEmpty()) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-C092",
                    "The period " + period.start() + ".." + period.end() + " is empty.",
                    "Write start..end, the end exclusive and later than the start: 2026-04-10..2026-04-11."));
        }
        return window;
    }

    private List<Step.Chunk> statements(ModelAnalysis.Bound model, Interval write) {
        if (!write.isBounded()) {
            return List.of();
        }
        World world = Worlds.of(
                analysis, Differences.FROM_NOTHING, Map.of(), new TreeMap<>(), PlanRequest.Options.DEFAULT, asOf);
        Granularity granularity = granularity(model);
        PlanRequest request = new PlanRequest.Backbuild(
                Set.of(model.model().address()),
                granularity.format(write.start()),
                granularity.format(write.end()),
                PlanRequest.Options.DEFAULT);
        return Planner.plan(world, request).steps().stream()
                .filter(Step.Chunk.class::isInstance)
                .map(Step.Chunk.class::cast)
                .filter(chunk -> chunk.model().equals(model.model().address()))
                .toList();
    }

    private static Granularity granularity(ModelAnalysis.Bound model) {
        return model.model().timeseries().orElseThrow().granularity();
    }
}
