package dev.smelt.run;

import dev.smelt.ledger.Ledger;
import dev.smelt.model.Target;
import dev.smelt.warehouse.Access;
import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.Transaction;
import dev.smelt.warehouse.Warehouse;
import dev.smelt.warehouse.duckdb.DuckDbLedger;
import dev.smelt.warehouse.duckdb.DuckDbWarehouse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A DuckDB file that tests read and write beside the run. */
final class OpenWarehouse implements AutoCloseable {
    final Warehouse warehouse;
    final Ledger ledger;

    private OpenWarehouse(Warehouse warehouse, Ledger ledger) {
        this.warehouse = warehouse;
        this.ledger = ledger;
    }

    static OpenWarehouse open(Path file) {
        Target target = new Target("dev", "duckdb", file, "main", Map.of());
        Warehouse warehouse =
                DuckDbWarehouse.open(target, Access.WRITE, ZoneOffset.UTC, Duration.ofSeconds(10), "smelt:run");
        return new OpenWarehouse(warehouse, new DuckDbLedger(warehouse, "main"));
    }

    OpenWarehouse sql(String... statements) {
        try (Transaction transaction = warehouse.begin()) {
            Arrays.stream(statements).forEach(transaction::execute);
            transaction.commit();
        }
        return this;
    }

    /** Each row with its values separated by {@code |}, NULL as {@code NULL}. */
    List<String> rows(String query) {
        return warehouse.query(query, Integer.MAX_VALUE).stream()
                .map(OpenWarehouse::text)
                .toList();
    }

    private static String text(Cells row) {
        return row.values().stream().map(cell -> cell.orElse("NULL")).collect(Collectors.joining("|"));
    }

    @Override
    public void close() {
        warehouse.close();
    }
}
