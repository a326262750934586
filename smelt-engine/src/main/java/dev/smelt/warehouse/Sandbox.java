package dev.smelt.warehouse;

import dev.smelt.model.Schema;
import java.util.List;

/** An empty engine in memory, to try SQL on rows that are given. What is done between two resets leaves nothing behind. */
public interface Sandbox extends AutoCloseable {
    /** Forgets everything that was made. */
    void reset();

    /** @throws StatementFailure where the engine refuses it or fails */
    void execute(String sql);

    /** All rows of a query, each value as the engine prints it. @throws StatementFailure as {@link #execute} */
    List<Cells> query(String sql);

    /** The columns of a query. @throws StatementFailure as {@link #execute} */
    Schema describe(String sql);

    @Override
    void close();
}
