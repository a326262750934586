package dev.smelt.model;

import dev.smelt.time.Granularity;
import java.util.Optional;

/**
 * The declaration that makes a relation clocked.
 *
 * @param eventTimeColumn the column that says when a row happened; its granule is the row's partition
 * @param partitionColumn the column whose granule is the partition
 * @param granularity the size of a partition; {@link Granularity#INTEGER} for an integer partition column
 */
public record Timeseries(Optional<String> eventTimeColumn, String partitionColumn, Granularity granularity) {}
