package dev.smelt.schema;

/** What a difference between model and table leads to, from harmless to refused. */
public enum Outcome {
    /** Nothing to do. */
    NONE,
    /** Changed in place, no data lost. */
    SAFE,
    /** The shape is the same, but history was built under other logic. */
    LOGIC,
    /** The table is rebuilt whole at the next run. */
    REBUILD,
    /** Not done without an explicit permission. */
    REFUSED
}
