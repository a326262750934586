package dev.smelt.model;

import dev.smelt.time.Granularity;
import java.util.Locale;

/**
 * A column type in the engine's own canonical spelling, such as {@code BIGINT}, {@code DECIMAL(18,3)} or
 * {@code STRUCT(a INTEGER, b VARCHAR[])}. Two spellings of one type never reach this record: the Binder canonicalises.
 */
public record SqlType(String text) {
    public static final SqlType DATE = new SqlType("DATE");
    public static final SqlType TIMESTAMP = new SqlType("TIMESTAMP");
    public static final SqlType TIMESTAMPTZ = new SqlType("TIMESTAMP WITH TIME ZONE");
    public static final SqlType VARCHAR = new SqlType("VARCHAR");

    public boolean isDate() {
        return text.equals("DATE");
    }

    /** Any timestamp, with or without a zone, of any precision. */
    public boolean isTimestamp() {
        return text.startsWith("TIMESTAMP") || text.equals("DATETIME");
    }

    /** Whether a comparison with the bounds of partitions would cut their hours off, since it is one of dates. */
    public boolean isCoarserThan(Granularity granularity) {
        return isDate() && granularity.unit() == Granularity.Unit.HOUR;
    }

    public boolean isText() {
        return text.equals("VARCHAR");
    }

    public boolean isInteger() {
        return switch (text) {
            case "TINYINT",
                    "SMALLINT",
                    "INTEGER",
                    "BIGINT",
                    "HUGEINT",
                    "UTINYINT",
                    "USMALLINT",
                    "UINTEGER",
                    "UBIGINT",
                    "UHUGEINT" -> true;
            default -> false;
        };
    }

    /** The type's name in upper case, without what may follow it: {@code DECIMAL}, {@code TIMESTAMP}. */
    public String name() {
        return text.toUpperCase(Locale.ROOT).replaceAll("[ (].*", "");
    }

    @Override
    public String toString() {
        return text;
    }
}
