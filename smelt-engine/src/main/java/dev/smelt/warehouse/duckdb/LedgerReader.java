package dev.smelt.warehouse.duckdb;

import dev.smelt.ledger.Definition;
import dev.smelt.ledger.Deployment;
import dev.smelt.ledger.LedgerSnapshot;
import dev.smelt.ledger.ModelState;
import dev.smelt.ledger.PartitionState;
import dev.smelt.model.Address;
import dev.smelt.model.Column;
import dev.smelt.model.Literal;
import dev.smelt.model.Schema;
import dev.smelt.model.SqlType;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import dev.smelt.time.Interval;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads the whole ledger of one target schema: one query per table, whatever the number of models. */
final class LedgerReader {
    private final DuckDbWarehouse warehouse;
    private final String ofTarget;
    private final Map<String, String> shared = new HashMap<>();

    LedgerReader(DuckDbWarehouse warehouse, String targetSchema) {
        this.warehouse = warehouse;
        this.ofTarget = " WHERE target_schema = " + Literal.text(targetSchema);
    }

    /** Models that were deployed; what was built of one that never was (its table was dropped, say) is left out. */
    LedgerSnapshot read() {
        Map<String, List<PartitionState>> partitions = partitions();
        SortedMap<Address, ModelState> models = new TreeMap<>();
        deployments().forEach((model, deployment) -> {
            Address address = new Address(model);
            models.put(address, new ModelState(address, deployment, partitions.getOrDefault(model, List.of())));
        });
        return new LedgerSnapshot(models);
    }

    private Map<String, List<PartitionState>> partitions() {
        Map<String, List<PartitionState>> partitions = new HashMap<>();
        warehouse.read(
                "SELECT model, range_start, range_end, complete, stale_reason, definition, run_id, sequence, horizon,"
                        + " \"rows\" FROM _smelt.partitions" + ofTarget + " ORDER BY model, range_start",
                row -> partitions
                        .computeIfAbsent(text(row, 1), key -> new ArrayList<>())
                        .add(new PartitionState(
                                new Interval(row.getLong(2), row.getLong(3)),
                                row.getBoolean(4),
                                optionalText(row, 5),
                                text(row, 6),
                                text(row, 7),
                                row.getLong(8),
                                row.getLong(9),
                                row.getLong(10))));
        return partitions;
    }

    private Map<String, Deployment> deployments() {
        Map<String, Schema> schemas = schemas();
        Map<String, Definition> definitions = definitions();
        Map<String, Deployment> deployments = new HashMap<>();
        warehouse.read(
                "SELECT model, table_schema, table_name, event_time_column, partition_column, granularity FROM"
                        + " _smelt.deployed" + ofTarget,
                row -> {
                    String model = text(row, 1);
                    deployments.put(
                            model,
                            new Deployment(
                                    new TableName(text(row, 2), text(row, 3)),
                                    schemas.getOrDefault(model, new Schema(List.of())),
                                    clock(row),
                                    definitions.getOrDefault(model, new Definition("", new TreeMap<>()))));
                });
        return deployments;
    }

    private Optional<Timeseries> clock(ResultSet row) throws SQLException {
        Optional<String> partitionColumn = optionalText(row, 5);
        return partitionColumn.isEmpty()
                ? Optional.empty()
                : Optional.of(new Timeseries(
                        optionalText(row, 4), partitionColumn.get(), GranularityText.parse(text(row, 6))));
    }

    private Map<String, Schema> schemas() {
        Map<String, List<Column>> columns = new HashMap<>();
        warehouse.read(
                "SELECT model, column_name, data_type, nullable FROM _smelt.deployed_columns" + ofTarget
                        + " ORDER BY model, position",
                row -> columns.computeIfAbsent(text(row, 1), key -> new ArrayList<>())
                        .add(new Column(text(row, 2), new SqlType(text(row, 3)), row.getBoolean(4))));
        Map<String, Schema> schemas = new HashMap<>();
        columns.forEach((model, list) -> schemas.put(model, new Schema(list)));
        return schemas;
    }

    private Map<String, Definition> definitions() {
        Map<String, String> rowSets = new HashMap<>();
        Map<String, SortedMap<String, String>> columns = new HashMap<>();
        warehouse.read("SELECT model, column_name, fingerprint FROM _smelt.definitions" + ofTarget, row -> {
            String model = text(row, 1);
            Optional<String> column = optionalText(row, 2);
            if (column.isEmpty()) {
                rowSets.put(model, text(row, 3));
            } else {
                columns.computeIfAbsent(model, key -> new TreeMap<>()).put(column.get(), text(row, 3));
            }
        });
        Map<String, Definition> definitions = new HashMap<>();
        rowSets.forEach((model, rowSet) ->
                definitions.put(model, new Definition(rowSet, columns.getOrDefault(model, new TreeMap<>()))));
        return definitions;
    }

    /** Millions of rows share a handful of texts: one object for each. */
    private String text(ResultSet row, int column) throws SQLException {
        String read = row.getString(column);
        return shared.computeIfAbsent(read, key -> key);
    }

    private Optional<String> optionalText(ResultSet row, int column) throws SQLException {
        Optional<String> read = Optional.ofNullable(row.getString(column));
        return read.map(text -> shared.computeIfAbsent(text, key -> key));
    }
}
