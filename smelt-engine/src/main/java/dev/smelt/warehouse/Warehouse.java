package dev.smelt.warehouse;

import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.Granules;
import dev.smelt.model.PartitionPrint;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import dev.smelt.time.Granularity;
import java.util.List;
import java.util.Optional;

/** One open warehouse. While it is open for writing this process owns it. Closing it frees the file. */
public interface Warehouse extends AutoCloseable {
    /** All tables and views, of every schema but the engine's own and smelt's. */
    CatalogueSnapshot catalogue();

    /**
     * How many rows a relation has per granule of one of its columns.
     *
     * @param relation a table name or a subquery in parentheses, as SQL
     * @param column the column's name; text columns are cast to a timestamp
     */
    Granules granules(String relation, String column, Granularity granularity);

    /**
     * What a table holds now, per granule where it has a clock, else as one partition.
     *
     * @param arrival for a table that rows are only ever added to, the column that says when a row landed: it and the
     *     counts are then looked at instead of the rows themselves
     */
    List<PartitionPrint> prints(TableName table, Optional<Timeseries> clock, Optional<String> arrival);

    /** The first rows of a query outside any transaction. */
    List<Cells> query(String sql, int limit);

    Transaction begin();

    /**
     * Opens scratch tables beside a warehouse that is open for reading.
     *
     * @throws IllegalStateException where it is open for writing: statements could then change more than scratch tables
     */
    Scratch scratch();

    /**
     * Makes what runs now fail, from another thread: the open transaction, at whatever statement it is, and a query outside
     * of it. A COMMIT under way is left to end. Transactions begun later are not touched.
     */
    void cancel();

    /** The engine and its version, such as {@code DuckDB v2.0.0}. */
    String engine();

    @Override
    void close();
}
