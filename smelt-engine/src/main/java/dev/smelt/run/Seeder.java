package dev.smelt.run;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.ledger.Ledger;
import dev.smelt.ledger.LedgerChange;
import dev.smelt.ledger.RunStep;
import dev.smelt.model.Column;
import dev.smelt.model.Identifier;
import dev.smelt.model.Seed;
import dev.smelt.model.Source;
import dev.smelt.model.TableName;
import dev.smelt.warehouse.StatementFailure;
import dev.smelt.warehouse.Transaction;
import dev.smelt.warehouse.Warehouse;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Makes the tables of seeds, each in one transaction. Whatever table or view has a seed's name is replaced. Where a seed
 * fills a declared source, the source says which columns the table has, and the seed must have exactly these.
 */
public final class Seeder {
    private final Warehouse warehouse;
    private final Ledger ledger;

    public Seeder(Warehouse warehouse, Ledger ledger) {
        this.warehouse = warehouse;
        this.ledger = ledger;
    }

    /**
     * Files in the order of their addresses, then scripts, which may read them. A seed that fails keeps no other from
     * being made.
     *
     * @param sources the project's sources; one whose table is a seed's is filled by it
     */
    public RunSummary seed(
            Collection<Seed> seeds, Collection<Source> sources, RunContext context, RunListener listener) {
        List<Seed> ordered = seeds.stream()
                .sorted(Comparator.comparing((Seed seed) -> seed.format() == Seed.Format.SCRIPT)
                        .thenComparing(Seed::address))
                .toList();
        RunTally tally = new RunTally();
        ordered.forEach(seed -> tally.plan(seed.address()));
        if (ordered.isEmpty()) {
            Instant now = context.clock().instant();
            RunSummary summary = tally.summary(context, now, now);
            listener.on(new RunEvent.RunFinished(summary));
            return summary;
        }
        ConflictRetry retry = new ConflictRetry(warehouse, listener, context);
        List<RunStep> steps = new ArrayList<>();
        ordered.forEach(
                seed -> steps.add(RunStep.planned(steps.size(), seed.address(), RunStep.Kind.SEED, Optional.empty())));
        return new RecordedRun(ledger, context, listener)
                .run(tally, steps, () -> seedAll(ordered, sources, tally, context, listener, retry));
    }

    private void seedAll(
            List<Seed> seeds,
            Collection<Source> sources,
            RunTally tally,
            RunContext context,
            RunListener listener,
            ConflictRetry retry) {
        for (int i = 0; i < seeds.size(); i++) {
            Seed seed = seeds.get(i);
            int position = i;
            if (context.shouldStop()) {
                stop(seed, tally, listener);
                return;
            }
            Instant started = context.clock().instant();
            long rows;
            try {
                List<Column> columns = SeedColumns.declared(seed, sources);
                requireFile(seed);
                rows = retry.transaction(seed.address(), transaction -> {
                    long filled = fill(transaction, seed, columns);
                    ledger.apply(
                            transaction,
                            List.of(new LedgerChange.StepDone(seed.address(), position, RunStep.State.DONE, 0, filled)),
                            context.runId());
                    return filled;
                });
            } catch (StatementFailure failure) {
                if (context.shouldStop()) {
                    stop(seed, tally, listener);
                    return;
                }
                fail(failed(seed, failure), tally, listener);
                continue;
            } catch (SmeltException failure) {
                failure.diagnostics()
                        .forEach(each -> fail(
                                new RunSummary.Failure(seed.address(), failure.kind(), each, Optional.empty()),
                                tally,
                                listener));
                continue;
            }
            Duration took = Duration.between(started, context.clock().instant());
            tally.made(seed.address(), rows);
            tally.done(seed.address(), took);
            listener.on(new RunEvent.SeedFinished(seed.address(), seed.table(), rows, took));
        }
    }

    private static long fill(Transaction transaction, Seed seed, List<Column> columns) {
        TableName table = seed.table();
        transaction.execute("CREATE SCHEMA IF NOT EXISTS " + Identifier.sql(table.schema()));
        if (columns.isEmpty()) {
            ExistingTable.dropView(transaction, table);
            transaction.execute(
                    "CREATE OR REPLACE TABLE " + table.sql() + " AS SELECT * FROM " + SeedRelation.undeclared(seed));
        } else {
            List<String> found = names(transaction, seed);
            SeedColumns.requireSame(seed, columns, found);
            ExistingTable.dropView(transaction, table);
            transaction.execute(
                    "CREATE OR REPLACE TABLE " + table.sql() + " (" + SeedColumns.definitions(columns) + ")");
            transaction.execute("INSERT INTO " + table.sql() + " SELECT " + SeedColumns.casts(columns) + " FROM "
                    + SeedRelation.declared(seed, SeedColumns.spelledAs(found, columns)));
        }
        return ExistingTable.rows(transaction, table);
    }

    private static List<String> names(Transaction transaction, Seed seed) {
        return transaction.query("DESCRIBE SELECT * FROM " + SeedRelation.undeclared(seed), Integer.MAX_VALUE).stream()
                .map(row -> row.at(0).orElseThrow())
                .toList();
    }

    private static void requireFile(Seed seed) {
        if (seed.format() != Seed.Format.SCRIPT && !Files.isRegularFile(seed.file())) {
            throw SmeltException.project(SeedColumns.error(
                    seed,
                    "SMELT-L110",
                    "its file " + seed.file() + " does not exist.",
                    "Add the file or remove the seed's declaration."));
        }
    }

    private static RunSummary.Failure failed(Seed seed, StatementFailure failure) {
        RunSummary.Failure plain = StepFailures.ofEngine(
                seed.address(),
                "Seed " + seed.address() + " could not be made: " + StepFailures.sentence(failure.getMessage())
                        + " Its table is as it was.",
                failure);
        Diagnostic diagnostic = plain.diagnostic();
        return new RunSummary.Failure(
                plain.model(),
                plain.kind(),
                Diagnostic.error(diagnostic.code(), SeedColumns.place(seed), diagnostic.message(), diagnostic.cure()),
                plain.statement());
    }

    private static void fail(RunSummary.Failure failure, RunTally tally, RunListener listener) {
        tally.fail(failure);
        listener.on(new RunEvent.StepFailed(failure));
    }

    private static void stop(Seed next, RunTally tally, RunListener listener) {
        int left = tally.stepsLeft();
        Diagnostic stopped = Diagnostic.error(
                "SMELT-L105",
                "Stopped before seed " + next.address() + ", as asked: " + left
                        + (left == 1 ? " seed is" : " seeds are") + " left.",
                "Give the same command again: it makes every seed anew.");
        tally.stop(stopped);
        listener.on(new RunEvent.Stopped(stopped));
    }
}
