package dev.smelt.warehouse.duckdb;

import dev.smelt.ledger.Definition;
import dev.smelt.ledger.DefinitionTexts;
import dev.smelt.ledger.Deployment;
import dev.smelt.ledger.LedgerSnapshot;
import dev.smelt.ledger.ModelState;
import dev.smelt.ledger.PartitionState;
import dev.smelt.model.Address;
import dev.smelt.model.Column;
import dev.smelt.model.Literal;
import dev.smelt.model.PartitionPrint;
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

    LedgerReader(DuckDbWarehouse warehouse, String targetSchema) {
        this.warehouse = warehouse;
        this.ofTarget = " WHERE target_schema = " + Literal.text(targetSchema);
    }

    /** Models that were deployed; what was built of one that never was (its table was dropped, say) is left out. */
    LedgerSnapshot read() {
        return warehouse.atOneMoment(this::snapshot);
    }

    private LedgerSnapshot snapshot() {
        long version = LedgerTables.version(warehouse);
        Map<String, List<PartitionState>> partitions = partitions();
        SortedMap<Address, ModelState> models = new TreeMap<>();
        deployments(version).forEach((model, deployment) -> {
            Address address = new Address(model);
            models.put(address, new ModelState(address, deployment, partitions.getOrDefault(model, List.of())));
        });
        return new LedgerSnapshot(models, LedgerTables.holdSeen(version) ? sources() : new TreeMap<>());
    }

    /** Numbers alone cross over from the engine row by row: millions of rows share a handful of texts, read once. */
    private Map<String, List<PartitionState>> partitions() {
        String texts = "(SELECT text, row_number() OVER (ORDER BY text) AS id FROM (SELECT DISTINCT"
                + " unnest([model, definition, run_id, stale_reason]) AS text FROM _smelt.partitions" + ofTarget
                + ") WHERE text IS NOT NULL)";
        List<String> byId = new ArrayList<>();
        byId.add("");
        warehouse.read("SELECT text FROM " + texts + " ORDER BY id", row -> byId.add(row.getString(1)));
        Map<String, List<PartitionState>> partitions = new HashMap<>();
        warehouse.read(
                "WITH texts AS MATERIALIZED " + texts + " SELECT m.id, range_start, range_end, complete,"
                        + " coalesce(s.id, 0), d.id, r.id, sequence, horizon, \"rows\" FROM _smelt.partitions"
                        + " JOIN texts m ON m.text = model JOIN texts d ON d.text = definition"
                        + " JOIN texts r ON r.text = run_id LEFT JOIN texts s ON s.text = stale_reason" + ofTarget
                        + " ORDER BY m.id, range_start",
                row -> partitions
                        .computeIfAbsent(byId.get(row.getInt(1)), key -> new ArrayList<>())
                        .add(new PartitionState(
                                new Interval(row.getLong(2), row.getLong(3)),
                                row.getBoolean(4),
                                row.getInt(5) == 0 ? Optional.empty() : Optional.of(byId.get(row.getInt(5))),
                                byId.get(row.getInt(6)),
                                byId.get(row.getInt(7)),
                                row.getLong(8),
                                row.getLong(9),
                                row.getLong(10))));
        return partitions;
    }

    private SortedMap<Address, List<PartitionPrint>> sources() {
        SortedMap<Address, List<PartitionPrint>> sources = new TreeMap<>();
        warehouse.read(
                "SELECT source, range_start, range_end, \"rows\", fingerprint FROM _smelt.seen" + ofTarget
                        + " ORDER BY source, range_start, range_end",
                row -> {
                    // a source that was empty when it was seen has one row without a range
                    List<PartitionPrint> seen =
                            sources.computeIfAbsent(new Address(text(row, 1)), key -> new ArrayList<>());
                    if (row.getLong(2) < row.getLong(3)) {
                        seen.add(new PartitionPrint(
                                new Interval(row.getLong(2), row.getLong(3)), row.getLong(4), text(row, 5)));
                    }
                });
        return sources;
    }

    private Map<String, Deployment> deployments(long version) {
        Map<String, Schema> schemas = schemas();
        Map<String, Definition> definitions = definitions(version);
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

    private Map<String, Definition> definitions(long version) {
        Map<String, String> rowSets = new HashMap<>();
        Map<String, SortedMap<String, String>> columns = new HashMap<>();
        Map<String, String> rowTexts = new HashMap<>();
        Map<String, SortedMap<String, String>> texts = new HashMap<>();
        String written = LedgerTables.holdTexts(version) ? "written" : "NULL";
        String query = "SELECT model, column_name, fingerprint, " + written + " FROM _smelt.definitions" + ofTarget;
        warehouse.read(query, row -> {
            String model = text(row, 1);
            Optional<String> column = optionalText(row, 2);
            Optional<String> text = optionalText(row, 4);
            if (column.isEmpty()) {
                rowSets.put(model, text(row, 3));
                text.ifPresent(each -> rowTexts.put(model, each));
            } else {
                columns.computeIfAbsent(model, key -> new TreeMap<>()).put(column.get(), text(row, 3));
                text.ifPresent(each ->
                        texts.computeIfAbsent(model, key -> new TreeMap<>()).put(column.get(), each));
            }
        });
        Map<String, Definition> definitions = new HashMap<>();
        rowSets.forEach((model, rowSet) -> definitions.put(
                model,
                new Definition(
                        rowSet,
                        columns.getOrDefault(model, new TreeMap<>()),
                        new DefinitionTexts(
                                Optional.ofNullable(rowTexts.get(model)),
                                texts.getOrDefault(model, new TreeMap<>())))));
        return definitions;
    }

    private static String text(ResultSet row, int column) throws SQLException {
        return row.getString(column);
    }

    private static Optional<String> optionalText(ResultSet row, int column) throws SQLException {
        return Optional.ofNullable(row.getString(column));
    }
}
