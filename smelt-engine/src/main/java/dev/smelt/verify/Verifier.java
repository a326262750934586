package dev.smelt.verify;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.Address;
import dev.smelt.model.TableName;
import dev.smelt.plan.Rehearsal;
import dev.smelt.plan.Rehearsal.Cut;
import dev.smelt.plan.SettledPartitions;
import dev.smelt.plan.Step;
import dev.smelt.plan.World;
import dev.smelt.relation.ClockAssumption;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import dev.smelt.verify.Comparison.Outcome;
import dev.smelt.verify.ModelVerdict.Checked;
import dev.smelt.verify.ModelVerdict.How;
import dev.smelt.verify.ModelVerdict.Trial;
import dev.smelt.verify.ModelVerdict.Untied;
import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.Scratch;
import dev.smelt.warehouse.StatementFailure;
import dev.smelt.warehouse.Warehouse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Builds models by chunks and in full over what their inputs hold now, and compares. Everything is built in scratch tables;
 * the warehouse is only read.
 */
public final class Verifier {
    private final World world;
    private final Warehouse warehouse;

    /** @param warehouse open for reading */
    public Verifier(World world, Warehouse warehouse) {
        this.world = world;
        this.warehouse = warehouse;
    }

    /**
     * Verifies one incremental model that is not refused.
     *
     * @param window whole partitions, with two ends
     * @throws SmeltException where a statement fails: of kind PROJECT where it is the statement's or the data's fault
     */
    public Checked verify(Address model, Interval window) {
        try (Scratch scratch = warehouse.scratch()) {
            return verify(new Bench(scratch, world, model), model, window, scratch);
        } catch (StatementFailure failure) {
            throw failed(model, failure);
        }
    }

    private Checked verify(Bench bench, Address model, Interval window, Scratch scratch) {
        Rehearsal rehearsal = bench.rehearsal();
        TableName full = bench.buildFull(window);
        Comparison comparison = bench.comparison();
        List<Trial> trials = new ArrayList<>();
        List<Interval> differing = List.of();
        for (Cut cut : rehearsal.cuts(window)) {
            Outcome outcome = comparison.compare(bench.buildChunks(cut.windows()), full, List.of(window));
            Trial trial = new Trial(
                    How.CHUNKS,
                    cut.granules(),
                    cut.windows().size(),
                    rehearsal.granularity().count(window),
                    outcome.difference(),
                    outcome.lastDigits());
            trials.add(trial);
            if (!trial.isEqual() && differing.isEmpty()) {
                differing = cut.windows();
            }
        }
        table(comparison, full, model, window, rehearsal).ifPresent(trials::add);
        List<Untied> untied = untied(rehearsal, model, window, scratch);
        Cells size = scratch.query(
                        "SELECT count(DISTINCT " + rehearsal.granuleSql() + "), count(*) FROM " + full.sql() + " WHERE "
                                + rehearsal.within(window),
                        1)
                .get(0);
        return new Checked(
                model,
                rehearsal.granularity(),
                window,
                size.number(0),
                size.number(1),
                trials,
                untied,
                new BlameSearch(bench, new Suspects(world, model), window, untied).search(trials, differing));
    }

    /** Compares what the table itself holds, where the ledger says that it is true. */
    private Optional<Trial> table(
            Comparison comparison, TableName full, Address model, Interval window, Rehearsal rehearsal) {
        IntervalSet settled = SettledPartitions.of(world, model, window);
        if (settled.isEmpty()) {
            return Optional.empty();
        }
        TableName table = world.project().table(model).orElseThrow();
        Outcome outcome = comparison.compare(table, full, settled.intervals());
        long partitions = settled.intervals().stream()
                .mapToLong(rehearsal.granularity()::count)
                .sum();
        return Optional.of(new Trial(How.TABLE, 0, 0, partitions, outcome.difference(), outcome.lastDigits()));
    }

    private List<Untied> untied(Rehearsal rehearsal, Address model, Interval window, Scratch scratch) {
        List<ClockAssumption> assumptions =
                world.facts().get(model).derivation().orElseThrow().assumptions();
        List<Step.Check> checks = rehearsal.checks(window);
        Suspects suspects = new Suspects(world, model);
        List<Untied> untied = new ArrayList<>();
        for (int i = 0; i < checks.size(); i++) {
            List<Cells> found = scratch.query(checks.get(i).sql(), 1);
            if (!found.isEmpty()) {
                untied.add(new Untied(
                        suspects.of(assumptions.get(i)), found.get(0).at(0).orElse("NULL")));
            }
        }
        return untied;
    }

    private SmeltException failed(Address model, StatementFailure failure) {
        Diagnostic diagnostic = Diagnostic.error(
                "SMELT-V004",
                world.facts().get(model).model().place(),
                model + " cannot be built to be verified: " + failure.getMessage(),
                failure.kind() == StatementFailure.Cause.STATEMENT
                        ? "A run would fail at the same place: mend the model or the data."
                        : "Free memory or disk, or verify a shorter window.");
        return failure.kind() == StatementFailure.Cause.STATEMENT
                ? SmeltException.project(diagnostic)
                : SmeltException.tool(diagnostic, failure);
    }

    /** Every table that must be there before a model can be built. */
    public Stream<Address> missing(Address model) {
        return world.facts().get(model).sql().references().stream()
                .filter(reference -> !reference.target().equals(model))
                .filter(reference ->
                        world.catalogue().relation(reference.table()).isEmpty())
                .map(reference -> reference.target())
                .distinct();
    }
}
