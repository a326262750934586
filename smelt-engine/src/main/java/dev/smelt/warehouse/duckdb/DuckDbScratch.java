package dev.smelt.warehouse.duckdb;

import dev.smelt.model.Identifier;
import dev.smelt.model.TableName;
import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.Scratch;
import java.sql.Connection;
import java.util.List;

/** Temporary tables of one connection. The engine takes them even where the file is open for reading only. */
final class DuckDbScratch implements Scratch {
    private static final String CATALOGUE = "temp";

    private final Connection connection;

    DuckDbScratch(Connection connection) {
        this.connection = connection;
    }

    @Override
    public TableName table(String name) {
        return new TableName(CATALOGUE, name);
    }

    @Override
    public void create(String name, String select) {
        Statements.execute(connection, "CREATE OR REPLACE TEMP TABLE " + Identifier.sql(name) + " AS\n" + select);
    }

    @Override
    public long execute(String sql) {
        return Statements.execute(connection, sql);
    }

    @Override
    public List<Cells> query(String sql, int limit) {
        return Statements.query(connection, sql, limit);
    }

    @Override
    public void close() {
        Statements.close(connection);
    }
}
