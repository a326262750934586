package dev.smelt.report.snapshot;

/** What the writer and the reader of snapshot files agree on. */
final class SnapshotFormat {
    /** The version of the format; a file of a newer one is refused. */
    static final int VERSION = 1;

    static final String VERSION_KEY = "smeltSnapshot";

    private SnapshotFormat() {}
}
