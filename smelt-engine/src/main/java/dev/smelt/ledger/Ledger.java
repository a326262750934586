package dev.smelt.ledger;

import dev.smelt.model.Address;
import dev.smelt.warehouse.Transaction;
import java.util.List;
import java.util.Set;

/** Where smelt remembers what is built: in the warehouse, in the transactions of the data itself. */
public interface Ledger {
    /** The ledger as it is now; empty where the warehouse has none yet. Writes nothing. */
    LedgerSnapshot read();

    /** Makes the ledger's tables where they are missing. Called once before the first write of an invocation. */
    void prepare();

    /** Writes changes, in their order, as part of a transaction. Best told all at once. */
    void apply(Transaction transaction, List<LedgerChange> changes, String runId);

    /** Writes the beginning or the end of a run, in a transaction of its own. */
    void record(RunRecord run);

    /** Writes the beginning of a run and all that it is going to do, in a transaction of its own. */
    void begin(RunRecord run, List<RunStep> steps);

    /** Writes the end of a run and what failed in it, in a transaction of its own. */
    void end(RunRecord run, List<RunFailure> failures);

    /** The last runs, newest first. */
    List<RunRecord> runs(int limit);

    /**
     * The last runs with all that they did, newest first.
     *
     * @param models only runs that wrote, or were to write, one of these; empty for every run
     */
    List<PastRun> history(int limit, Set<Address> models);
}
