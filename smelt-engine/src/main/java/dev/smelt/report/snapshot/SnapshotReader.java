package dev.smelt.report.snapshot;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Place;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.ledger.Definition;
import dev.smelt.ledger.DefinitionTexts;
import dev.smelt.ledger.Deployment;
import dev.smelt.ledger.LedgerSnapshot;
import dev.smelt.ledger.ModelState;
import dev.smelt.ledger.PartitionState;
import dev.smelt.ledger.WarehouseSnapshot;
import dev.smelt.model.Address;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.Column;
import dev.smelt.model.Schema;
import dev.smelt.model.SqlType;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads what {@link SnapshotWriter} wrote. A file that is not whole is refused, never read in part: a diff against half a
 * warehouse would look like one against a smaller one.
 */
public final class SnapshotReader {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final String WRITE_AGAIN = "Write it again with mvn smelt:snapshot.";

    private SnapshotReader() {}

    /**
     * The snapshot.
     *
     * @param file the file's name, for messages
     * @throws SmeltException of kind TOOL where the text is damaged or of a newer format
     */
    public static WarehouseSnapshot read(String file, String text) {
        Entry document;
        try {
            document = new Entry(file, "", MAPPER.readTree(text));
        } catch (JacksonException e) {
            throw SmeltException.tool(
                    Diagnostic.error(
                            "SMELT-D011",
                            new Place(
                                    file,
                                    Math.max(0, e.getLocation().getLineNr()),
                                    Math.max(0, e.getLocation().getColumnNr())),
                            "The snapshot cannot be read: it is no whole JSON document.",
                            WRITE_AGAIN),
                    e);
        }
        long version = document.number(SnapshotFormat.VERSION_KEY);
        if (version > SnapshotFormat.VERSION) {
            throw SmeltException.tool(Diagnostic.error(
                    "SMELT-D010",
                    Place.file(file),
                    "The snapshot was written by a newer smelt (format " + version + ", this one knows "
                            + SnapshotFormat.VERSION + ").",
                    "Use that version of the plugin, or write the snapshot with this one."));
        }
        if (version < 1) {
            throw document.damaged("has the format " + version);
        }
        return snapshot(document);
    }

    private static WarehouseSnapshot snapshot(Entry document) {
        SortedMap<Address, ModelState> models = new TreeMap<>();
        for (Entry each : document.list("models")) {
            ModelState state = model(each);
            if (models.put(state.model(), state) != null) {
                throw each.damaged("is a second model " + state.model());
            }
        }
        Map<TableName, CatalogueSnapshot.Relation> relations = new HashMap<>();
        SortedMap<TableName, SortedMap<String, Boolean>> holdsNull = new TreeMap<>();
        for (Entry each : document.list("relations")) {
            TableName name = table(each);
            boolean view = each.oneOf("kind", List.of("table", "view")).equals("view");
            CatalogueSnapshot.Relation relation = new CatalogueSnapshot.Relation(
                    schema(each), view, constraints(each), each.optionalText("statement"));
            if (relations.put(name, relation) != null) {
                throw each.damaged("is a second relation " + name);
            }
            holdsNull.put(name, holdsNull(each));
        }
        holdsNull.values().removeIf(Map::isEmpty);
        return new WarehouseSnapshot(
                document.text("schema"), CatalogueSnapshot.of(relations), new LedgerSnapshot(models), holdsNull);
    }

    private static List<CatalogueSnapshot.Constraint> constraints(Entry relation) {
        if (relation.optional("constraints").isEmpty()) {
            return List.of();
        }
        return relation.list("constraints").stream()
                .map(each -> new CatalogueSnapshot.Constraint(each.text("text"), each.texts("columns")))
                .toList();
    }

    private static SortedMap<String, Boolean> holdsNull(Entry relation) {
        SortedMap<String, Boolean> holds = new TreeMap<>();
        relation.list("columns")
                .forEach(column -> column.optionalFlag("holdsNull")
                        .ifPresent(known -> holds.put(column.text("name").toLowerCase(Locale.ROOT), known)));
        return holds;
    }

    private static ModelState model(Entry entry) {
        Address address = new Address(entry.text("model"));
        Optional<Timeseries> clock = entry.optional("clock").map(SnapshotReader::clock);
        Deployment deployment = new Deployment(
                table(entry.entry("table")), schema(entry), clock, definition(entry.entry("definition")));
        Optional<Granularity> granularity = clock.map(Timeseries::granularity);
        List<PartitionState> partitions = new ArrayList<>();
        entry.list("built")
                .forEach(range -> partitions.add(state(range(range, granularity), range.optionalText("stale"))));
        return new ModelState(address, deployment, partitions);
    }

    /** Of a partition, what a comparison asks for. */
    static PartitionState state(Interval range, Optional<String> stale) {
        return new PartitionState(range, true, stale, "", "", 0, 0, 0);
    }

    private static Timeseries clock(Entry entry) {
        String granularity = entry.text("granularity");
        return new Timeseries(
                entry.optionalText("eventTimeColumn"),
                entry.text("partitionColumn"),
                Granularity.read(granularity)
                        .orElseThrow(() -> entry.damaged("has the unknown granularity '" + granularity + "'")));
    }

    private static Definition definition(Entry entry) {
        SortedMap<String, String> fingerprints = new TreeMap<>();
        SortedMap<String, String> texts = new TreeMap<>();
        for (Entry column : entry.list("columns")) {
            fingerprints.put(column.text("name"), column.text("fingerprint"));
            column.optionalText("text").ifPresent(text -> texts.put(column.text("name"), text));
        }
        Entry rows = entry.entry("rows");
        return new Definition(
                rows.text("fingerprint"), fingerprints, new DefinitionTexts(rows.optionalText("text"), texts));
    }

    private static Interval range(Entry entry, Optional<Granularity> granularity) {
        if (entry.optional("start").isEmpty() && entry.optional("end").isEmpty()) {
            return Interval.ALL;
        }
        long start = entry.time("start", granularity);
        long end = entry.time("end", granularity);
        if (start >= end) {
            throw entry.damaged("ends before it starts");
        }
        return new Interval(start, end);
    }

    private static TableName table(Entry entry) {
        return new TableName(entry.text("schema"), entry.text("name"));
    }

    private static Schema schema(Entry entry) {
        return new Schema(entry.list("columns").stream()
                .map(column ->
                        new Column(column.text("name"), new SqlType(column.text("type")), column.flag("nullable")))
                .toList());
    }
}
