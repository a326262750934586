package dev.smelt.project;

import dev.smelt.diagnostics.NearNames;
import dev.smelt.diagnostics.Place;
import dev.smelt.model.Column;
import dev.smelt.model.Timeseries;
import dev.smelt.time.Granularity;
import java.time.DayOfWeek;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads a {@code timeseries} mapping: the clock of a model, source or seed. */
final class TimeseriesReader {
    static final String EXAMPLE =
            "Add 'timeseries:' with 'partition_column:' and 'granularity:' (hour, day, week, month,"
                    + " quarter or year; none for an integer column).";

    private static final List<String> KEYS =
            List.of("event_time_column", "partition_column", "granularity", "week_start");
    private static final List<String> UNITS = List.of("hour", "day", "week", "month", "quarter", "year", "integer");
    private static final Set<String> INTEGERS = Set.of(
            "tinyint",
            "smallint",
            "integer",
            "int",
            "bigint",
            "hugeint",
            "utinyint",
            "usmallint",
            "uinteger",
            "ubigint",
            "uhugeint",
            "int1",
            "int2",
            "int4",
            "int8",
            "short",
            "long",
            "signed");

    private TimeseriesReader() {}

    /**
     * The clock, where the section declares one.
     *
     * @param columns the declared columns; empty where none are, and then nothing is checked against them
     */
    static Optional<Timeseries> read(Section owner, List<Column> columns) {
        Optional<Section> section = owner.section("timeseries");
        if (section.isEmpty()) {
            return Optional.empty();
        }
        Section timeseries = section.get();
        timeseries.onlyKnows(KEYS);
        Optional<String> eventTime = timeseries.text("event_time_column");
        Optional<String> partition = timeseries.requiredText(
                "partition_column", "Add 'partition_column:', the column whose granule is a row's partition.");
        Granularity granularity = granularity(timeseries);
        eventTime.ifPresent(name -> declared(timeseries, "event_time_column", name, columns));
        partition.ifPresent(name -> declared(timeseries, "partition_column", name, columns)
                .ifPresent(column -> fits(timeseries, column, granularity)));
        return partition.map(column -> new Timeseries(eventTime, column, granularity));
    }

    private static Granularity granularity(Section timeseries) {
        Map<String, Granularity> units = new LinkedHashMap<>();
        UNITS.forEach(name -> units.put(name, Granularity.named(name).orElse(Granularity.INTEGER)));
        Granularity granularity = timeseries.choice("granularity", units, UNITS).orElse(Granularity.INTEGER);
        if (!timeseries.has("week_start")) {
            return granularity;
        }
        if (!granularity.equals(Granularity.WEEK)) {
            timeseries
                    .problems()
                    .error(
                            Problems.CONTRADICTION,
                            timeseries.place("week_start"),
                            "'week_start' means something only with 'granularity: week'.",
                            "Drop it.");
        }
        Map<String, DayOfWeek> days = new LinkedHashMap<>();
        for (DayOfWeek day : DayOfWeek.values()) {
            days.put(day.name().toLowerCase(Locale.ROOT), day);
        }
        Optional<DayOfWeek> start = timeseries.choice("week_start", days, List.copyOf(days.keySet()));
        return granularity.equals(Granularity.WEEK)
                ? start.map(Granularity::week).orElse(granularity)
                : granularity;
    }

    /** The declared column of that name; a problem where columns are declared and it is not among them. */
    static Optional<Column> declared(Section section, String key, String name, List<Column> columns) {
        Place place = section.node(key).map(YamlNode::place).orElse(section.place());
        return declared(section, key, name, columns, place);
    }

    static Optional<Column> declared(Section section, String key, String name, List<Column> columns, Place place) {
        Optional<Column> column =
                columns.stream().filter(each -> each.isNamed(name)).findFirst();
        if (column.isEmpty() && !columns.isEmpty()) {
            List<String> names = columns.stream().map(Column::name).toList();
            String near = NearNames.didYouMean(name, names).strip();
            section.problems()
                    .error(
                            Problems.WRONG_VALUE,
                            place,
                            "'" + key + "' in the " + section.name() + " names '" + name
                                    + "', which is none of the columns.",
                            near.isEmpty() ? "The columns are " + String.join(", ", names) + "." : near);
        }
        return column;
    }

    private static void fits(Section timeseries, Column column, Granularity granularity) {
        boolean integer = INTEGERS.contains(column.type().text().toLowerCase(Locale.ROOT));
        if (integer == granularity.isTime()) {
            timeseries
                    .problems()
                    .error(
                            Problems.CONTRADICTION,
                            timeseries.place(timeseries.has("granularity") ? "granularity" : "partition_column"),
                            "The partition column '" + column.name() + "' is " + column.type() + ", so that "
                                    + (integer
                                            ? "a partition is one number, not one " + granularity
                                            : "it needs a granularity")
                                    + ".",
                            integer
                                    ? "Drop 'granularity'."
                                    : "Add 'granularity:' (hour, day, week, month, quarter or year).");
        }
    }
}
