package dev.smelt.plan;

import dev.smelt.model.Address;
import dev.smelt.model.Column;
import dev.smelt.model.Project;
import dev.smelt.model.Schema;
import dev.smelt.model.SqlType;
import java.util.List;
import java.util.Optional;

/** The type of a column of anything that a model reads: by its model, by its table, or as declared. */
final class ColumnTypes {
    private ColumnTypes() {}

    static Optional<SqlType> type(Landscape landscape, Address address, String column) {
        if (landscape.isModel(address)) {
            return landscape.facts(address).schema().column(column).map(Column::type);
        }
        Optional<SqlType> stored = landscape
                .world()
                .catalogue()
                .relation(landscape.table(address))
                .flatMap(relation -> relation.schema().column(column))
                .map(Column::type);
        return stored.isPresent()
                ? stored
                : declared(landscape, address).column(column).map(Column::type);
    }

    private static Schema declared(Landscape landscape, Address address) {
        Project project = landscape.world().project();
        if (project.sources().containsKey(address)) {
            return new Schema(project.sources().get(address).columns());
        }
        return new Schema(
                project.seeds().containsKey(address)
                        ? project.seeds().get(address).columns()
                        : List.of());
    }
}
