package dev.smelt.warehouse;

import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.Granules;
import dev.smelt.time.Granularity;
import java.util.List;

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

    /** The first rows of a query outside any transaction. */
    List<Cells> query(String sql, int limit);

    Transaction begin();

    /** The engine and its version, such as {@code DuckDB v2.0.0}. */
    String engine();

    @Override
    void close();
}
