package dev.smelt.ledger;

import dev.smelt.warehouse.Transaction;
import java.util.List;

/** Where smelt remembers what is built: in the warehouse, in the transactions of the data itself. */
public interface Ledger {
    /** The ledger as it is now; empty where the warehouse has none yet. Writes nothing. */
    LedgerSnapshot read();

    /** Makes the ledger's tables where they are missing. Called once before the first write of an invocation. */
    void prepare();

    /** Writes a change as part of a transaction. */
    void apply(Transaction transaction, LedgerChange change, String runId);

    /** Writes the beginning or the end of a run, in a transaction of its own. */
    void record(RunRecord run);

    /** The last runs, newest first. */
    List<RunRecord> runs(int limit);
}
