package dev.smelt.run;

/**
 * How much of what was announced for a model really had to be rewritten.
 *
 * @param announced partitions that what landed could have made stale, or that were missing: what the plan holds
 * @param recomputed those computed anew; the others were left, since nothing that they read came out changed
 * @param rewritten those that came out otherwise and were written
 */
public record PartitionCounts(long announced, long recomputed, long rewritten) {
    public static final PartitionCounts NONE = new PartitionCounts(0, 0, 0);

    /** Those that are as they were: computed anew and equal, or not even that. */
    public long unchanged() {
        return announced - rewritten;
    }

    public PartitionCounts plus(PartitionCounts more) {
        return new PartitionCounts(
                announced + more.announced, recomputed + more.recomputed, rewritten + more.rewritten);
    }
}
