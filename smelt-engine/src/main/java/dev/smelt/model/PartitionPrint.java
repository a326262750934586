package dev.smelt.model;

import dev.smelt.time.Interval;

/**
 * What one partition of a table held at one moment, so that a later look can tell whether it is still the same.
 *
 * @param range the granule; {@link Interval#ALL} for a table without a clock, which is one partition, and for the rows
 *     of a clocked table that lie in no granule, their clock being NULL or infinite
 * @param rows how many rows it held
 * @param print equal for equal rows, in any order; says how it was taken, so that prints taken otherwise are unequal
 */
public record PartitionPrint(Interval range, long rows, String print) {}
