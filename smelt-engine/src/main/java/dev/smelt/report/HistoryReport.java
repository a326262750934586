package dev.smelt.report;

import dev.smelt.ledger.PastRun;
import dev.smelt.model.Address;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What ran.
 *
 * @param database the warehouse file's name, for the reader
 * @param models to which the runs are narrowed; empty for every run
 * @param runs newest first, read while nothing wrote: one without an end was killed
 */
public record HistoryReport(String database, Set<Address> models, List<PastRun> runs) {
    public HistoryReport {
        models = java.util.Collections.unmodifiableSet(new TreeSet<>(models));
        runs = List.copyOf(runs);
    }
}
