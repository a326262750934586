package dev.smelt.relation;

import dev.smelt.sql.Reference;

/**
 * Something about the data that the derivation takes as true and every chunk checks on what it reads: that the time
 * column's granule is the row's partition.
 *
 * @param reference whose rows
 * @param timeColumn the time column a window is ordered by or a filter uses
 * @param partitionColumn the partition column of the same relation
 * @param declared whether {@code event_time_column} says so, or nothing does
 */
public record ClockAssumption(Reference reference, String timeColumn, String partitionColumn, boolean declared) {}
