package dev.smelt.plan;

import dev.smelt.model.Address;
import dev.smelt.model.Identifier;
import dev.smelt.model.SqlType;
import dev.smelt.model.Timeseries;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.TimeAxis;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A column with times or partition numbers in it, as conditions compare it.
 *
 * @param type its type in the warehouse; empty where it is not known, and then it is compared as it is
 */
record ClockColumn(String name, Optional<SqlType> type, Granularity granularity, ZoneId zone) {
    private static final DateTimeFormatter ZONED = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ssxxx", Locale.ROOT);

    /** The partition column of a clocked relation. */
    static ClockColumn partition(Landscape landscape, Address address) {
        Timeseries clock = landscape.clock(address).orElseThrow();
        return of(landscape, address, clock.partitionColumn());
    }

    static ClockColumn of(Landscape landscape, Address address, String column) {
        return new ClockColumn(
                column,
                ColumnTypes.type(landscape, address, column),
                landscape.granularity(address),
                landscape.world().project().timeZone());
    }

    /** The column, cast where it is stored as text or coarser than its partitions. */
    String sql() {
        String plain = Identifier.sql(name);
        if (type.filter(each -> each.isText() || each.isCoarserThan(granularity))
                .isEmpty()) {
            return plain;
        }
        return "CAST(" + plain + " AS " + (granularity.isTime() ? "TIMESTAMP" : "BIGINT") + ")";
    }

    /** A condition that holds for the window's rows; empty where the window has no bound at all. */
    Optional<String> within(Interval window) {
        List<String> sides = new ArrayList<>();
        if (window.start() != Interval.NEGATIVE_INFINITY) {
            sides.add(sql() + " >= " + literal(window.start()));
        }
        if (window.end() != Interval.POSITIVE_INFINITY) {
            sides.add(sql() + " < " + literal(window.end()));
        }
        return sides.isEmpty() ? Optional.empty() : Optional.of(String.join(" AND ", sides));
    }

    /** The start of the granule that holds the column's value, in the project's zone. */
    String floorSql() {
        String value = isZoned() ? "(" + sql() + " AT TIME ZONE '" + zone.getId() + "')" : sql();
        return switch (granularity.unit()) {
            case INTEGER -> value;
            case WEEK -> {
                int days = granularity.weekStart().getValue() - 1;
                yield days == 0
                        ? "date_trunc('week', " + value + ")"
                        : "date_trunc('week', " + value + " - INTERVAL " + days + " DAY) + INTERVAL " + days + " DAY";
            }
            default -> "date_trunc('" + granularity.unit().name().toLowerCase(Locale.ROOT) + "', " + value + ")";
        };
    }

    private String literal(long value) {
        if (!granularity.isTime()) {
            return Long.toString(value);
        }
        if (!isZoned()) {
            return "'" + granularity.format(value) + "'";
        }
        LocalDateTime local = TimeAxis.dateTimeOf(value);
        ZoneOffset offset = zone.getRules().getOffset(local);
        return "'" + ZONED.format(local.atOffset(offset)) + "'";
    }

    private boolean isZoned() {
        return type.map(each -> each.equals(SqlType.TIMESTAMPTZ)).orElse(false);
    }
}
