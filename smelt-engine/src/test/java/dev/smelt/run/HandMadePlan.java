package dev.smelt.run;

import dev.smelt.ledger.Definition;
import dev.smelt.ledger.Deployment;
import dev.smelt.ledger.LedgerChange;
import dev.smelt.model.Address;
import dev.smelt.model.Column;
import dev.smelt.model.Schema;
import dev.smelt.model.SqlType;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import dev.smelt.plan.Plan;
import dev.smelt.plan.Step;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Plans as a planner would make them for models whose partition column is {@code d}, a date, at day grain. */
final class HandMadePlan {
    static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

    private HandMadePlan() {}

    static Plan of(Step... steps) {
        return of(List.of(steps));
    }

    static Plan of(List<Step> steps) {
        return new Plan(steps, List.of(), List.of(), Optional.empty());
    }

    static RunContext context(String runId) {
        return RunContext.of(runId, "run", "run by hand", NOW, Clock.systemUTC());
    }

    static TableName table(String model) {
        return new TableName("main", model.replace('.', '_'));
    }

    /** Daily chunks of one day each from a day of May 2026 up to, not including, another. */
    static List<Step> dailyChunks(String model, String select, int from, int to) {
        List<Step> chunks = new ArrayList<>();
        for (int day = from; day < to; day++) {
            chunks.add(chunk(model, select, day - from + 1, to - from, may(day, day + 1), List.of()));
        }
        return chunks;
    }

    static Step.Chunk chunk(
            String model, String select, int number, int count, Interval window, List<Step.Check> checks) {
        String bounds = "d >= '" + Granularity.DAY.format(window.start()) + "' AND d < '"
                + Granularity.DAY.format(window.end()) + "'";
        TableName table = table(model);
        return new Step.Chunk(
                new Address(model),
                table,
                number,
                count,
                window,
                Granularity.DAY,
                "DELETE FROM " + table.sql() + " WHERE " + bounds,
                "INSERT INTO " + table.sql() + " SELECT * FROM (\n" + select + "\n) AS _smelt_output_clamp WHERE "
                        + bounds,
                List.of(),
                checks,
                List.of(built(model, window)),
                "asked for");
    }

    static Step.Materialize materialize(String model, String select, Step.How how, List<LedgerChange> ledger) {
        return new Step.Materialize(
                new Address(model), table(model), select, how, Optional.of("d"), ledger, "asked for");
    }

    /** The step that a planner puts before the first chunk of a table that is not there yet. */
    static Step emptyTable(String model, String select) {
        return materialize(model, select, Step.How.EMPTY_TABLE_IF_MISSING, List.of(deployed(model)));
    }

    static LedgerChange built(String model, Interval window) {
        return new LedgerChange.Built(
                new Address(model),
                table(model),
                "d",
                Granularity.DAY,
                window,
                IntervalSet.of(window),
                "definition",
                may(31, 32).start());
    }

    static LedgerChange deployed(String model) {
        return new LedgerChange.Deployed(
                new Address(model),
                new Deployment(
                        table(model),
                        new Schema(List.of(new Column("d", SqlType.DATE, true))),
                        Optional.of(new Timeseries(Optional.empty(), "d", Granularity.DAY)),
                        new Definition("rows", new TreeMap<>(Map.of("d", "d")))));
    }

    /** Days of May 2026, the end not included. */
    static Interval may(int from, int to) {
        long first = Granularity.DAY.parse("2026-05-01").orElseThrow();
        return new Interval(Granularity.DAY.plus(first, from - 1), Granularity.DAY.plus(first, to - 1));
    }

    /** What the ledger has as built, as {@code [2026-05-01, 2026-05-02)} each. */
    static List<String> built(OpenWarehouse open, String model) {
        return open.ledger.read().model(new Address(model)).stream()
                .flatMap(state -> state.built().intervals().stream())
                .map(Granularity.DAY::format)
                .toList();
    }
}
