package dev.smelt;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.ledger.LedgerSnapshot;
import dev.smelt.ledger.ModelState;
import dev.smelt.ledger.WarehouseSnapshot;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.CatalogueSnapshot.Relation;
import dev.smelt.model.Column;
import dev.smelt.model.Identifier;
import dev.smelt.model.Project;
import dev.smelt.model.TableName;
import dev.smelt.report.snapshot.SnapshotReader;
import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.Warehouse;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Looks at a warehouse for what a comparison needs, and reads again what was kept of such a look. */
final class Snapshots {
    private Snapshots() {}

    /** Where models could be compared with a table, its columns are looked at for NULLs; other tables are only listed. */
    static WarehouseSnapshot of(Project project, Warehouse warehouse, LedgerSnapshot ledger) {
        CatalogueSnapshot catalogue = warehouse.catalogue();
        String schema = project.target().schema();
        Set<TableName> ours = new TreeSet<>();
        ledger.models().values().stream().map(ModelState::deployment).forEach(each -> ours.add(each.table()));
        catalogue.relations().keySet().stream()
                .filter(table -> table.schema().equalsIgnoreCase(schema))
                .forEach(ours::add);
        SortedMap<TableName, SortedMap<String, Boolean>> holdsNull = new TreeMap<>();
        catalogue.relations().forEach((table, relation) -> {
            if (ours.contains(table) && !relation.view()) {
                holdsNull.put(table, holdsNull(warehouse, table, relation));
            }
        });
        return new WarehouseSnapshot(schema, catalogue, new LedgerSnapshot(ledger.models()), holdsNull);
    }

    private static SortedMap<String, Boolean> holdsNull(Warehouse warehouse, TableName table, Relation relation) {
        SortedMap<String, Boolean> holds = new TreeMap<>();
        java.util.List<String> nullable = relation.schema().columns().stream()
                .filter(Column::nullable)
                .map(Column::name)
                .toList();
        if (nullable.isEmpty()) {
            return holds;
        }
        String counts = nullable.stream()
                .map(name -> "count(*) - count(" + Identifier.sql(name) + ")")
                .collect(Collectors.joining(", "));
        Cells nulls =
                warehouse.query("SELECT " + counts + " FROM " + table.sql(), 1).get(0);
        for (int i = 0; i < nullable.size(); i++) {
            holds.put(nullable.get(i).toLowerCase(java.util.Locale.ROOT), nulls.number(i) > 0);
        }
        return holds;
    }

    /**
     * Reads a snapshot for a project.
     *
     * @throws SmeltException of kind TOOL where the file cannot be read, or was taken of another schema than the target's
     */
    static WarehouseSnapshot read(Path file, Project project) {
        WarehouseSnapshot snapshot = SnapshotReader.read(file.getFileName().toString(), text(file));
        String schema = project.target().schema();
        if (!snapshot.targetSchema().equalsIgnoreCase(schema)) {
            throw SmeltException.tool(Diagnostic.error(
                    "SMELT-D013",
                    "The snapshot " + file + " was taken of the schema " + snapshot.targetSchema() + ", and the target "
                            + project.target().name() + " builds in " + schema + ".",
                    "Name the target that it was taken of, with -Dsmelt.target."));
        }
        return snapshot;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw unreadable(file, "there is no such file", e);
        } catch (MalformedInputException e) {
            throw unreadable(file, "it is no text in UTF-8", e);
        } catch (IOException e) {
            throw unreadable(file, e.getMessage(), e);
        }
    }

    private static SmeltException unreadable(Path file, String why, IOException e) {
        return SmeltException.tool(
                Diagnostic.error(
                        "SMELT-D012",
                        "The snapshot " + file + " cannot be read: " + why + ".",
                        "Write it with mvn smelt:snapshot, and name it with -Dsmelt.snapshot."),
                e);
    }
}
