package dev.smelt.model;

import dev.smelt.diagnostics.Place;
import java.util.List;
import java.util.Optional;

/**
 * A table that others load and models read.
 *
 * @param address its name in the project, {@code sources.raw.events}
 * @param table its table in the warehouse
 * @param columns its declared columns; empty where the warehouse is asked
 * @param timeseries its clock, where it has one; its partition column may be stored as text
 * @param uniqueKey columns that identify a row; empty where not declared
 * @param arrivalColumn the column that says when a row landed
 * @param appendOnly whether rows are only ever added
 * @param place where it is declared
 */
public record Source(
        Address address,
        TableName table,
        List<Column> columns,
        Optional<Timeseries> timeseries,
        List<String> uniqueKey,
        Optional<String> arrivalColumn,
        boolean appendOnly,
        Place place) {}
