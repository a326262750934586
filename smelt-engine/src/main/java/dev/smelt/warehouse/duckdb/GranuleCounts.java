package dev.smelt.warehouse.duckdb;

import dev.smelt.model.Granules;
import dev.smelt.time.Granularity;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.SortedMap;
import java.util.TreeMap;

/** Collects rows of (finite, granule start, count), where an unknown finiteness stands for NULL. */
final class GranuleCounts implements Statements.RowReader {
    private final SortedMap<Long, Long> rows = new TreeMap<>();
    private long nullRows;
    private long infiniteRows;

    @Override
    public void read(ResultSet row) throws SQLException {
        boolean finite = row.getBoolean(1);
        long count = row.getLong(3);
        if (row.getObject(1) == null) {
            nullRows += count;
        } else if (finite) {
            rows.put(row.getLong(2), count);
        } else {
            infiniteRows += count;
        }
    }

    Granules granules(Granularity granularity) {
        return new Granules(granularity, rows, nullRows, infiniteRows);
    }
}
