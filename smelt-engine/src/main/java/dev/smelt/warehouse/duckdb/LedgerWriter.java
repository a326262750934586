package dev.smelt.warehouse.duckdb;

import dev.smelt.ledger.Deployment;
import dev.smelt.ledger.LedgerChange;
import dev.smelt.model.Column;
import dev.smelt.model.Literal;
import dev.smelt.model.PartitionPrint;
import dev.smelt.model.SqlType;
import dev.smelt.model.TableName;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the ledger changes of one step as statements of the transaction that changes the data. */
final class LedgerWriter {
    private static final String MIN_BIGINT = "CAST(" + Long.MIN_VALUE + " AS BIGINT)";

    /** Long texts take long to parse. */
    private static final int SEEN_AT_ONCE = 1000;

    private static final int NAMED_ONE_BY_ONE = 16;

    /** The number that was counted up to. */
    private static final String SEQUENCE = "(SELECT sequence FROM _smelt.meta)";

    private final Transaction transaction;
    private final String targetSchema;
    private final String runId;
    private boolean countedUp;

    LedgerWriter(Transaction transaction, String targetSchema, String runId) {
        this.transaction = transaction;
        this.targetSchema = targetSchema;
        this.runId = runId;
    }

    /**
     * Marks of one reason that follow each other are set by one statement: there may be one for every reader of what came
     * out changed.
     */
    void apply(List<LedgerChange> changes) {
        List<LedgerChange.Stale> marks = new ArrayList<>();
        for (LedgerChange change : changes) {
            if (change instanceof LedgerChange.Stale stale) {
                if (!marks.isEmpty() && !marks.get(0).reason().equals(stale.reason())) {
                    stale(marks);
                }
                marks.add(stale);
            } else {
                stale(marks);
                apply(change);
            }
        }
        stale(marks);
    }

    private void apply(LedgerChange change) {
        if (change instanceof LedgerChange.Built built) {
            built(built);
        } else if (change instanceof LedgerChange.BuiltWhole built) {
            builtWhole(built);
        } else if (change instanceof LedgerChange.Confirmed confirmed) {
            confirmed(confirmed);
        } else if (change instanceof LedgerChange.Forgotten forgotten) {
            countUp();
            transaction.execute("DELETE FROM _smelt.partitions WHERE " + of(forgotten));
        } else if (change instanceof LedgerChange.Seen seen) {
            seen(seen);
        } else if (change instanceof LedgerChange.Deployed deployed) {
            deployed(deployed);
        } else if (change instanceof LedgerChange.StepDone done) {
            new RunTables(targetSchema).write(transaction, runId, done);
        }
    }

    private void built(LedgerChange.Built built) {
        Interval window = built.window();
        if (!window.isBounded() || !built.granularity().isAligned(window)) {
            throw new IllegalArgumentException(
                    "Not whole granules: " + built.granularity().format(window));
        }
        if (window.isEmpty()) {
            return;
        }
        countUp();
        transaction.execute(
                "DELETE FROM _smelt.partitions WHERE " + of(built) + " AND " + overlaps(IntervalSet.of(window)));
        GranuleSql granules = new GranuleSql(built.granularity());
        String rows = "SELECT " + granules.floor(granules.value(built.partitionColumn())) + " AS range_start, count(*)"
                + " AS n FROM " + built.table().sql() + " WHERE "
                + granules.within(built.partitionColumn(), typeOf(built.table(), built.partitionColumn()), window)
                + " GROUP BY ALL";
        String at = built.granularity().isTime() ? "make_timestamp(%s)" : "CAST(NULL AS TIMESTAMP)";
        transaction.execute("INSERT INTO _smelt.partitions SELECT " + key(built) + ", g.range_start, g.range_end, "
                + at.replace("%s", "g.range_start") + ", " + at.replace("%s", "g.range_end") + ", "
                + Literal.text(built.definition()) + ", " + contains(built.complete()) + ", NULL, "
                + Literal.text(runId) + ", " + SEQUENCE + ", " + number(built.horizon()) + ", coalesce(c.n, 0)"
                + " FROM (" + granules.series(window) + ") AS g LEFT JOIN (" + rows + ") AS c USING (range_start)");
    }

    private void builtWhole(LedgerChange.BuiltWhole built) {
        countUp();
        transaction.execute("DELETE FROM _smelt.partitions WHERE " + of(built));
        transaction.execute("INSERT INTO _smelt.partitions SELECT " + key(built) + ", "
                + number(Interval.NEGATIVE_INFINITY) + ", " + number(Interval.POSITIVE_INFINITY) + ", NULL, NULL, "
                + Literal.text(built.definition()) + ", true, NULL, " + Literal.text(runId) + ", " + SEQUENCE + ", "
                + number(built.horizon()) + ", count(*) FROM " + built.table().sql());
    }

    /** Sets marks of one reason, and empties the list. */
    private void stale(List<LedgerChange.Stale> marks) {
        List<String> windows = marks.stream()
                .filter(mark -> !mark.windows().isEmpty())
                .map(mark -> "(model = " + Literal.text(mark.model().path()) + " AND " + overlaps(mark.windows()) + ")")
                .toList();
        if (!windows.isEmpty()) {
            countUp();
            String reason = Literal.text(marks.get(0).reason());
            transaction.execute("UPDATE _smelt.partitions SET stale_reason = CASE WHEN stale_reason IS NULL THEN "
                    + reason + " WHEN contains('; ' || stale_reason || '; ', '; ' || " + reason
                    + " || '; ') THEN stale_reason ELSE stale_reason || '; ' || " + reason
                    + " END WHERE target_schema = " + Literal.text(targetSchema) + " AND ("
                    + String.join(" OR ", windows) + ")");
        }
        marks.clear();
    }

    private void confirmed(LedgerChange.Confirmed confirmed) {
        if (confirmed.windows().isEmpty()) {
            return;
        }
        countUp();
        transaction.execute("UPDATE _smelt.partitions SET stale_reason = NULL WHERE " + of(confirmed) + " AND "
                + overlaps(confirmed.windows()));
    }

    private void seen(LedgerChange.Seen seen) {
        countUp();
        transaction.execute("DELETE FROM _smelt.seen WHERE target_schema = " + Literal.text(targetSchema)
                + " AND source = " + Literal.text(seen.model().path()));
        List<String> rows = new ArrayList<>();
        for (PartitionPrint each : seen.partitions()) {
            rows.add("(" + key(seen) + ", " + number(each.range().start()) + ", "
                    + number(each.range().end()) + ", " + each.rows() + ", " + Literal.text(each.print()) + ")");
        }
        if (rows.isEmpty()) {
            rows.add("(" + key(seen) + ", 0, 0, 0, '')");
        }
        for (int i = 0; i < rows.size(); i += SEEN_AT_ONCE) {
            transaction.execute("INSERT INTO _smelt.seen VALUES "
                    + String.join(", ", rows.subList(i, Math.min(rows.size(), i + SEEN_AT_ONCE))));
        }
    }

    private void deployed(LedgerChange.Deployed deployed) {
        countUp();
        for (String table : List.of("deployed", "deployed_columns", "definitions")) {
            transaction.execute("DELETE FROM _smelt." + table + " WHERE " + of(deployed));
        }
        Deployment deployment = deployed.deployment();
        transaction.execute("INSERT INTO _smelt.deployed VALUES (" + key(deployed) + ", "
                + Literal.text(deployment.table().schema()) + ", "
                + Literal.text(deployment.table().name()) + ", "
                + textOrNull(deployment.clock().flatMap(clock -> clock.eventTimeColumn())) + ", "
                + textOrNull(deployment.clock().map(clock -> clock.partitionColumn())) + ", "
                + textOrNull(deployment.clock().map(clock -> GranularityText.of(clock.granularity()))) + ")");
        List<String> columns = new ArrayList<>();
        for (Column column : deployment.schema().columns()) {
            columns.add("(" + key(deployed) + ", " + columns.size() + ", " + Literal.text(column.name()) + ", "
                    + Literal.text(column.type().text()) + ", " + column.nullable() + ")");
        }
        if (!columns.isEmpty()) {
            transaction.execute("INSERT INTO _smelt.deployed_columns VALUES " + String.join(", ", columns));
        }
        List<String> fingerprints = new ArrayList<>();
        fingerprints.add("(" + key(deployed) + ", NULL, "
                + Literal.text(deployment.definition().rowSet()) + ", "
                + textOrNull(deployment.definition().texts().rows()) + ")");
        deployment
                .definition()
                .columns()
                .forEach((column, fingerprint) -> fingerprints.add(
                        "(" + key(deployed) + ", " + Literal.text(column) + ", " + Literal.text(fingerprint) + ", "
                                + textOrNull(deployment.definition().texts().column(column)) + ")"));
        transaction.execute("INSERT INTO _smelt.definitions VALUES " + String.join(", ", fingerprints));
    }

    /** Counts up in the one row that every writer touches, once for all that this one writes. */
    private void countUp() {
        if (!countedUp) {
            transaction.execute("UPDATE _smelt.meta SET sequence = sequence + 1");
            countedUp = true;
        }
    }

    private SqlType typeOf(TableName table, String column) {
        List<Cells> types = transaction.query(
                "SELECT column_type FROM (DESCRIBE " + table.sql() + ") WHERE lower(column_name) = lower("
                        + Literal.text(column) + ")",
                1);
        // Where the column is unknown the counting query fails and says so.
        return types.isEmpty()
                ? SqlType.VARCHAR
                : DuckDbBinder.typeOf(types.get(0).at(0).orElseThrow());
    }

    private String key(LedgerChange change) {
        return Literal.text(targetSchema) + ", " + Literal.text(change.model().path());
    }

    private String of(LedgerChange change) {
        return "target_schema = " + Literal.text(targetSchema) + " AND model = "
                + Literal.text(change.model().path());
    }

    /** Few windows are named one by one, which the engine plans in a fraction of the time; many would nest too deep. */
    private static String overlaps(IntervalSet windows) {
        if (windows.intervals().size() <= NAMED_ONE_BY_ONE) {
            return windows.intervals().stream()
                    .map(each ->
                            "(range_start < " + number(each.end()) + " AND " + number(each.start()) + " < range_end)")
                    .collect(Collectors.joining(" OR ", "(", ")"));
        }
        return "EXISTS (SELECT 1 FROM (VALUES " + values(windows)
                + ") AS w(lo, hi) WHERE range_start < w.hi AND w.lo < range_end)";
    }

    private static String contains(IntervalSet complete) {
        return complete.isEmpty()
                ? "false"
                : complete.intervals().stream()
                        .map(each -> "(g.range_start >= " + number(each.start()) + " AND g.range_end <= "
                                + number(each.end()) + ")")
                        .collect(Collectors.joining(" OR "));
    }

    private static String values(IntervalSet windows) {
        return windows.intervals().stream()
                .map(each -> "(" + number(each.start()) + ", " + number(each.end()) + ")")
                .collect(Collectors.joining(", "));
    }

    static String number(long value) {
        return value == Long.MIN_VALUE ? MIN_BIGINT : Long.toString(value);
    }

    static String textOrNull(Optional<String> text) {
        return text.map(Literal::text).orElse("NULL");
    }
}
