package dev.smelt.plan;

import dev.smelt.ledger.LedgerChange;
import dev.smelt.model.Address;
import dev.smelt.model.Timeseries;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the chunks of one model, each for a window of whole partitions. */
final class ChunkSteps {
    private final Landscape landscape;
    private final Address model;
    private final Horizon horizon;
    private final ChunkStatements statements;
    private final ChunkChecks checks;
    private final ChunkComparison comparison;
    private final StaleMarks marks;

    /** @param marks of what a chunk makes stale */
    ChunkSteps(Landscape landscape, Address model, Horizon horizon, StaleMarks marks) {
        this.landscape = landscape;
        this.model = model;
        this.horizon = horizon;
        this.statements = new ChunkStatements(landscape, model);
        this.checks = new ChunkChecks(landscape, model, statements);
        this.comparison = new ChunkComparison(landscape, model, statements);
        this.marks = marks;
    }

    /**
     * Which chunk it is, and why.
     *
     * @param more what the ledger is told besides that the window was built
     */
    record Place(int number, int count, List<LedgerChange> more, String reason) {}

    /** Rewrites all of the window, and marks what that makes stale. */
    Step.Chunk rewriting(Interval window, Place place) {
        List<LedgerChange> ledger = new ArrayList<>();
        ledger.add(built(window));
        ledger.addAll(place.more());
        ledger.addAll(marks.of(Map.of(model, IntervalSet.of(window)), rewritten(landscape, model, window)));
        return chunk(window, place, ledger, Optional.empty());
    }

    /** Gives columns of the window's rows other values, which amounts to rewriting it: nothing is read but the rows. */
    Step.Chunk updating(Interval window, Map<String, String> values, Place place) {
        Step.Chunk rewriting = rewriting(window, place);
        return new Step.Chunk(
                model,
                rewriting.table(),
                rewriting.number(),
                rewriting.count(),
                window,
                rewriting.granularity(),
                rewriting.delete(),
                rewriting.insert(),
                Optional.empty(),
                Optional.of(statements.update(window, values)),
                List.of(),
                List.of(),
                rewriting.ledger(),
                rewriting.reason());
    }

    /**
     * Rewrites the partitions of the window that come out otherwise than they are; what they make stale is not known
     * before. Where nothing is built there is nothing to compare, and all is written.
     */
    Step.Chunk comparing(Interval window, Place place) {
        Optional<Step.Comparison> compared = comparison.of(window);
        if (compared.isEmpty()) {
            return rewriting(window, place);
        }
        List<LedgerChange> ledger = new ArrayList<>();
        ledger.add(built(window));
        ledger.addAll(place.more());
        return chunk(window, place, ledger, compared);
    }

    static String rewritten(Landscape landscape, Address model, Interval window) {
        return model + " " + landscape.granularity(model).format(window) + " was rewritten";
    }

    Optional<Step> count(IntervalSet windows, String reason) {
        return new LeftOut(landscape, statements).count(model, windows, reason);
    }

    private Step.Chunk chunk(
            Interval window, Place place, List<LedgerChange> ledger, Optional<Step.Comparison> compared) {
        Granularity granularity = landscape.granularity(model);
        return new Step.Chunk(
                model,
                landscape.table(model),
                place.number(),
                place.count(),
                window,
                granularity,
                compared.isPresent() ? comparison.delete(window) : statements.delete(window),
                compared.isPresent() ? comparison.insert() : statements.insert(window),
                compared,
                Optional.empty(),
                statements.reads(window),
                checks.of(window),
                List.copyOf(ledger),
                place.reason());
    }

    private LedgerChange built(Interval window) {
        return built(landscape, horizon, model, window);
    }

    static LedgerChange built(Landscape landscape, Horizon horizon, Address model, Interval window) {
        Timeseries clock = landscape.clock(model).orElseThrow();
        long until = horizon.of(model);
        return new LedgerChange.Built(
                model,
                landscape.table(model),
                clock.partitionColumn(),
                clock.granularity(),
                window,
                horizon.complete(model, window, until),
                landscape.facts(model).definition().fingerprint(),
                until);
    }
}
