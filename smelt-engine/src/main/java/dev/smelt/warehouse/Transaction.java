package dev.smelt.warehouse;

import java.util.List;

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

    void commit();

    @Override
    void close();
}
