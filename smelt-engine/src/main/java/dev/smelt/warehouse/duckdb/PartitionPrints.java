package dev.smelt.warehouse.duckdb;

import dev.smelt.model.Identifier;
import dev.smelt.model.Literal;
import dev.smelt.model.PartitionPrint;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes the prints of a table's partitions: one pass over its rows, or over two of its columns. */
final class PartitionPrints implements Statements.RowReader {
    private static final String ROWS = "_smelt_rows";

    private final Optional<Timeseries> clock;
    private final List<PartitionPrint> found = new ArrayList<>();

    PartitionPrints(Optional<Timeseries> clock) {
        this.clock = clock;
    }

    /** Gives rows of (granule start, or NULL for rows in no granule, count, print). */
    String query(TableName table, Optional<String> arrival, String engine) {
        String granule = clock.map(PartitionPrints::granule).orElse("CAST(NULL AS BIGINT)");
        return "SELECT " + granule + " AS _smelt_granule, count(*), " + print(arrival, engine) + " FROM " + table.sql()
                + " AS " + ROWS + " GROUP BY _smelt_granule ORDER BY _smelt_granule NULLS FIRST";
    }

    /** A hash may differ between versions of the engine, and then nobody knows whether the rows do. */
    private static String print(Optional<String> arrival, String engine) {
        return arrival.map(column -> "'arrived until ' || coalesce(CAST(max(" + Identifier.sql(column)
                        + ") AS VARCHAR), '') || ' ' || count(" + Identifier.sql(column) + ")")
                .orElse(Literal.text(engine + " ") + " || bit_xor(hash(" + ROWS + ")) || ' ' || sum(hash(" + ROWS
                        + "))");
    }

    private static String granule(Timeseries clock) {
        GranuleSql sql = new GranuleSql(clock.granularity());
        String value = sql.value(clock.partitionColumn());
        return "CASE WHEN " + sql.isFinite(value) + " THEN " + sql.floor(value) + " END";
    }

    @Override
    public void read(ResultSet row) throws SQLException {
        long start = row.getLong(1);
        Interval range = Interval.ALL;
        if (!row.wasNull()) {
            Granularity granularity = clock.orElseThrow().granularity();
            range = new Interval(start, granularity.next(start));
        }
        found.add(new PartitionPrint(range, row.getLong(2), row.getString(3)));
    }

    List<PartitionPrint> found() {
        return found;
    }
}
