package dev.smelt.law;

import dev.smelt.law.HistoryBench.Outcome;
import java.util.Map;
import java.util.TreeMap;

/** What came of many histories. */
final class HistoryTally {
    private int lived;
    private int offered;
    private int refused;
    private long steps;
    private long checked;
    private long announced;
    private long changed;
    private int broken;
    private final Map<String, Integer> endedBy = new TreeMap<>();

    synchronized void add(HistoryCase history, Outcome outcome) {
        lived++;
        offered += history.project().offered();
        refused += history.project().refused();
        steps += outcome.steps();
        checked += outcome.checked();
        announced += outcome.announced();
        changed += outcome.changed();
        outcome.ended().ifPresent(code -> endedBy.merge(code, 1, Integer::sum));
    }

    synchronized void addBroken() {
        broken++;
    }

    synchronized int broken() {
        return broken;
    }

    /** Of the models that asked to be incremental, how many may. */
    synchronized int acceptedPercent() {
        return percent(offered - refused, offered);
    }

    /** Of the histories, how many were lived to the end. */
    synchronized int wholePercent() {
        return percent(
                lived - endedBy.values().stream().mapToInt(Integer::intValue).sum(), lived);
    }

    private static int percent(long part, long whole) {
        return whole == 0 ? 100 : (int) (100 * part / whole);
    }

    @Override
    public synchronized String toString() {
        return lived + " histories of " + steps + " steps, " + broken + " broken; " + checked
                + " partitions compared with full rebuilds; of " + announced + " partitions announced dirty "
                + percent(changed, announced) + " % changed; of " + offered + " models offered " + acceptedPercent()
                + " % accepted; ended early: " + endedBy;
    }
}
