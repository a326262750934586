package dev.smelt.model;

/** Whether a table is rebuilt whole or partition by partition. */
public enum Refresh {
    FULL,
    INCREMENTAL
}
