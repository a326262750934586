package dev.smelt.schema;

import java.util.List;

/**
 * One difference between a model's columns and its table's.
 *
 * @param headline as diff prints it: {@code ADD COLUMN is_purchase BOOLEAN NULL}
 * @param outcome what it leads to
 * @param explanation why, as diff prints it after the arrow: {@code Safe: ALTER TABLE (no data loss)}
 * @param statements what a run executes for it, without semicolons; empty unless {@link Outcome#SAFE}
 * @param cure the permission or key that would allow it; empty unless refused (or for a rebuild, the way round)
 */
public record SchemaChange(
        String headline, Outcome outcome, String explanation, List<String> statements, String cure) {}
