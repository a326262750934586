package dev.smelt.report.snapshot;

import dev.smelt.ledger.Definition;
import dev.smelt.ledger.Deployment;
import dev.smelt.ledger.ModelState;
import dev.smelt.ledger.PartitionState;
import dev.smelt.ledger.WarehouseSnapshot;
import dev.smelt.model.CatalogueSnapshot.Relation;
import dev.smelt.model.Column;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a snapshot: everything in a fixed order, and nothing that differs between two looks at the same warehouse, so that
 * the file can be kept under version control.
 */
public final class SnapshotWriter {
    private final WarehouseSnapshot snapshot;

    private SnapshotWriter(WarehouseSnapshot snapshot) {
        this.snapshot = snapshot;
    }

    /** The file's text, ending in a line end. */
    public static String write(WarehouseSnapshot snapshot) {
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer =
                new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
        return new JsonMapper().writer().with(printer).writeValueAsString(new SnapshotWriter(snapshot).document())
                + "\n";
    }

    private ObjectNode document() {
        ObjectNode json = object();
        json.put(SnapshotFormat.VERSION_KEY, SnapshotFormat.VERSION);
        json.put("schema", snapshot.targetSchema());
        ArrayNode models = json.putArray("models");
        snapshot.ledger().models().values().forEach(state -> models.add(model(state)));
        ArrayNode relations = json.putArray("relations");
        snapshot.catalogue().relations().forEach((table, relation) -> relations.add(relation(table, relation)));
        return json;
    }

    private static ObjectNode model(ModelState state) {
        Deployment deployment = state.deployment();
        ObjectNode json = object();
        json.put("model", state.model().path());
        json.set("table", table(deployment.table()));
        deployment.clock().ifPresent(clock -> json.set("clock", clock(clock)));
        ArrayNode columns = json.putArray("columns");
        deployment.schema().columns().forEach(column -> columns.add(column(column)));
        json.set("definition", definition(deployment.definition()));
        ArrayNode built = json.putArray("built");
        Optional<Granularity> granularity = deployment.clock().map(Timeseries::granularity);
        ranges(state.partitions()).forEach(range -> built.add(range(range, granularity)));
        return json;
    }

    private static ObjectNode clock(Timeseries clock) {
        ObjectNode json = object();
        clock.eventTimeColumn().ifPresent(column -> json.put("eventTimeColumn", column));
        return json.put("partitionColumn", clock.partitionColumn())
                .put("granularity", clock.granularity().toString());
    }

    private static ObjectNode definition(Definition definition) {
        ObjectNode json = object();
        ObjectNode rows = json.putObject("rows");
        rows.put("fingerprint", definition.rowSet());
        definition.texts().rows().ifPresent(text -> rows.put("text", text));
        ArrayNode columns = json.putArray("columns");
        definition.columns().forEach((name, fingerprint) -> {
            ObjectNode column = columns.addObject().put("name", name).put("fingerprint", fingerprint);
            definition.texts().column(name).ifPresent(text -> column.put("text", text));
        });
        return json;
    }

    /** Partitions that follow one another in the same state are one range. */
    private static List<PartitionState> ranges(List<PartitionState> partitions) {
        List<PartitionState> ranges = new ArrayList<>();
        for (PartitionState partition : partitions) {
            PartitionState last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
            boolean goesOn = last != null
                    && last.range().end() == partition.range().start()
                    && last.stale().equals(partition.stale());
            if (goesOn) {
                Interval range =
                        new Interval(last.range().start(), partition.range().end());
                ranges.set(ranges.size() - 1, SnapshotReader.state(range, last.stale()));
            } else {
                ranges.add(partition);
            }
        }
        return ranges;
    }

    /** A table without partitions has neither start nor end. */
    private static ObjectNode range(PartitionState state, Optional<Granularity> granularity) {
        ObjectNode json = object();
        if (!state.range().equals(Interval.ALL)) {
            put(state.range().start(), granularity, text -> json.put("start", text), value -> json.put("start", value));
            put(state.range().end(), granularity, text -> json.put("end", text), value -> json.put("end", value));
        }
        state.stale().ifPresent(reason -> json.put("stale", reason));
        return json;
    }

    private static void put(
            long value, Optional<Granularity> granularity, Consumer<String> asText, Consumer<Long> asNumber) {
        granularity
                .filter(Granularity::isTime)
                .map(each -> each.format(value))
                .filter(text -> granularity
                        .flatMap(each -> each.parse(text))
                        .filter(read -> read == value)
                        .isPresent())
                .ifPresentOrElse(asText, () -> asNumber.accept(value));
    }

    private ObjectNode relation(TableName name, Relation relation) {
        ObjectNode json = table(name);
        json.put("kind", relation.view() ? "view" : "table");
        ArrayNode columns = json.putArray("columns");
        relation.schema().columns().forEach(column -> {
            ObjectNode each = column(column);
            snapshot.holdsNull(name, column.name()).ifPresent(holds -> each.put("holdsNull", holds));
            columns.add(each);
        });
        relation.statement().ifPresent(statement -> json.put("statement", statement));
        if (!relation.constraints().isEmpty()) {
            ArrayNode constraints = json.putArray("constraints");
            relation.constraints().forEach(constraint -> {
                ObjectNode each = constraints.addObject().put("text", constraint.text());
                constraint.columns().forEach(each.putArray("columns")::add);
            });
        }
        return json;
    }

    private static ObjectNode table(TableName name) {
        return object().put("schema", name.schema()).put("name", name.name());
    }

    private static ObjectNode column(Column column) {
        return object().put("name", column.name())
                .put("type", column.type().text())
                .put("nullable", column.nullable());
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
