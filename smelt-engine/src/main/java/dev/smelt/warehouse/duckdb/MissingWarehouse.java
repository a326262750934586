package dev.smelt.warehouse.duckdb;

import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.Granules;
import dev.smelt.model.PartitionPrint;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import dev.smelt.time.Granularity;
import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.Scratch;
import dev.smelt.warehouse.StatementFailure;
import dev.smelt.warehouse.Transaction;
import dev.smelt.warehouse.Warehouse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A warehouse whose file does not exist, looked at: it has nothing in it, and looking makes no file. */
final class MissingWarehouse implements Warehouse {
    private final Path database;

    MissingWarehouse(Path database) {
        this.database = database;
    }

    @Override
    public CatalogueSnapshot catalogue() {
        return CatalogueSnapshot.EMPTY;
    }

    @Override
    public Granules granules(String relation, String column, Granularity granularity) {
        return Granules.none(granularity);
    }

    @Override
    public List<PartitionPrint> prints(TableName table, Optional<Timeseries> clock, Optional<String> arrival) {
        return List.of();
    }

    @Override
    public List<Cells> query(String sql, int limit) {
        throw new StatementFailure(
                StatementFailure.Cause.STATEMENT,
                "There is nothing to query: the warehouse " + database + " does not exist yet.",
                sql,
                null);
    }

    @Override
    public Transaction begin() {
        throw new IllegalStateException("A warehouse that is open for reading has no transactions.");
    }

    @Override
    public Scratch scratch() {
        throw new IllegalStateException("There is no warehouse to open scratch tables beside: " + database);
    }

    @Override
    public void cancel() {
        // nothing runs here
    }

    @Override
    public String engine() {
        return DuckDbConnector.engine();
    }

    @Override
    public void close() {
        // nothing was opened
    }
}
