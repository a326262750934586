package dev.smelt;

import dev.smelt.model.Binder;
import dev.smelt.model.Model;
import dev.smelt.model.Project;
import dev.smelt.model.Schema;
import dev.smelt.model.TableName;
import dev.smelt.relation.Derivation;
import dev.smelt.relation.DerivationInput;
import dev.smelt.relation.InputRelation;
import dev.smelt.relation.TimeRelations;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Query;
import java.util.List;
import java.util.Map;

/** Asks for the windows of one clocked model, with what the derivation needs to know of its surroundings. */
final class ModelDerivation {

    private final Project project;
    private final Binder binder;
    private final Map<TableName, Schema> schemas;

    /** @param schemas the columns of every table met so far; it may grow */
    ModelDerivation(Project project, Binder binder, Map<TableName, Schema> schemas) {
        this.project = project;
        this.binder = binder;
        this.schemas = schemas;
    }

    Derivation derive(Model model, ExpandedSql sql, Query query, Schema output) {
        return TimeRelations.derive(new DerivationInput(
                model,
                sql,
                query,
                output,
                reference -> new InputRelation(
                        schemas.getOrDefault(reference.table(), new Schema(List.of())),
                        project.timeseries(reference.target())),
                binder.aggregates(),
                project.timeZone(),
                binder::zoneDifference,
                project.strictReach()));
    }
}
