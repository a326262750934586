package dev.smelt.schema;

import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.CatalogueSnapshot.Constraint;
import dev.smelt.model.CatalogueSnapshot.Relation;
import dev.smelt.model.Column;
import dev.smelt.model.Identifier;
import dev.smelt.model.Model;
import dev.smelt.model.Schema;
import dev.smelt.model.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What others hung on a table of ours, and what a change of the table does to it: constraints, which the engine neither
 * alters columns under nor keeps through a rebuild, and views that name a column which goes. Indexes are no matter: a run
 * takes them off and puts them back.
 *
 * @param ours the tables and views that models make
 */
public record Dependents(CatalogueSnapshot catalogue, Set<TableName> ours) {

    /** The difference with what it does to them. */
    public SchemaDifference added(
            SchemaDifference difference, Model model, Schema schema, Set<Permission> permissions) {
        Optional<Relation> held = catalogue.relation(difference.table());
        if (difference.state() != SchemaDifference.State.CHANGED || held.isEmpty()) {
            return difference;
        }
        List<SchemaChange> changes = new ArrayList<>(difference.changes());
        if (model.isIncremental()) {
            constraints(difference, held.get(), schema).forEach(each -> changes.add(lost(each, permissions)));
        }
        if (difference.outcome() != Outcome.REFUSED) {
            gone(held.get(), schema).forEach(column -> changes.addAll(broken(difference.table(), column)));
        }
        return new SchemaDifference(difference.model(), difference.table(), difference.state(), changes);
    }

    /** All of them where the table is rebuilt, else those of columns that change their type or go. */
    private static List<Constraint> constraints(SchemaDifference difference, Relation held, Schema schema) {
        boolean rebuilt = difference.outcome() == Outcome.REBUILD;
        return held.constraints().stream()
                .filter(constraint -> rebuilt
                        || held.schema().columns().stream()
                                .filter(column -> constraint.isAbout(column.name()))
                                .anyMatch(column -> isAltered(column, schema)))
                .toList();
    }

    private static boolean isAltered(Column held, Schema schema) {
        return schema.column(held.name())
                .filter(now -> TypeShape.of(now.type()).equals(TypeShape.of(held.type())))
                .isEmpty();
    }

    private static SchemaChange lost(Constraint constraint, Set<Permission> permissions) {
        String headline = "CONSTRAINT " + constraint.text();
        return permissions.contains(Permission.FULL_REFRESH)
                ? new SchemaChange(
                        headline,
                        Outcome.REBUILD,
                        "Rebuild: the table is built anew without it (allowed by allowFullRefresh)",
                        List.of(),
                        "")
                : new SchemaChange(
                        headline,
                        Outcome.REFUSED,
                        "Refused: someone gave the table this constraint by hand; DuckDB alters no column under it, and a"
                                + " rebuild loses it",
                        List.of(),
                        "Allow a rebuild without it by -Dsmelt.allowFullRefresh.");
    }

    private static List<String> gone(Relation held, Schema schema) {
        return held.schema().names().stream()
                .filter(name -> schema.column(name).isEmpty())
                .toList();
    }

    private List<SchemaChange> broken(TableName table, String column) {
        List<TableName> views = catalogue.viewsNaming(table, column).stream()
                .filter(view -> !ours.contains(view))
                .toList();
        return views.isEmpty()
                ? List.of()
                : List.of(new SchemaChange(
                        "VIEWS THAT NAME " + Identifier.sql(column) + ": "
                                + views.stream().map(TableName::sql).collect(Collectors.joining(", ")),
                        Outcome.NONE,
                        "No model makes them, and without the column they fail when they are next used",
                        List.of(),
                        ""));
    }
}
