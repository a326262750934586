package dev.smelt.law;

import static dev.smelt.time.Granularity.DAY;
import static dev.smelt.time.Granularity.HOUR;
import static dev.smelt.time.Granularity.INTEGER;
import static dev.smelt.time.Granularity.MONTH;
import static dev.smelt.time.Granularity.WEEK;

import dev.smelt.model.Column;
import dev.smelt.model.Schema;
import dev.smelt.model.SqlType;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import dev.smelt.relation.InputRelation;
import dev.smelt.time.Granularity;
import dev.smelt.time.TimeAxis;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The relations that generated models read: one for every way a clock can look. */
enum Feed {
    /** Days, with a time of the event that is declared to lie in them. */
    R_DAY("d DATE, k INTEGER, v INTEGER, ts TIMESTAMP", "d", "ts", "ts", DAY),
    /** Days told by a timestamp, and a time that lies anywhere near. */
    R_TICK("ts TIMESTAMP, k INTEGER, v INTEGER, o TIMESTAMP", "ts", null, "o", DAY),
    R_HOUR("ts TIMESTAMP, k INTEGER, v INTEGER", "ts", null, null, HOUR),
    /** Days, and a time of arrival up to three days later. */
    R_LATE("d DATE, k INTEGER, v INTEGER, arr TIMESTAMP", "d", null, "arr", DAY),
    /** Days, and a time that lies in them without anybody saying so. */
    R_TWO("d DATE, k INTEGER, v INTEGER, ts TIMESTAMP", "d", null, "ts", DAY),
    R_WEEK("w DATE, k INTEGER, v INTEGER", "w", null, null, WEEK),
    R_MONTH("m DATE, k INTEGER, v INTEGER", "m", null, null, MONTH),
    /** Days stored as text. */
    R_TEXT("d VARCHAR, k INTEGER, v INTEGER", "d", null, null, DAY),
    R_SEQ("n INTEGER, k INTEGER, v INTEGER", "n", null, null, INTEGER),
    R_BIG("n BIGINT, k INTEGER, v INTEGER", "n", null, null, INTEGER),
    /** A lookup: no clock. */
    R_DIM("k INTEGER, g INTEGER, since DATE", null, null, null, null);

    static final List<Feed> TIMES = List.of(R_DAY, R_TICK, R_HOUR, R_LATE, R_TWO, R_WEEK, R_MONTH, R_TEXT);
    static final List<Feed> INTEGERS = List.of(R_SEQ, R_BIG);

    private final String columns;
    private final String partition;
    private final String eventTime;
    private final String otherTime;
    private final Granularity granularity;

    Feed(String columns, String partition, String eventTime, String otherTime, Granularity granularity) {
        this.columns = columns;
        this.partition = partition;
        this.eventTime = eventTime;
        this.otherTime = otherTime;
        this.granularity = granularity;
    }

    /** One row: where its clock stands (empty for NULL and for lookups), and its cells as SQL. */
    record Row(Optional<Long> clock, List<String> cells) {
        String sql() {
            return "(" + String.join(", ", cells) + ")";
        }
    }

    String table() {
        return name().toLowerCase(Locale.ROOT);
    }

    TableName tableName() {
        return new TableName("main", table());
    }

    boolean isLookup() {
        return partition == null;
    }

    String partition() {
        return partition;
    }

    Granularity granularity() {
        return granularity;
    }

    Optional<String> otherTime() {
        return Optional.ofNullable(otherTime);
    }

    String createTable() {
        return "CREATE TABLE " + table() + " (" + columns + ")";
    }

    InputRelation relation() {
        List<Column> parsed = new ArrayList<>();
        for (String column : columns.split(", ")) {
            int blank = column.indexOf(' ');
            parsed.add(new Column(column.substring(0, blank), new SqlType(column.substring(blank + 1)), true));
        }
        Optional<Timeseries> clock = isLookup()
                ? Optional.empty()
                : Optional.of(new Timeseries(Optional.ofNullable(eventTime), partition, granularity));
        return new InputRelation(new Schema(parsed), clock);
    }

    /** The clock as SQL compares it. */
    String clockSql() {
        return this == R_TEXT ? "CAST(d AS TIMESTAMP)" : partition;
    }

    /** Some rows within the days that follow the first; few days hold none, few rows have no clock, some are twins. */
    List<Row> rows(Choices choices, long firstDay, int days, int count) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Row row = row(choices, firstDay, days);
            rows.add(row);
            if (choices.chance(6)) {
                rows.add(row);
            }
        }
        return rows;
    }

    Row row(Choices choices, long firstDay, int days) {
        long micros = firstDay + choices.pick(days) * Granularity.MICROS_PER_DAY;
        String k = choices.chance(4) ? "NULL" : Integer.toString(choices.pick(3));
        String v = choices.chance(4) ? "NULL" : Integer.toString(choices.pick(6));
        if (isLookup()) {
            return new Row(Optional.empty(), List.of(k, v, date(micros)));
        }
        boolean none = choices.chance(3);
        if (!granularity.isTime()) {
            long n = choices.pick(days);
            return new Row(none ? Optional.empty() : Optional.of(n), List.of(none ? "NULL" : Long.toString(n), k, v));
        }
        long second = seconds(choices) * 1_000_000L;
        boolean ticks = this == R_TICK || this == R_HOUR;
        boolean atStart = (this == R_WEEK || this == R_MONTH) && !choices.chance(25);
        long at = ticks ? micros + second : atStart ? granularity.floor(micros) : micros;
        String clock = none ? "NULL" : ticks ? timestamp(at) : this == R_TEXT ? text(at) : date(at);
        List<String> cells = new ArrayList<>(List.of(clock, k, v));
        if (otherTime != null) {
            boolean tied = this == R_DAY || this == R_TWO;
            long shift =
                    tied ? second : (choices.pick(4) - (this == R_TICK ? 2 : 0)) * Granularity.MICROS_PER_DAY + second;
            boolean unknown = tied ? none : choices.chance(4);
            cells.add(unknown ? "NULL" : timestamp(Granularity.DAY.floor(at) + shift));
        }
        return new Row(none ? Optional.empty() : Optional.of(at), List.copyOf(cells));
    }

    private static long seconds(Choices choices) {
        return switch (choices.pick(4)) {
            case 0 -> 0;
            case 1 -> 86_399;
            case 2 -> 3_600L * choices.pick(24);
            default -> choices.pick(86_400);
        };
    }

    private static String date(long micros) {
        return "DATE '" + TimeAxis.dateOf(micros) + "'";
    }

    private static String text(long micros) {
        return "'" + TimeAxis.dateOf(micros) + "'";
    }

    private static String timestamp(long micros) {
        return "TIMESTAMP '" + HOUR.format(micros) + "'";
    }
}
