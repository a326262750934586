package dev.smelt.warehouse;

import dev.smelt.model.PartitionPrint;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import java.util.List;
import java.util.Optional;

/**
 * One transaction of the warehouse. Closing it without {@link #commit} rolls it back. Once a statement has failed it can
 * only be rolled back: {@link #commit} then throws, since an engine may report success there and save nothing.
 */
public interface Transaction extends AutoCloseable {
    /**
     * Runs one statement.
     *
     * @return how many rows it inserted, deleted or updated; 0 for others
     * @throws StatementFailure where the engine refuses it or fails
     */
    long execute(String sql);

    /** The first rows of a query, each value as the engine prints it. */
    List<Cells> query(String sql, int limit);

    /** What a table holds now, this transaction's own changes included: per granule where it has a clock, else as one. */
    List<PartitionPrint> prints(TableName table, Optional<Timeseries> clock);

    void commit();

    @Override
    void close();
}
