package dev.smelt.warehouse.duckdb;

import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.CatalogueSnapshot.Relation;
import dev.smelt.model.Column;
import dev.smelt.model.Schema;
import dev.smelt.model.TableName;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the tables and views of the connection's database. */
final class DuckDbCatalogue {
    private static final String OURS_AND_THE_ENGINES = "('_smelt', 'information_schema', 'pg_catalog')";

    private DuckDbCatalogue() {}

    static CatalogueSnapshot read(Connection connection) {
        Set<TableName> views = new HashSet<>();
        Statements.read(
                connection,
                "SELECT schema_name, view_name FROM duckdb_views() WHERE NOT internal AND database_name ="
                        + " current_database()",
                row -> views.add(new TableName(row.getString(1), row.getString(2))));
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
        columns.forEach((table, list) -> relations.put(table, new Relation(new Schema(list), views.contains(table))));
        return CatalogueSnapshot.of(relations);
    }
}
