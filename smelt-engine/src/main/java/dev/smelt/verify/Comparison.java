package dev.smelt.verify;

import dev.smelt.model.Column;
import dev.smelt.model.Identifier;
import dev.smelt.model.TableName;
import dev.smelt.plan.Rehearsal;
import dev.smelt.time.Interval;
import dev.smelt.verify.Difference.Partition;
import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.Scratch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Compares tables with a model's columns as multisets of rows, NULL being equal to NULL. */
final class Comparison {
    private static final String DIFFERENT = "_smelt_different";
    private static final Set<String> FLOATING = Set.of("DOUBLE", "FLOAT");
    /** Of the rows that differ, how many are looked at to find which stand for each other. */
    private static final int LOOKED_AT = 200;

    private static final int PARTITIONS_SHOWN = 2;
    private static final int DIGITS = 12;

    private final Scratch scratch;
    private final Rehearsal rehearsal;

    Comparison(Scratch scratch, Rehearsal rehearsal) {
        this.scratch = scratch;
        this.rehearsal = rehearsal;
    }

    /** What was found, and whether it took leaving out the last digits of floating-point values to find nothing. */
    record Outcome(Optional<Difference> difference, boolean lastDigits) {}

    /** Compares what two tables hold of some windows, each with two ends. */
    Outcome compare(TableName tried, TableName full, List<Interval> windows) {
        if (find(tried, full, windows, Comparison::plain) == 0) {
            return new Outcome(Optional.empty(), false);
        }
        if (hasFloating() && find(tried, full, windows, Comparison::rounded) == 0) {
            return new Outcome(Optional.empty(), true);
        }
        List<Partition> partitions = partitions();
        return new Outcome(Optional.of(new Difference(partitions, rows(partitions))), false);
    }

    /** How many rows the tables do not share; they stay in a scratch table. */
    private long find(TableName tried, TableName full, List<Interval> windows, Function<Column, String> value) {
        String columns = rehearsal.schema().columns().stream().map(value).collect(Collectors.joining(", "));
        String where = " WHERE "
                + windows.stream()
                        .map(window -> "(" + rehearsal.within(window) + ")")
                        .collect(Collectors.joining(" OR "));
        String one = "SELECT " + columns + " FROM " + tried.sql() + where;
        String other = "SELECT " + columns + " FROM " + full.sql() + where;
        scratch.create(
                DIFFERENT,
                "SELECT FALSE AS _smelt_full, * FROM (" + one + " EXCEPT ALL " + other + ") UNION ALL "
                        + "SELECT TRUE AS _smelt_full, * FROM (" + other + " EXCEPT ALL " + one + ")");
        return scratch.query("SELECT count(*) FROM " + different(), 1).get(0).number(0);
    }

    private List<Partition> partitions() {
        String sql = "SELECT " + rehearsal.granuleSql() + " AS granule, count(*) FILTER (NOT _smelt_full),"
                + " count(*) FILTER (_smelt_full) FROM " + different() + " GROUP BY 1 ORDER BY 1";
        return scratch.query(sql, Integer.MAX_VALUE).stream()
                .map(row -> new Partition(granule(row, 0), row.number(1), row.number(2)))
                .toList();
    }

    private List<Difference.Row> rows(List<Partition> partitions) {
        List<Difference.Row> rows = new ArrayList<>();
        for (Partition partition : partitions.subList(0, Math.min(PARTITIONS_SHOWN, partitions.size()))) {
            rows.addAll(RowPairs.of(
                    rehearsal.schema().names(),
                    partition.start(),
                    rows(partition, "NOT _smelt_full"),
                    rows(partition, "_smelt_full")));
        }
        return rows;
    }

    private List<List<String>> rows(Partition partition, String side) {
        Interval granule = rehearsal.granularity().granule(partition.start());
        String sql = "SELECT * EXCLUDE (_smelt_full) FROM " + different() + " WHERE " + side + " AND "
                + rehearsal.within(granule) + " ORDER BY ALL";
        return scratch.query(sql, LOOKED_AT).stream()
                .map(row ->
                        row.values().stream().map(value -> value.orElse("NULL")).toList())
                .toList();
    }

    private long granule(Cells row, int column) {
        return rehearsal.granularity().parse(row.at(column).orElseThrow()).orElseThrow();
    }

    private String different() {
        return scratch.table(DIFFERENT).sql();
    }

    private boolean hasFloating() {
        return rehearsal.schema().columns().stream().anyMatch(Comparison::isFloating);
    }

    private static boolean isFloating(Column column) {
        return FLOATING.contains(column.type().toString());
    }

    private static String plain(Column column) {
        return Identifier.sql(column.name());
    }

    /** A sum of the same numbers in another order may differ in its last digits. */
    private static String rounded(Column column) {
        String name = plain(column);
        if (!isFloating(column)) {
            return name;
        }
        return "CASE WHEN isfinite(" + name + ") AND " + name + " <> 0 THEN round(" + name + ", " + (DIGITS - 1)
                + " - CAST(floor(log10(abs(" + name + "))) AS INTEGER)) ELSE " + name + " END AS " + name;
    }
}
