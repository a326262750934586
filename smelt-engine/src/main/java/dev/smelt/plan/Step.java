package dev.smelt.plan;

import dev.smelt.ledger.LedgerChange;
import dev.smelt.model.Address;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One thing that is done to one model, with the statements that do it and the reason why. */
public sealed interface Step {
    Address model();

    /** Why this step is in the plan, for people: {@code asked for}, {@code upstream of silver.sessions}, ... */
    String reason();

    /**
     * Changes a table's shape in place; all statements in one transaction with the ledger changes.
     *
     * @param statements ALTER (and UPDATE, for backfill expressions) statements, without semicolons; empty where only
     *     the ledger changes, for this model or for others: what landed data made stale is recorded before anything runs
     */
    record Migrate(Address model, TableName table, List<String> statements, List<LedgerChange> ledger, String reason)
            implements Step {}

    /**
     * Makes a table or view from the statement that previews print.
     *
     * @param select the typed SELECT, as printed under "Would run"
     * @param how what is made of it
     * @param partition the partition column whose NULL rows are left out and counted; empty without a clock
     * @param prints where only partitions that came out otherwise count as changed: how it is told which
     */
    record Materialize(
            Address model,
            TableName table,
            String select,
            How how,
            Optional<String> partition,
            Optional<Prints> prints,
            List<LedgerChange> ledger,
            String reason)
            implements Step {
        /** A table or view of which everything counts as changed. */
        public Materialize(
                Address model,
                TableName table,
                String select,
                How how,
                Optional<String> partition,
                List<LedgerChange> ledger,
                String reason) {
            this(model, table, select, how, partition, Optional.empty(), ledger, reason);
        }

        /** Of which only partitions that come out otherwise count as changed. */
        Materialize comparing(Prints taken) {
            return new Materialize(model, table, select, how, partition, Optional.of(taken), ledger, reason);
        }

        Materialize with(List<LedgerChange> changes) {
            return new Materialize(model, table, select, how, partition, prints, List.copyOf(changes), reason);
        }
    }

    /**
     * The fingerprints of a table's partitions, taken before and after it is made: a partition is unchanged where they are
     * equal.
     *
     * @param clock by which the table has partitions; empty where all of it is one
     * @param lostBefore partitions that end there or before and vanish went with the inputs' history: what was built from
     *     them is kept
     */
    record Prints(Optional<Timeseries> clock, long lostBefore) {}

    /** What a {@link Materialize} does with its SELECT. */
    enum How {
        /** The whole table is built aside and swapped in, in one transaction. */
        TABLE,
        /** An empty table is made where there is none. */
        EMPTY_TABLE_IF_MISSING,
        /** The view is replaced. */
        VIEW,
        /** Shown only: nothing is run. */
        SHOWN_ONLY
    }

    /**
     * Rewrites one window of an incremental table in one transaction: checks, DELETE, INSERT, ledger.
     *
     * @param number from 1, among the chunks of this model
     * @param count how many chunks this model has
     * @param window the output partitions written, whole granules
     * @param delete the DELETE, as printed
     * @param insert the INSERT, as printed
     * @param comparison where only partitions that come out otherwise are rewritten: what tells which, before the DELETE
     * @param update where rows stay and only values change: the UPDATE that is run and does what DELETE and INSERT would,
     *     which are not run then
     * @param reads what is read, per reference; unbounded for a lookup
     * @param checks run before the DELETE; one that returns a row fails the chunk
     */
    record Chunk(
            Address model,
            TableName table,
            int number,
            int count,
            Interval window,
            Granularity granularity,
            String delete,
            String insert,
            Optional<Comparison> comparison,
            Optional<String> update,
            List<Read> reads,
            List<Check> checks,
            List<LedgerChange> ledger,
            String reason)
            implements Step {
        /** A chunk that rewrites all of its window. */
        public Chunk(
                Address model,
                TableName table,
                int number,
                int count,
                Interval window,
                Granularity granularity,
                String delete,
                String insert,
                List<Read> reads,
                List<Check> checks,
                List<LedgerChange> ledger,
                String reason) {
            this(
                    model,
                    table,
                    number,
                    count,
                    window,
                    granularity,
                    delete,
                    insert,
                    Optional.empty(),
                    Optional.empty(),
                    reads,
                    checks,
                    ledger,
                    reason);
        }

        /** Everything that is executed, in this order, ledger and checks aside. */
        public List<String> statements() {
            if (update.isPresent()) {
                return List.of(update.get());
            }
            return Stream.concat(
                            comparison.map(Comparison::statements).orElse(List.of()).stream(),
                            Stream.of(delete, insert))
                    .toList();
        }

        Chunk with(List<LedgerChange> changes) {
            return new Chunk(
                    model,
                    table,
                    number,
                    count,
                    window,
                    granularity,
                    delete,
                    insert,
                    comparison,
                    update,
                    reads,
                    checks,
                    List.copyOf(changes),
                    reason);
        }
    }

    /**
     * How a chunk finds out which of its partitions come out otherwise than they are: as multisets of rows, NULLs and
     * nested values included. Only these are deleted and inserted.
     *
     * @param statements run in this order before the DELETE: the rows computed anew go into a temporary table, and beside
     *     it the partitions whose rows differ into another; both are gone with the transaction's connection
     * @param changed a query of the starts of the partitions that differ, as axis values
     */
    record Comparison(List<String> statements, String changed) {
        public Comparison {
            statements = List.copyOf(statements);
        }
    }

    /**
     * Counts, after the chunks of a model, the rows that belong to no partition because their partition column is NULL.
     * Writes nothing; chunks leave such rows out by their clamp.
     *
     * @param sql a query that gives one number
     * @param partition the partition column, for the message: {@code 1 row without d left out}
     */
    record CountLeftOut(Address model, String sql, String partition, String reason) implements Step {}

    /** What a chunk reads of one reference. */
    record Read(Address upstream, TableName table, Interval window, Granularity granularity) {}

    /**
     * A query that must return no row.
     *
     * @param sql its first column describes the offending row
     * @param message what is wrong where it returns one; the row's description is appended
     * @param cure what to do
     */
    record Check(String code, String sql, String message, String cure) {}
}
