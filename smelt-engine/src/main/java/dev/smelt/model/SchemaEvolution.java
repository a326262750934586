package dev.smelt.model;

/** How a model follows a change of its schema: in place where safe, or always by a full rebuild. */
public enum SchemaEvolution {
    ALTER_AND_BACKFILL,
    FULL_REFRESH
}
