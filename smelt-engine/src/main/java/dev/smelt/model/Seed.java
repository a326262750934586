package dev.smelt.model;

import dev.smelt.diagnostics.Place;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A table that a file of the project fills: CSV, Parquet, JSON, or a {@code .seed.sql} script whose SELECT makes it.
 * Models may read it by its address; where a declared source has the same table, the seed fills that source.
 *
 * @param address its name in the project
 * @param table its table in the warehouse
 * @param format how its file is read
 * @param file the file, absolute
 * @param script the SELECT of a script, variables expanded; present for {@link Format#SCRIPT} only
 * @param columns its declared columns; empty where the file decides
 * @param timeseries its clock, where it has one
 * @param place where it is declared
 */
public record Seed(
        Address address,
        TableName table,
        Format format,
        Path file,
        Optional<SourceText> script,
        List<Column> columns,
        Optional<Timeseries> timeseries,
        Place place) {
    /** How the file is read. */
    public enum Format {
        CSV,
        PARQUET,
        JSON,
        SCRIPT
    }
}
