package dev.smelt.warehouse.duckdb;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.Transaction;
import dev.smelt.warehouse.Warehouse;
import java.util.List;

/**
 * The tables of the ledger, in schema {@code _smelt}.
 *
 * <p>{@code meta} has one row. Its {@code sequence} is counted up by every change, so that it never goes back, and so
 * that two transactions that write to the ledger at once conflict instead of both going through.
 */
final class LedgerTables {
    /** The version of this layout; a ledger of a newer one is refused. */
    static final int VERSION = 3;

    private static final List<String> SINCE_VERSION_2 =
            List.of("CREATE TABLE _smelt.seen (target_schema VARCHAR NOT NULL, source VARCHAR NOT NULL,"
                    + " range_start BIGINT NOT NULL, range_end BIGINT NOT NULL, \"rows\" BIGINT NOT NULL,"
                    + " fingerprint VARCHAR NOT NULL)");

    /** What each run planned and did, and what failed in it. */
    private static final List<String> SINCE_VERSION_3 = List.of(
            "CREATE TABLE _smelt.run_steps (target_schema VARCHAR NOT NULL, run_id VARCHAR NOT NULL,"
                    + " position INTEGER NOT NULL, model VARCHAR NOT NULL, kind VARCHAR NOT NULL,"
                    + " range_start BIGINT NOT NULL, range_end BIGINT NOT NULL, granularity VARCHAR,"
                    + " definition VARCHAR, state VARCHAR NOT NULL, deleted BIGINT NOT NULL, inserted BIGINT NOT NULL)",
            "CREATE TABLE _smelt.run_failures (target_schema VARCHAR NOT NULL, run_id VARCHAR NOT NULL,"
                    + " position INTEGER NOT NULL, model VARCHAR NOT NULL, code VARCHAR NOT NULL,"
                    + " message VARCHAR NOT NULL)");

    private static final List<String> STATEMENTS = List.of(
            "CREATE SCHEMA IF NOT EXISTS _smelt",
            "CREATE TABLE _smelt.meta (version INTEGER NOT NULL, sequence BIGINT NOT NULL)",
            "INSERT INTO _smelt.meta VALUES (" + VERSION + ", 0)",
            "CREATE TABLE _smelt.partitions (target_schema VARCHAR NOT NULL, model VARCHAR NOT NULL,"
                    + " range_start BIGINT NOT NULL, range_end BIGINT NOT NULL, starts_at TIMESTAMP, ends_at TIMESTAMP,"
                    + " definition VARCHAR NOT NULL, complete BOOLEAN NOT NULL, stale_reason VARCHAR,"
                    + " run_id VARCHAR NOT NULL, sequence BIGINT NOT NULL, horizon BIGINT NOT NULL,"
                    + " \"rows\" BIGINT NOT NULL)",
            "CREATE TABLE _smelt.deployed (target_schema VARCHAR NOT NULL, model VARCHAR NOT NULL,"
                    + " table_schema VARCHAR NOT NULL, table_name VARCHAR NOT NULL, event_time_column VARCHAR,"
                    + " partition_column VARCHAR, granularity VARCHAR)",
            "CREATE TABLE _smelt.deployed_columns (target_schema VARCHAR NOT NULL, model VARCHAR NOT NULL,"
                    + " position INTEGER NOT NULL, column_name VARCHAR NOT NULL, data_type VARCHAR NOT NULL,"
                    + " nullable BOOLEAN NOT NULL)",
            "CREATE TABLE _smelt.definitions (target_schema VARCHAR NOT NULL, model VARCHAR NOT NULL,"
                    + " column_name VARCHAR, fingerprint VARCHAR NOT NULL, written VARCHAR)",
            "COMMENT ON COLUMN _smelt.definitions.column_name IS 'NULL: the row set'",
            "CREATE TABLE _smelt.runs (target_schema VARCHAR NOT NULL, run_id VARCHAR NOT NULL, goal VARCHAR NOT NULL,"
                    + " request VARCHAR NOT NULL, as_of TIMESTAMP NOT NULL, started TIMESTAMP NOT NULL,"
                    + " finished TIMESTAMP, outcome VARCHAR NOT NULL)");

    private LedgerTables() {}

    /** Whether there is a ledger that this version can read. */
    static boolean exist(Warehouse warehouse) {
        if (warehouse instanceof MissingWarehouse) {
            return false;
        }
        List<Cells> tables = warehouse.query(
                "SELECT 1 FROM duckdb_tables() WHERE database_name = current_database() AND schema_name = '_smelt'"
                        + " AND table_name = 'meta'",
                1);
        if (tables.isEmpty()) {
            return false;
        }
        List<Cells> meta = warehouse.query("SELECT version FROM _smelt.meta", 2);
        if (meta.size() != 1) {
            throw SmeltException.tool(Diagnostic.error(
                    "SMELT-L011",
                    "The ledger of this warehouse is damaged: _smelt.meta holds " + meta.size() + " rows instead of 1.",
                    "Restore the warehouse from a copy, or drop the schema _smelt and rebuild its tables."));
        }
        long version = meta.get(0).number(0);
        if (version > VERSION) {
            throw SmeltException.tool(Diagnostic.error(
                    "SMELT-L010",
                    "The ledger of this warehouse was written by a newer smelt (layout " + version + ", this one knows "
                            + VERSION + ").",
                    "Use that version of the plugin, or a newer one."));
        }
        return true;
    }

    /** Whether definitions hold what was written, which layout 1 did not know. */
    static boolean holdTexts(long version) {
        return version >= 2;
    }

    /** Whether sources that were looked at are remembered, which layout 1 did not do. */
    static boolean holdSeen(long version) {
        return version >= 2;
    }

    /** Whether the steps of runs are remembered, which layouts 1 and 2 did not do. */
    static boolean holdSteps(long version) {
        return version >= 3;
    }

    static void create(Warehouse warehouse) {
        try (Transaction transaction = warehouse.begin()) {
            STATEMENTS.forEach(transaction::execute);
            SINCE_VERSION_2.forEach(transaction::execute);
            SINCE_VERSION_3.forEach(transaction::execute);
            transaction.commit();
        }
    }

    /** Brings a ledger of an older layout to this one, wholly or not at all. */
    static void migrate(Warehouse warehouse) {
        long version = version(warehouse);
        if (version == VERSION) {
            return;
        }
        try (Transaction transaction = warehouse.begin()) {
            if (version < 2) {
                transaction.execute("ALTER TABLE _smelt.definitions ADD COLUMN written VARCHAR");
                SINCE_VERSION_2.forEach(transaction::execute);
            }
            SINCE_VERSION_3.forEach(transaction::execute);
            transaction.execute("UPDATE _smelt.meta SET version = " + VERSION);
            transaction.commit();
        }
    }

    /** The layout of a ledger that is there. */
    static long version(Warehouse warehouse) {
        return warehouse.query("SELECT version FROM _smelt.meta", 1).get(0).number(0);
    }
}
