package dev.smelt.run;

import dev.smelt.model.Literal;
import dev.smelt.model.TableName;
import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.Transaction;
import java.util.List;
import java.util.Optional;

/** What already has a table's name, as a transaction sees it. */
final class ExistingTable {
    /** What kind of relation it is. */
    enum Kind {
        NONE,
        TABLE,
        VIEW
    }

    private ExistingTable() {}

    static Kind kind(Transaction transaction, TableName table) {
        List<Cells> found = transaction.query(
                "SELECT table_type FROM information_schema.tables WHERE table_catalog = current_database()"
                        + named(table, "table_schema"),
                1);
        if (found.isEmpty()) {
            return Kind.NONE;
        }
        return found.get(0).at(0).equals(Optional.of("VIEW")) ? Kind.VIEW : Kind.TABLE;
    }

    /** Views hold no data, so that a table may take the place of one. */
    static void dropView(Transaction transaction, TableName table) {
        if (kind(transaction, table) == Kind.VIEW) {
            transaction.execute("DROP VIEW " + table.sql());
        }
    }

    static long rows(Transaction transaction, TableName table) {
        return transaction
                .query("SELECT count(*) FROM " + table.sql(), 1)
                .get(0)
                .number(0);
    }

    /** The indexes of a table, which replacing the table would lose. */
    static List<Index> indexes(Transaction transaction, TableName table) {
        String sql =
                "SELECT schema_name, index_name, sql FROM duckdb_indexes() WHERE database_name = current_database()"
                        + named(table, "schema_name")
                        + " AND sql IS NOT NULL ORDER BY index_name";
        return transaction.query(sql, Integer.MAX_VALUE).stream()
                .map(row -> new Index(
                        new TableName(row.at(0).orElseThrow(), row.at(1).orElseThrow()),
                        row.at(2).orElseThrow().replaceFirst(";\\s*$", "")))
                .toList();
    }

    private static String named(TableName table, String schemaColumn) {
        return " AND lower(" + schemaColumn + ") = lower(" + Literal.text(table.schema()) + ")"
                + " AND lower(table_name) = lower(" + Literal.text(table.name()) + ")";
    }

    /**
     * An index that someone put on a table of ours.
     *
     * @param definition the statement that makes it, as the engine prints it
     */
    record Index(TableName name, String definition) {}
}
