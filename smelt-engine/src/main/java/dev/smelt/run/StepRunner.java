package dev.smelt.run;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.ledger.Ledger;
import dev.smelt.ledger.LedgerChange;
import dev.smelt.ledger.RunStep;
import dev.smelt.model.Address;
import dev.smelt.model.Identifier;
import dev.smelt.model.PartitionPrint;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import dev.smelt.plan.PrintChanges;
import dev.smelt.plan.Step;
import dev.smelt.time.Granularity;
import dev.smelt.time.IntervalSet;
import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.StatementFailure;
import dev.smelt.warehouse.Transaction;
import dev.smelt.warehouse.Warehouse;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Executes single steps, each as one transaction that holds the data and what the ledger says of it. */
final class StepRunner {
    /**
     * Rows that a chunk took out and put in.
     *
     * @param changed the partitions that came out otherwise; empty where all were rewritten without a look
     */
    record Rewritten(long deleted, long inserted, Optional<IntervalSet> changed) {}

    /**
     * Rows that a table made whole holds, and those left out because they belong to no partition.
     *
     * @param changed the partitions that came out otherwise; empty where nobody looked
     */
    record Made(long rows, long leftOutNull, Optional<IntervalSet> changed) {
        Made(long rows, long leftOutNull) {
            this(rows, leftOutNull, Optional.empty());
        }
    }

    /** What the ledger is told of the partitions that came out otherwise. */
    interface Marks {
        List<LedgerChange> of(IntervalSet changed);
    }

    private final Warehouse warehouse;
    private final Ledger ledger;
    private final String runId;
    private final ConflictRetry retry;
    private final RunJournal journal;

    StepRunner(Warehouse warehouse, Ledger ledger, String runId, ConflictRetry retry, RunJournal journal) {
        this.warehouse = warehouse;
        this.ledger = ledger;
        this.runId = runId;
        this.retry = retry;
        this.journal = journal;
    }

    /**
     * Gives the number of statements. The engine refuses some ALTERs of an indexed table, so that indexes are taken
     * off meanwhile.
     */
    int migrate(Step.Migrate step) {
        Optional<Integer> position = journal.next(step);
        return retry.transaction(step.model(), transaction -> {
            List<ExistingTable.Index> indexes = ExistingTable.indexes(transaction, step.table());
            indexes.forEach(
                    index -> transaction.execute("DROP INDEX " + index.name().sql()));
            step.statements().forEach(transaction::execute);
            restore(transaction, step.table(), indexes);
            apply(transaction, step.ledger(), tickedOff(step, position, 0, 0));
            return step.statements().size();
        });
    }

    Made materialize(Step.Materialize step, Marks marks) {
        Optional<Integer> position = journal.next(step);
        return retry.transaction(step.model(), transaction -> {
            transaction.execute(
                    "CREATE SCHEMA IF NOT EXISTS " + Identifier.sql(step.table().schema()));
            Made made = switch (step.how()) {
                case TABLE -> compared(transaction, step);
                case EMPTY_TABLE_IF_MISSING -> emptyTable(transaction, step);
                case VIEW -> view(transaction, step);
                case SHOWN_ONLY -> throw new IllegalArgumentException("A step that is only shown was run.");
            };
            apply(
                    transaction,
                    step.ledger(),
                    made.changed().map(marks::of).orElse(List.of()),
                    tickedOff(step, position, 0, made.rows()));
            return made;
        });
    }

    Rewritten chunk(Step.Chunk step, Marks marks) {
        Optional<Integer> position = journal.next(step);
        return retry.transaction(step.model(), transaction -> {
            step.checks().forEach(check -> check(transaction, check));
            Optional<IntervalSet> changed =
                    step.comparison().map(comparison -> changed(transaction, comparison, step.granularity()));
            long deleted = transaction.execute(step.update().orElse(step.delete()));
            long inserted = step.update().isPresent() ? deleted : transaction.execute(step.insert());
            apply(
                    transaction,
                    step.ledger(),
                    changed.map(marks::of).orElse(List.of()),
                    tickedOff(step, position, deleted, inserted));
            return new Rewritten(deleted, inserted, changed);
        });
    }

    /** Tells the ledger what became of steps that did not have to be executed. */
    void record(Address model, List<LedgerChange> changes, List<Step> left) {
        List<LedgerChange> done = left.stream()
                .flatMap(step -> tickedOff(step, journal.next(step), 0, 0).stream())
                .toList();
        retry.transaction(model, transaction -> {
            apply(transaction, changes, done);
            return 0;
        });
    }

    private static IntervalSet changed(Transaction transaction, Step.Comparison comparison, Granularity granularity) {
        comparison.statements().forEach(transaction::execute);
        return IntervalSet.of(transaction.query(comparison.changed(), Integer.MAX_VALUE).stream()
                .map(row -> granularity.granule(row.number(0)))
                .toList());
    }

    /** Where it is asked which partitions change, the table is looked at before and after. */
    private static Made compared(Transaction transaction, Step.Materialize step) {
        boolean stands = ExistingTable.kind(transaction, step.table()) == ExistingTable.Kind.TABLE;
        Optional<Step.Prints> prints = step.prints().filter(asked -> stands);
        if (prints.isEmpty()) {
            return table(transaction, step);
        }
        Optional<Timeseries> clock = prints.get().clock();
        List<PartitionPrint> before = transaction.prints(step.table(), clock);
        Made made = table(transaction, step);
        List<PartitionPrint> now = transaction.prints(step.table(), clock);
        return new Made(
                made.rows(),
                made.leftOutNull(),
                Optional.of(IntervalSet.of(
                        PrintChanges.between(before, now, prints.get().lostBefore()))));
    }

    long leftOut(Step.CountLeftOut step) {
        return warehouse.query(step.sql(), 1).get(0).number(0);
    }

    /**
     * The replacement and the old table live side by side until the commit, so that a run that dies leaves the old one
     * and nothing else. The SELECT is run once: rows without a partition are counted by taking them out again.
     */
    private static Made table(Transaction transaction, Step.Materialize step) {
        TableName table = step.table();
        List<ExistingTable.Index> indexes = ExistingTable.indexes(transaction, table);
        ExistingTable.dropView(transaction, table);
        transaction.execute("CREATE OR REPLACE TABLE " + table.sql() + " AS\n" + step.select());
        long leftOut = step.partition()
                .map(partition -> transaction.execute(
                        "DELETE FROM " + table.sql() + " WHERE " + Identifier.sql(partition) + " IS NULL"))
                .orElse(0L);
        restore(transaction, table, indexes);
        return new Made(ExistingTable.rows(transaction, table), leftOut);
    }

    private static Made emptyTable(Transaction transaction, Step.Materialize step) {
        ExistingTable.dropView(transaction, step.table());
        transaction.execute("CREATE TABLE IF NOT EXISTS " + step.table().sql() + " AS SELECT * FROM (\n" + step.select()
                + "\n) LIMIT 0");
        return new Made(0, 0);
    }

    private Made view(Transaction transaction, Step.Materialize step) {
        TableName name = step.table();
        if (ExistingTable.kind(transaction, name) == ExistingTable.Kind.TABLE) {
            boolean ours = ledger.read().models().values().stream()
                    .anyMatch(model -> model.deployment().table().equals(name));
            if (!ours) {
                throw SmeltException.project(Diagnostic.error(
                        "SMELT-L104",
                        "The view would take the place of the table " + name + ", which smelt did not make",
                        "Rename or drop that table, or rename the model."));
            }
            transaction.execute("DROP TABLE " + name.sql());
        }
        transaction.execute("CREATE OR REPLACE VIEW " + name.sql() + " AS\n" + step.select());
        return new Made(0, 0);
    }

    private static void check(Transaction transaction, Step.Check check) {
        List<Cells> found = transaction.query(check.sql(), 1);
        if (!found.isEmpty()) {
            String row = found.get(0).at(0).orElse("NULL");
            throw SmeltException.project(
                    Diagnostic.error(check.code(), check.message().strip() + " " + row, check.cure()));
        }
    }

    private static void restore(Transaction transaction, TableName table, List<ExistingTable.Index> indexes) {
        for (ExistingTable.Index index : indexes) {
            try {
                transaction.execute(index.definition());
            } catch (StatementFailure failure) {
                if (failure.kind() != StatementFailure.Cause.STATEMENT) {
                    throw failure;
                }
                throw SmeltException.project(Diagnostic.error(
                        "SMELT-L106",
                        "The index " + index.name().name() + " of " + table + " cannot be kept: "
                                + failure.getMessage(),
                        "Drop it with DROP INDEX " + index.name().sql() + ", or give the model back what it needs."));
            }
        }
    }

    /** Written in the transaction of the step, so that a resumed run knows exactly what is missing. */
    private static List<LedgerChange> tickedOff(Step step, Optional<Integer> position, long deleted, long inserted) {
        return position.stream()
                .<LedgerChange>map(
                        at -> new LedgerChange.StepDone(step.model(), at, RunStep.State.DONE, deleted, inserted))
                .toList();
    }

    @SafeVarargs
    private void apply(Transaction transaction, List<LedgerChange>... changes) {
        ledger.apply(transaction, Stream.of(changes).flatMap(List::stream).toList(), runId);
    }
}
