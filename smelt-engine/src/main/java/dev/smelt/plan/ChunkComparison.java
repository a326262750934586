package dev.smelt.plan;

import dev.smelt.model.Address;
import dev.smelt.model.Column;
import dev.smelt.model.Identifier;
import dev.smelt.time.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The statements with which a chunk rewrites only the partitions that come out otherwise than they are.
 *
 * <p>Fingerprints are taken first: most partitions that changed are known by them at little cost. Those whose fingerprints
 * are equal are compared row by row, since a hash proves nothing.
 */
final class ChunkComparison {
    private static final String RECOMPUTED = "_smelt_recomputed";
    private static final String CHANGED = "_smelt_changed";
    private static final String GRANULE = "_smelt_granule";
    private static final Pattern HAS_EQUAL_TWINS = Pattern.compile("\\b(FLOAT|DOUBLE|INTERVAL)\\b");

    private final Landscape landscape;
    private final Address model;
    private final ChunkStatements statements;
    private final ClockColumn partition;
    private final List<Column> columns;

    ChunkComparison(Landscape landscape, Address model, ChunkStatements statements) {
        this.landscape = landscape;
        this.model = model;
        this.statements = statements;
        this.partition = ClockColumn.partition(landscape, model);
        this.columns = landscape.facts(model).schema().columns();
    }

    /** Present where there is something to compare with: a partition in the window is built. */
    Optional<Step.Comparison> of(Interval window) {
        if (!landscape.built(model).overlaps(window)) {
            return Optional.empty();
        }
        return Optional.of(new Step.Comparison(
                List.of(recomputed(), statements.insertInto(RECOMPUTED, window), prints(window), rows(window)),
                "SELECT " + start() + " FROM " + CHANGED + " ORDER BY 1"));
    }

    String delete(Interval window) {
        return statements.delete(window) + " AND " + isChanged("IN");
    }

    String insert() {
        return "INSERT INTO " + table() + " (" + names() + ") SELECT " + names() + " FROM " + RECOMPUTED + " WHERE "
                + isChanged("IN");
    }

    /** With the table's own types, so that what is compared is what would be stored. */
    private String recomputed() {
        return "CREATE TEMP TABLE " + RECOMPUTED + " ("
                + columns.stream()
                        .map(column -> Identifier.sql(column.name()) + " " + column.type())
                        .collect(Collectors.joining(", "))
                + ")";
    }

    /** Partitions whose fingerprints differ, and those that only one side has. */
    private String prints(Interval window) {
        return "CREATE TEMP TABLE " + CHANGED + " AS SELECT " + GRANULE + " FROM (" + print(there(window))
                + " UNION ALL "
                + print(RECOMPUTED) + ") GROUP BY " + GRANULE
                + " HAVING count(*) < 2 OR min(_smelt_rows) <> max(_smelt_rows)"
                + " OR min(_smelt_xor) <> max(_smelt_xor) OR min(_smelt_sum) <> max(_smelt_sum)";
    }

    private String print(String relation) {
        String hash = "hash(" + names() + ")";
        return "SELECT " + partition.floorSql() + " AS " + GRANULE + ", count(*) AS _smelt_rows, bit_xor(" + hash
                + ") AS _smelt_xor, sum(" + hash + ") AS _smelt_sum FROM " + relation + " GROUP BY " + GRANULE;
    }

    /** Of the others, those that hold some row more often on one side. */
    private String rows(Interval window) {
        return "INSERT INTO " + CHANGED + " SELECT DISTINCT " + partition.floorSql() + " FROM (SELECT " + names()
                + ", 1 AS _smelt_side FROM " + RECOMPUTED + " WHERE " + isChanged("NOT IN") + " UNION ALL SELECT "
                + names()
                + ", -1 FROM " + there(window) + " AND " + isChanged("NOT IN") + ") GROUP BY " + keys()
                + " HAVING sum(_smelt_side) <> 0";
    }

    private String there(Interval window) {
        return table() + " WHERE " + partition.within(window).orElseThrow();
    }

    /** The columns, and what tells values apart that the engine takes for equal: 0.0 and -0.0, 30 days and a month. */
    private String keys() {
        List<String> keys = new ArrayList<>();
        for (Column column : columns) {
            String name = Identifier.sql(column.name());
            keys.add(name);
            if (column.type().text().matches("FLOAT|DOUBLE")) {
                keys.add("signbit(" + name + ")");
            } else if (HAS_EQUAL_TWINS.matcher(column.type().text()).find()) {
                keys.add("CAST(" + name + " AS VARCHAR)");
            }
        }
        return String.join(", ", keys);
    }

    private String isChanged(String in) {
        return partition.floorSql() + " " + in + " (SELECT " + GRANULE + " FROM " + CHANGED + ")";
    }

    private String start() {
        return partition.granularity().isTime()
                ? "epoch_us(CAST(" + GRANULE + " AS TIMESTAMP))"
                : "CAST(" + GRANULE + " AS BIGINT)";
    }

    private String names() {
        return columns.stream().map(column -> Identifier.sql(column.name())).collect(Collectors.joining(", "));
    }

    private String table() {
        return landscape.table(model).sql();
    }
}
