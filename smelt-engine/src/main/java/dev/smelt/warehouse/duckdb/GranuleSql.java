package dev.smelt.warehouse.duckdb;

import dev.smelt.model.Identifier;
import dev.smelt.model.Literal;
import dev.smelt.model.SqlType;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;

/**
 * Axis values and granules in the engine's SQL, the same as {@link Granularity} computes them.
 *
 * <p>On a time axis values are TIMESTAMPs without a zone: texts are cast, and timestamps with a zone are read in the
 * zone of the connection, which is the project's.
 */
final class GranuleSql {
    private final Granularity granularity;

    GranuleSql(Granularity granularity) {
        this.granularity = granularity;
    }

    /** The column's value as a TIMESTAMP, or as a BIGINT on an integer axis. */
    String value(String column) {
        return "CAST(" + Identifier.sql(column) + " AS " + (granularity.isTime() ? "TIMESTAMP" : "BIGINT") + ")";
    }

    /** Whether a value is no infinity; NULL for NULL. */
    String isFinite(String value) {
        return granularity.isTime() ? "isfinite(" + value + ")" : "(" + value + " IS NOT NULL OR NULL)";
    }

    /** The start, as an axis value, of the granule that holds a finite value. */
    String floor(String value) {
        return switch (granularity.unit()) {
            case INTEGER -> value;
            case WEEK -> {
                // The engine's weeks begin on Mondays: go back by as much as ours begin later, and come back.
                String shift = "to_days(" + (granularity.weekStart().getValue() - 1) + ")";
                yield "epoch_us(date_trunc('week', " + value + " - " + shift + ") + " + shift + ")";
            }
            case HOUR, DAY, MONTH, QUARTER, YEAR -> "epoch_us(date_trunc(" + Literal.text(unit()) + ", " + value + "))";
        };
    }

    /** A query of all granules of a bounded window: {@code range_start} and {@code range_end} as axis values. */
    String series(Interval window) {
        if (!granularity.isTime()) {
            return "SELECT s AS range_start, s + 1 AS range_end FROM (SELECT unnest(range(" + window.start() + ", "
                    + window.end() + ")) AS s)";
        }
        return "SELECT epoch_us(s) AS range_start, epoch_us(s + " + step() + ") AS range_end FROM (SELECT unnest(range("
                + timestamp(window.start()) + ", " + timestamp(window.end()) + ", " + step() + ")) AS s)";
    }

    /** The condition that a column's value lies in a bounded window; such that the engine can skip what lies outside. */
    String within(String column, SqlType type, Interval window) {
        String compared = Identifier.sql(column);
        // A text compares as a text.
        boolean plain = granularity.isTime()
                ? type.isTimestamp() || (type.isDate() && !type.isCoarserThan(granularity))
                : type.isInteger();
        String value = plain ? compared : value(column);
        return value + " >= " + bound(window.start()) + " AND " + value + " < " + bound(window.end());
    }

    private String bound(long value) {
        return granularity.isTime() ? Literal.text(granularity.format(value)) : Long.toString(value);
    }

    private String step() {
        return switch (granularity.unit()) {
            case HOUR -> "INTERVAL '1 hour'";
            case WEEK -> "INTERVAL '7 days'";
            case MONTH -> "INTERVAL '1 month'";
            case QUARTER -> "INTERVAL '3 months'";
            case YEAR -> "INTERVAL '1 year'";
            case DAY, INTEGER -> "INTERVAL '1 day'";
        };
    }

    private String unit() {
        return granularity.unit().name().toLowerCase(java.util.Locale.ROOT);
    }

    private static String timestamp(long value) {
        return "make_timestamp(" + value + ")";
    }
}
