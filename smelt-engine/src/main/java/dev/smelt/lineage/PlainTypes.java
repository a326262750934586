package dev.smelt.lineage;

import java.util.Locale;
import java.util.Set;

/** The scalar types whose casts give a value or an error, never NULL for a value. */
final class PlainTypes {
    private static final Set<String> PLAIN = Set.of(
            "BOOLEAN",
            "BOOL",
            "LOGICAL",
            "TINYINT",
            "SMALLINT",
            "INTEGER",
            "INT",
            "BIGINT",
            "HUGEINT",
            "UTINYINT",
            "USMALLINT",
            "UINTEGER",
            "UBIGINT",
            "UHUGEINT",
            "INT1",
            "INT2",
            "INT4",
            "INT8",
            "SHORT",
            "SIGNED",
            "LONG",
            "FLOAT",
            "REAL",
            "FLOAT4",
            "DOUBLE",
            "FLOAT8",
            "DOUBLE PRECISION",
            "DECIMAL",
            "NUMERIC",
            "DEC",
            "VARCHAR",
            "TEXT",
            "STRING",
            "CHAR",
            "BPCHAR",
            "CHARACTER VARYING",
            "DATE",
            "TIME",
            "TIMESTAMP",
            "DATETIME",
            "TIMESTAMP WITHOUT TIME ZONE",
            "TIMESTAMP WITH TIME ZONE",
            "TIMESTAMPTZ",
            "TIMESTAMP_S",
            "TIMESTAMP_MS",
            "TIMESTAMP_NS",
            "TIMESTAMP_US",
            "INTERVAL",
            "UUID",
            "BLOB");

    private PlainTypes() {}

    static boolean contains(String type) {
        String upper = type.toUpperCase(Locale.ROOT).replaceAll("\\s+", " ").trim();
        if (upper.endsWith("]")) {
            return false;
        }
        if (upper.startsWith("ENUM(")) {
            return true;
        }
        return PLAIN.contains(upper.replaceFirst(" ?\\([0-9 ,]*\\)", ""));
    }
}
