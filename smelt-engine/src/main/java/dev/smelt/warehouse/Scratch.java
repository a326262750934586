package dev.smelt.warehouse;

import dev.smelt.model.TableName;
import java.util.List;

/**
 * Tables for one's own use beside those of a warehouse. They can be read together with the warehouse's, lie in memory or
 * in the engine's spill directory, never in the warehouse file, and are gone once this is closed or the process dies.
 */
public interface Scratch extends AutoCloseable {
    /** The name by which statements reach a table of this name. */
    TableName table(String name);

    /** Makes a table of what a query gives, in the place of one of that name. */
    void create(String name, String select);

    /**
     * Runs one statement; it can change nothing but scratch tables.
     *
     * @return how many rows it inserted, deleted or updated; 0 for others
     * @throws StatementFailure where the engine refuses it or fails
     */
    long execute(String sql);

    /** The first rows of a query, each value as the engine prints it. */
    List<Cells> query(String sql, int limit);

    @Override
    void close();
}
