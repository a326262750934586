package dev.smelt;

import dev.smelt.ledger.Deployment;
import dev.smelt.ledger.LedgerSnapshot;
import dev.smelt.ledger.ModelState;
import dev.smelt.ledger.WarehouseSnapshot;
import dev.smelt.model.Address;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.Identifier;
import dev.smelt.model.TableName;
import dev.smelt.schema.Dependents;
import dev.smelt.schema.Permission;
import dev.smelt.schema.ReplacedView;
import dev.smelt.schema.SchemaComparison;
import dev.smelt.schema.SchemaDifference;
import dev.smelt.schema.SchemaDifference.State;
import dev.smelt.warehouse.Warehouse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/**
 * Compares models with what is deployed for them.
 *
 * @param catalogue the warehouse's tables
 * @param ledger what was recorded of them
 * @param holdsNull whether a column of a table holds a NULL
 * @param dependents what others hung on the models' tables
 * @param views what tells whether views show what their models say; empty where there are none
 */
record Differences(
        CatalogueSnapshot catalogue,
        LedgerSnapshot ledger,
        BiPredicate<TableName, String> holdsNull,
        Dependents dependents,
        Optional<ShownViews> views) {

    private Differences(
            CatalogueSnapshot catalogue,
            LedgerSnapshot ledger,
            BiPredicate<TableName, String> holdsNull,
            Optional<ShownViews> views) {
        this(catalogue, ledger, holdsNull, new Dependents(catalogue, made(ledger)), views);
    }

    private static Set<TableName> made(LedgerSnapshot ledger) {
        return ledger.models().values().stream()
                .map(state -> state.deployment().table())
                .collect(Collectors.toSet());
    }

    /** Nothing is deployed. */
    static final Differences FROM_NOTHING =
            new Differences(CatalogueSnapshot.EMPTY, LedgerSnapshot.EMPTY, (table, column) -> true, Optional.empty());

    /** Asks the warehouse, while it is open, for the columns that matter. */
    static Differences in(Warehouse warehouse, CatalogueSnapshot catalogue, LedgerSnapshot ledger, ShownViews views) {
        return new Differences(
                catalogue,
                ledger,
                (table, column) -> !warehouse
                        .query(
                                "SELECT 1 FROM " + table.sql() + " WHERE " + Identifier.sql(column)
                                        + " IS NULL LIMIT 1",
                                1)
                        .isEmpty(),
                Optional.of(views));
    }

    /** Of a warehouse that is not at hand; a column that was not looked at may hold a NULL. */
    static Differences in(WarehouseSnapshot snapshot, ShownViews views) {
        return new Differences(
                snapshot.catalogue(),
                snapshot.ledger(),
                (table, column) -> snapshot.holdsNull(table, column).orElse(true),
                Optional.of(views));
    }

    SchemaDifference of(ModelAnalysis.Bound model, Set<Permission> permissions) {
        TableName table = model.model().table();
        Optional<Deployment> recorded = ledger.model(model.model().address()).map(ModelState::deployment);
        SchemaDifference difference = SchemaComparison.compare(
                model.model(),
                model.schema(),
                catalogue.relation(table),
                recorded,
                column -> holdsNull.test(table, column),
                permissions);
        if (isReplaced(model, recorded, difference)) {
            return ReplacedView.of(difference);
        }
        return dependents.added(difference, model.model(), model.schema(), permissions);
    }

    /** Whether a view of the right columns, made by the present logic, shows something else all the same. */
    private boolean isReplaced(ModelAnalysis.Bound model, Optional<Deployment> recorded, SchemaDifference difference) {
        boolean current = difference.state() == State.UNCHANGED
                && recorded.filter(deployment -> deployment.table().equals(difference.table()))
                        .filter(deployment -> deployment.definition().means(model.definition()))
                        .isPresent();
        return current
                && catalogue
                        .relation(difference.table())
                        .flatMap(CatalogueSnapshot.Relation::statement)
                        .filter(statement -> views.filter(each -> each.isOther(model, statement))
                                .isPresent())
                        .isPresent();
    }

    /** The differences of the selected models and, where all are meant, of models that are gone; by address. */
    List<SchemaDifference> of(ProjectAnalysis analysis, Set<Address> selected, Selectors selectors) {
        List<SchemaDifference> differences = new ArrayList<>();
        analysis.bound().values().stream()
                .filter(model -> selected.contains(model.model().address()))
                .forEach(model -> differences.add(of(model, Set.of())));
        if (selectors.equals(Selectors.ALL)) {
            ledger.models().values().stream()
                    .filter(state -> !analysis.models().containsKey(state.model()))
                    .filter(state ->
                            catalogue.relation(state.deployment().table()).isPresent())
                    .forEach(state -> differences.add(new SchemaDifference(
                            state.model(), state.deployment().table(), State.REMOVED, List.of())));
        }
        return differences.stream()
                .sorted(Comparator.comparing(SchemaDifference::model))
                .toList();
    }
}
