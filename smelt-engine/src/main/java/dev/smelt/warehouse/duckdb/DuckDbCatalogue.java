package dev.smelt.warehouse.duckdb;

import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.CatalogueSnapshot.Constraint;
import dev.smelt.model.CatalogueSnapshot.Relation;
import dev.smelt.model.Column;
import dev.smelt.model.Schema;
import dev.smelt.model.TableName;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the tables and views of the connection's database. */
final class DuckDbCatalogue {
    private static final String OURS_AND_THE_ENGINES = "('_smelt', 'information_schema', 'pg_catalog')";

    private DuckDbCatalogue() {}

    static CatalogueSnapshot read(Connection connection) {
        Map<TableName, String> views = new HashMap<>();
        Statements.read(
                connection,
                "SELECT schema_name, view_name, sql FROM duckdb_views() WHERE NOT internal AND database_name ="
                        + " current_database()",
                row -> views.put(new TableName(row.getString(1), row.getString(2)), row.getString(3)));
        Map<TableName, List<Constraint>> constraints = constraints(connection);
        Map<TableName, List<Column>> columns = new HashMap<>();
        Statements.read(
                connection,
                "SELECT schema_name, table_name, column_name, data_type, is_nullable FROM duckdb_columns()"
                        + " WHERE NOT internal AND database_name = current_database() AND schema_name NOT IN "
                        + OURS_AND_THE_ENGINES + " ORDER BY schema_name, table_name, column_index",
                row -> columns.computeIfAbsent(
                                new TableName(row.getString(1), row.getString(2)), key -> new ArrayList<>())
                        .add(new Column(row.getString(3), DuckDbBinder.typeOf(row.getString(4)), row.getBoolean(5))));
        Map<TableName, Relation> relations = new HashMap<>();
        columns.forEach((table, list) -> relations.put(
                table,
                new Relation(
                        new Schema(list),
                        views.containsKey(table),
                        constraints.getOrDefault(table, List.of()),
                        Optional.ofNullable(views.get(table)))));
        return CatalogueSnapshot.of(relations);
    }

    private static Map<TableName, List<Constraint>> constraints(Connection connection) {
        Map<TableName, Map<String, List<String>>> found = new TreeMap<>();
        Statements.read(
                connection,
                "SELECT schema_name, table_name, constraint_text, unnest(constraint_column_names) FROM"
                        + " duckdb_constraints() WHERE database_name = current_database() AND schema_name NOT IN "
                        + OURS_AND_THE_ENGINES + " AND constraint_type <> 'NOT NULL'"
                        + " ORDER BY schema_name, table_name, constraint_index",
                row -> found.computeIfAbsent(
                                new TableName(row.getString(1), row.getString(2)), key -> new LinkedHashMap<>())
                        .computeIfAbsent(row.getString(3), key -> new ArrayList<>())
                        .add(row.getString(4)));
        Map<TableName, List<Constraint>> constraints = new HashMap<>();
        found.forEach((table, each) -> constraints.put(
                table,
                each.entrySet().stream()
                        .map(one -> new Constraint(one.getKey(), one.getValue()))
                        .toList()));
        return constraints;
    }
}
