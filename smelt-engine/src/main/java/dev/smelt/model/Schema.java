package dev.smelt.model;

import java.util.List;
import java.util.Optional;

/** The columns of a table or query, in order. Names are found without case. */
public record Schema(List<Column> columns) {
    public Schema {
        columns = List.copyOf(columns);
    }

    public Optional<Column> column(String name) {
        return columns.stream().filter(column -> column.isNamed(name)).findFirst();
    }

    public List<String> names() {
        return columns.stream().map(Column::name).toList();
    }
}
