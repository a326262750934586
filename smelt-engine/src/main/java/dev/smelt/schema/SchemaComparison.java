package dev.smelt.schema;

import dev.smelt.ledger.Deployment;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.Column;
import dev.smelt.model.Identifier;
import dev.smelt.model.Materialization;
import dev.smelt.model.Model;
import dev.smelt.model.Schema;
import dev.smelt.model.SchemaEvolution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Compares what a model yields with what its table holds, and says of each difference what it leads to. The verdicts
 * depend on the columns alone, never on how many rows there are: they are the same for an empty table and a full one.
 */
public final class SchemaComparison {
    private final Model model;
    private final Schema schema;
    private final CatalogueSnapshot.Relation deployed;
    private final Optional<Deployment> recorded;
    private final Predicate<String> historyHoldsNull;
    private final Set<Permission> permissions;
    private final ColumnChanges columns;
    private final ByHand byHand;

    private SchemaComparison(
            Model model,
            Schema schema,
            CatalogueSnapshot.Relation deployed,
            Optional<Deployment> recorded,
            Predicate<String> historyHoldsNull,
            Set<Permission> permissions) {
        this.model = model;
        this.schema = schema;
        this.deployed = deployed;
        this.recorded = recorded;
        this.historyHoldsNull = historyHoldsNull;
        this.permissions = permissions;
        this.columns = new ColumnChanges(model.table(), permissions);
        this.byHand = new ByHand(model.table(), recorded, deployed.constraints());
    }

    /**
     * The difference between a model and its table.
     *
     * @param schema the model's columns, typed by the engine, NOT NULL where proven
     * @param deployedTable the table or view as the warehouse holds it; empty where there is none
     * @param recorded what the ledger recorded for it: the nullability, which the engine does not keep, and the clock
     * @param historyHoldsNull whether a column of the table, by its present name, holds a NULL; true where not known. Asked
     *     only for columns that become NOT NULL.
     * @param permissions what the user allows
     */
    public static SchemaDifference compare(
            Model model,
            Schema schema,
            Optional<CatalogueSnapshot.Relation> deployedTable,
            Optional<Deployment> recorded,
            Predicate<String> historyHoldsNull,
            Set<Permission> permissions) {
        if (model.materialization() == Materialization.EPHEMERAL) {
            return new SchemaDifference(
                    model.address(), model.table(), SchemaDifference.State.UNCHANGED, untyped(model, schema));
        }
        Optional<Deployment> same = recorded.filter(each -> each.table().equals(model.table()));
        if (deployedTable.isEmpty()) {
            List<SchemaChange> changes = new ArrayList<>(untyped(model, schema));
            changes.addAll(new ByHand(model.table(), same, List.of()).gone());
            return new SchemaDifference(model.address(), model.table(), SchemaDifference.State.NEW, changes);
        }
        SchemaComparison comparison =
                new SchemaComparison(model, schema, deployedTable.get(), same, historyHoldsNull, permissions);
        List<SchemaChange> changes = comparison.changes();
        SchemaDifference.State state =
                changes.isEmpty() ? SchemaDifference.State.UNCHANGED : SchemaDifference.State.CHANGED;
        return new SchemaDifference(model.address(), model.table(), state, changes);
    }

    private static List<SchemaChange> untyped(Model model, Schema schema) {
        if (!model.isTable()) {
            return List.of();
        }
        return schema.columns().stream()
                .filter(column -> TypeShape.of(column.type()).isUntyped())
                .map(ColumnChanges::untyped)
                .toList();
    }

    private List<SchemaChange> changes() {
        if (!model.isTable()) {
            return deployed.view() ? ofView() : List.of(ColumnChanges.becomesView(permissions));
        }
        if (deployed.view()) {
            return List.of(ColumnChanges.becomesTable());
        }
        List<SchemaChange> changes = new ArrayList<>(untyped(model, schema));
        new ClockChange(model, permissions)
                .since(recorded.flatMap(Deployment::clock))
                .ifPresent(changes::add);
        Map<String, Column> held = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        deployed.schema().columns().forEach(column -> held.put(column.name(), column));
        changes.addAll(renames(held));
        List<SchemaChange> additions = new ArrayList<>();
        for (Column column : schema.columns()) {
            if (TypeShape.of(column.type()).isUntyped()) {
                held.remove(column.name());
                continue;
            }
            Column before = held.remove(column.name());
            if (before == null) {
                additions.add(
                        byHand.lost(column).orElseGet(() -> columns.added(column, model.declaration(column.name()))));
            } else {
                changes.addAll(altered(before, column));
            }
        }
        changes.addAll(additions);
        for (Column column : deployed.schema().columns()) {
            if (held.containsKey(column.name())) {
                changes.add(columns.dropped(column, addedOfSameType(column), byHand.isAdded(column)));
            }
        }
        return model.evolution() == SchemaEvolution.FULL_REFRESH
                ? changes.stream().map(ColumnChanges::byFullRefresh).toList()
                : List.copyOf(changes);
    }

    /** A view keeps no data: it is replaced, whatever changed. */
    private List<SchemaChange> ofView() {
        List<SchemaChange> changes = new ArrayList<>();
        for (Column column : schema.columns()) {
            Optional<Column> before = deployed.schema().column(column.name());
            if (before.isEmpty()) {
                changes.add(ColumnChanges.ofView(ColumnChanges.addHeadline(column, Optional.empty())));
            } else if (!TypeShape.of(before.get().type()).equals(TypeShape.of(column.type()))) {
                changes.add(ColumnChanges.ofView(ColumnChanges.typeHeadline(before.get(), column)));
            }
        }
        for (Column column : deployed.schema().columns()) {
            if (schema.column(column.name()).isEmpty()) {
                changes.add(ColumnChanges.ofView("DROP COLUMN " + Identifier.sql(column.name())));
            }
        }
        return byHand.isRecorded(schema) ? changes.stream().map(ByHand::ofView).toList() : changes;
    }

    /** Declared renames, where the old column is still there and the new one is not; the column then goes on as renamed. */
    private List<SchemaChange> renames(Map<String, Column> held) {
        List<SchemaChange> changes = new ArrayList<>();
        for (Column column : schema.columns()) {
            Optional<String> from = model.declaration(column.name()).renamedFrom();
            boolean applies = from.isPresent()
                    && !held.containsKey(column.name())
                    && held.containsKey(from.get())
                    && schema.column(from.get()).isEmpty();
            if (applies) {
                Column before = held.remove(from.get());
                changes.add(columns.renamed(before, column));
                held.put(column.name(), before);
            }
        }
        return changes;
    }

    private List<SchemaChange> altered(Column before, Column after) {
        List<SchemaChange> changes = new ArrayList<>();
        if (!TypeShape.of(before.type()).equals(TypeShape.of(after.type()))) {
            changes.add(byHand.retyped(before, after).orElseGet(() -> columns.retyped(before, after)));
        }
        byHand.constrained(before, after).ifPresent(changes::add);
        boolean nullable = recordedNullable(before);
        if (!nullable && after.nullable()) {
            changes.add(columns.becomesNullable(after, before.nullable()));
        } else if (nullable && !after.nullable()) {
            changes.add(columns.becomesNotNull(
                    after, historyHoldsNull.test(before.name()), model.declaration(after.name())));
        }
        return changes;
    }

    /** The ledger's word; of a table that it does not know, the constraints that the engine holds. */
    private boolean recordedNullable(Column held) {
        return recorded.flatMap(deployment -> deployment.schema().column(held.name()))
                .map(Column::nullable)
                .orElse(held.nullable());
    }

    private Optional<Column> addedOfSameType(Column dropped) {
        return schema.columns().stream()
                .filter(column -> deployed.schema().column(column.name()).isEmpty())
                .filter(column -> model.declaration(column.name()).renamedFrom().isEmpty())
                .filter(column -> TypeShape.of(column.type()).equals(TypeShape.of(dropped.type())))
                .findFirst();
    }
}
