package dev.smelt.warehouse.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.diagnostics.SmeltException;
import dev.smelt.ledger.Definition;
import dev.smelt.ledger.Deployment;
import dev.smelt.ledger.LedgerChange;
import dev.smelt.ledger.LedgerSnapshot;
import dev.smelt.ledger.ModelState;
import dev.smelt.ledger.PartitionState;
import dev.smelt.ledger.RunRecord;
import dev.smelt.model.Address;
import dev.smelt.model.Column;
import dev.smelt.model.Schema;
import dev.smelt.model.SqlType;
import dev.smelt.model.TableName;
import dev.smelt.model.Timeseries;
import dev.smelt.time.Granularity;
import dev.smelt.time.Interval;
import dev.smelt.time.IntervalSet;
import dev.smelt.warehouse.Access;
import dev.smelt.warehouse.Transaction;
import dev.smelt.warehouse.Warehouse;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DuckDbLedgerTest {
    private static final Address MODEL = new Address("silver.sessions");
    private static final TableName TABLE = new TableName("main", "silver_sessions");
    private static final Definition DEFINITION =
            new Definition("rows'1", new TreeMap<>(java.util.Map.of("day", "c1", "It's", "c2")));

    @TempDir
    private Path directory;

    private Warehouse warehouse;
    private DuckDbLedger ledger;

    @BeforeEach
    void open() {
        warehouse = OtherProcess.open(directory.resolve("dev.duckdb"), Access.WRITE);
        ledger = new DuckDbLedger(warehouse, "main");
    }

    @AfterEach
    void close() {
        warehouse.close();
    }

    private static Deployment deployment(Granularity granularity) {
        return new Deployment(
                TABLE,
                new Schema(List.of(
                        new Column("It's", new SqlType("STRUCT(a INTEGER)"), true),
                        new Column("day", SqlType.DATE, false))),
                Optional.of(new Timeseries(Optional.of("ts"), "day", granularity)),
                DEFINITION);
    }

    private void apply(String runId, LedgerChange... changes) {
        try (Transaction transaction = warehouse.begin()) {
            ledger.apply(transaction, List.of(changes), runId);
            transaction.commit();
        }
    }

    private void run(String... statements) {
        try (Transaction transaction = warehouse.begin()) {
            for (String statement : statements) {
                transaction.execute(statement);
            }
            transaction.commit();
        }
    }

    private static Interval days(String from, String to) {
        return new Interval(
                Granularity.DAY.parse(from).orElseThrow(),
                Granularity.DAY.parse(to).orElseThrow());
    }

    private static LedgerChange.Built built(Interval window, IntervalSet complete) {
        return new LedgerChange.Built(MODEL, TABLE, "day", Granularity.DAY, window, complete, "d1", window.end());
    }

    private List<PartitionState> partitions() {
        return ledger.read().model(MODEL).orElseThrow().partitions();
    }

    @Test
    void a_warehouse_without_a_ledger_has_an_empty_one_and_reading_makes_none() {
        assertThat(ledger.read()).isEqualTo(LedgerSnapshot.EMPTY);
        assertThat(ledger.runs(9)).isEmpty();
        assertThat(warehouse.query("FROM duckdb_tables()", 9)).isEmpty();
    }

    @Test
    void preparing_twice_keeps_what_is_there() {
        ledger.prepare();
        apply("r1", new LedgerChange.Deployed(MODEL, deployment(Granularity.DAY)));
        ledger.prepare();
        assertThat(ledger.read().models()).containsOnlyKeys(MODEL);
    }

    @Test
    void a_ledger_of_a_newer_smelt_is_refused_with_advice() {
        ledger.prepare();
        run("UPDATE _smelt.meta SET version = 99");
        assertThatThrownBy(ledger::read)
                .isInstanceOf(SmeltException.class)
                .hasMessageContaining("newer smelt")
                .hasMessageContaining("Use that version")
                .hasMessageContaining("SMELT-L010");
        assertThatThrownBy(ledger::prepare).hasMessageContaining("SMELT-L010");
    }

    static List<Granularity> granularities() {
        return List.of(
                Granularity.HOUR,
                Granularity.DAY,
                Granularity.WEEK,
                Granularity.week(DayOfWeek.SUNDAY),
                Granularity.MONTH,
                Granularity.QUARTER,
                Granularity.YEAR,
                Granularity.INTEGER);
    }

    @ParameterizedTest
    @MethodSource("granularities")
    void a_deployment_comes_back_as_it_was_written(Granularity granularity) {
        ledger.prepare();
        apply("r1", new LedgerChange.Deployed(MODEL, deployment(Granularity.DAY)));
        apply("r2", new LedgerChange.Deployed(MODEL, deployment(granularity)));
        assertThat(ledger.read().models())
                .containsExactly(java.util.Map.entry(MODEL, new ModelState(MODEL, deployment(granularity), List.of())));

        Deployment unclocked =
                new Deployment(TABLE, deployment(Granularity.DAY).schema(), Optional.empty(), DEFINITION);
        apply("r3", new LedgerChange.Deployed(MODEL, unclocked));
        assertThat(ledger.read().model(MODEL).orElseThrow().deployment()).isEqualTo(unclocked);
    }

    @Test
    void a_built_window_has_a_partition_for_every_granule_with_its_rows() {
        ledger.prepare();
        run("CREATE TABLE main.silver_sessions AS SELECT * FROM (VALUES (1, DATE '2026-04-01'), (2, DATE '2026-04-01'),"
                + " (3, DATE '2026-04-03'), (4, DATE '2026-04-04'), (5, NULL)) AS v(i, day)");
        Interval window = days("2026-04-01", "2026-04-04");
        apply(
                "r1",
                new LedgerChange.Deployed(MODEL, deployment(Granularity.DAY)),
                built(window, IntervalSet.of(days("2026-04-01", "2026-04-03"))));
        assertThat(partitions())
                .containsExactly(
                        partition(days("2026-04-01", "2026-04-02"), true, 1, window.end(), 2),
                        partition(days("2026-04-02", "2026-04-03"), true, 1, window.end(), 0),
                        partition(days("2026-04-03", "2026-04-04"), false, 1, window.end(), 1));
        assertThat(warehouse
                        .query("SELECT starts_at, ends_at FROM _smelt.partitions ORDER BY 1", 1)
                        .get(0)
                        .values())
                .containsExactly(Optional.of("2026-04-01 00:00:00"), Optional.of("2026-04-02 00:00:00"));
    }

    private static PartitionState partition(Interval range, boolean complete, long sequence, long horizon, long rows) {
        return new PartitionState(range, complete, Optional.empty(), "d1", "r1", sequence, horizon, rows);
    }

    @ParameterizedTest
    @MethodSource("granularities")
    void granules_are_those_of_the_time_axis(Granularity granularity) {
        ledger.prepare();
        long start = granularity.isTime()
                ? granularity.floor(Granularity.DAY.parse("1969-11-05").orElseThrow())
                : -5;
        Interval window = new Interval(start, granularity.plus(start, 30));
        String type = granularity.isTime() ? "TIMESTAMP" : "INTEGER";
        String value = granularity.isTime() ? "make_timestamp(%d)" : "%d";
        run("CREATE TABLE main.silver_sessions (day " + type + ")");
        List<PartitionState> expected = new ArrayList<>();
        for (long at = start; at < window.end(); at = granularity.next(at)) {
            long last = granularity.next(at) - 1;
            run("INSERT INTO main.silver_sessions VALUES (" + String.format(value, at) + "), ("
                    + String.format(value, last) + ")");
            expected.add(partition(granularity.granule(at), true, 1, 5, 2));
        }
        apply(
                "r1",
                new LedgerChange.Deployed(MODEL, deployment(granularity)),
                new LedgerChange.Built(MODEL, TABLE, "day", granularity, window, IntervalSet.of(window), "d1", 5));
        assertThat(partitions()).isEqualTo(expected);
    }

    @Test
    void texts_and_zoned_timestamps_are_counted_by_their_time() {
        ledger.prepare();
        Interval window = days("2026-04-01", "2026-04-03");
        for (String column : List.of(
                "'2026-04-01 23:59:59'",
                "TIMESTAMPTZ '2026-04-01 23:59:59+00'",
                "TIMESTAMP_NS '2026-04-01 23:59:59'")) {
            run("CREATE OR REPLACE TABLE main.silver_sessions AS SELECT " + column + " AS day");
            apply(
                    "r1",
                    new LedgerChange.Deployed(MODEL, deployment(Granularity.DAY)),
                    built(window, IntervalSet.none()));
            assertThat(partitions()).as(column).extracting(PartitionState::rows).containsExactly(1L, 0L);
        }
    }

    @Test
    void stale_marks_only_what_is_built_and_keeps_each_reason_once() {
        ledger.prepare();
        run("CREATE TABLE main.silver_sessions (day DATE)");
        Interval window = days("2026-04-01", "2026-04-04");
        apply(
                "r1",
                new LedgerChange.Deployed(MODEL, deployment(Granularity.DAY)),
                built(window, IntervalSet.of(window)));
        IntervalSet landed = IntervalSet.of(days("2026-03-01", "2026-04-02"), days("2026-04-03", "2026-05-01"));
        apply("r2", new LedgerChange.Stale(MODEL, landed, "it's late"));
        apply("r3", new LedgerChange.Stale(MODEL, IntervalSet.of(Interval.ALL), "logic"));
        apply("r4", new LedgerChange.Stale(MODEL, IntervalSet.of(Interval.ALL), "it's late"));
        apply("r5", new LedgerChange.Stale(MODEL, IntervalSet.none(), "nothing"));
        assertThat(partitions())
                .extracting(each -> each.stale().orElse(""))
                .containsExactly("it's late; logic", "logic; it's late", "it's late; logic");
        assertThat(partitions()).extracting(PartitionState::runId).containsOnly("r1");

        apply("r6", built(days("2026-04-02", "2026-04-03"), IntervalSet.none()));
        assertThat(ledger.read().model(MODEL).orElseThrow().stale())
                .isEqualTo(IntervalSet.of(days("2026-04-01", "2026-04-02"), days("2026-04-03", "2026-04-04")));
    }

    @Test
    void marks_of_several_models_in_one_transaction_are_those_of_each_told_alone() {
        ledger.prepare();
        run("CREATE TABLE main.silver_sessions (day DATE)");
        Address reader = new Address("models.gold.daily");
        Interval window = days("2026-04-01", "2026-05-01");
        for (Address model : List.of(MODEL, reader)) {
            apply(
                    "r1",
                    new LedgerChange.Deployed(model, deployment(Granularity.DAY)),
                    new LedgerChange.Built(
                            model, TABLE, "day", Granularity.DAY, window, IntervalSet.of(window), "d1", window.end()));
        }
        List<Interval> everyOtherDay = new ArrayList<>();
        for (long day = window.start(); day < window.end(); day = Granularity.DAY.plus(day, 2)) {
            everyOtherDay.add(Granularity.DAY.granule(day));
        }
        IntervalSet first = IntervalSet.of(days("2026-04-01", "2026-04-02"));
        apply(
                "r2",
                new LedgerChange.Stale(MODEL, first, "late"),
                new LedgerChange.Stale(reader, IntervalSet.of(everyOtherDay), "late"),
                new LedgerChange.Stale(reader, IntervalSet.none(), "late"),
                new LedgerChange.Stale(reader, first, "logic"),
                new LedgerChange.Confirmed(MODEL, first),
                new LedgerChange.Stale(MODEL, IntervalSet.of(days("2026-04-02", "2026-04-03")), "logic"));
        LedgerSnapshot now = ledger.read();
        assertThat(now.model(MODEL).orElseThrow().stale()).isEqualTo(IntervalSet.of(days("2026-04-02", "2026-04-03")));
        assertThat(now.model(reader).orElseThrow().stale()).isEqualTo(IntervalSet.of(everyOtherDay));
        assertThat(now.model(reader).orElseThrow().partitions().get(0).stale()).contains("late; logic");
    }

    @Test
    void a_whole_table_is_one_partition_and_forgetting_drops_it() {
        ledger.prepare();
        run("CREATE TABLE main.silver_sessions AS FROM range(7)");
        apply(
                "r1",
                new LedgerChange.Deployed(MODEL, deployment(Granularity.DAY)),
                new LedgerChange.BuiltWhole(MODEL, TABLE, "d1", 3),
                new LedgerChange.BuiltWhole(MODEL, TABLE, "d1", Interval.NEGATIVE_INFINITY));
        assertThat(partitions()).containsExactly(partition(Interval.ALL, true, 1, Interval.NEGATIVE_INFINITY, 7));
        apply("r2", new LedgerChange.Stale(MODEL, IntervalSet.of(days("2026-04-01", "2026-04-02")), "lookup"));
        assertThat(partitions().get(0).stale()).contains("lookup");
        apply("r3", new LedgerChange.Forgotten(MODEL));
        assertThat(partitions()).isEmpty();
        assertThat(ledger.read().model(MODEL).orElseThrow().deployment()).isEqualTo(deployment(Granularity.DAY));
    }

    @Test
    void changes_are_saved_and_lost_with_their_transaction() {
        ledger.prepare();
        try (Transaction transaction = warehouse.begin()) {
            ledger.apply(transaction, List.of(new LedgerChange.Deployed(MODEL, deployment(Granularity.DAY))), "r1");
        }
        assertThat(ledger.read()).isEqualTo(LedgerSnapshot.EMPTY);
    }

    @Test
    void schemas_of_targets_are_kept_apart() {
        ledger.prepare();
        DuckDbLedger other = new DuckDbLedger(warehouse, "prod");
        apply("r1", new LedgerChange.Deployed(MODEL, deployment(Granularity.DAY)));
        assertThat(other.read()).isEqualTo(LedgerSnapshot.EMPTY);
    }

    @Test
    void a_window_that_is_not_of_whole_granules_is_a_bug() {
        ledger.prepare();
        assertThatThrownBy(() -> apply("r1", built(Interval.ALL, IntervalSet.none())))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> apply("r1", built(new Interval(5, 7), IntervalSet.none())))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void the_sequence_never_goes_back() {
        ledger.prepare();
        run("CREATE TABLE main.silver_sessions (day DATE)");
        Interval window = days("2026-04-01", "2026-04-02");
        apply("r1", new LedgerChange.Deployed(MODEL, deployment(Granularity.DAY)), built(window, IntervalSet.none()));
        long before = partitions().get(0).sequence();
        apply("r2", new LedgerChange.Forgotten(MODEL), built(window, IntervalSet.none()));
        assertThat(partitions().get(0).sequence()).isGreaterThan(before);
    }

    @Test
    void runs_come_newest_first_and_end_where_they_began() {
        ledger.prepare();
        Instant noon = Instant.parse("2026-05-01T12:00:00.123456Z");
        RunRecord first = new RunRecord("a", "run", "what's new", noon, noon, Optional.empty(), "running");
        RunRecord second = new RunRecord(
                "b", "backbuild", "x", noon, noon.plusSeconds(9), Optional.of(noon.plusSeconds(10)), "succeeded");
        ledger.record(first);
        ledger.record(second);
        assertThat(ledger.runs(5)).containsExactly(second, first);
        RunRecord failed = new RunRecord(
                "a", "run", "what's new", noon, noon, Optional.of(noon.plusSeconds(1)), "failed: it's full");
        ledger.record(failed);
        assertThat(ledger.runs(5)).containsExactly(second, failed);
        assertThat(ledger.runs(1)).containsExactly(second);
    }

    /** A ledger is what its changes say, whatever their order. */
    @Test
    void random_histories_agree_with_a_map_in_memory() {
        ledger.prepare();
        run("CREATE TABLE main.silver_sessions AS SELECT DATE '2026-01-01' + CAST(i * i % 60 AS INTEGER) AS day"
                + " FROM range(500) AS r(i)");
        apply("r0", new LedgerChange.Deployed(MODEL, deployment(Granularity.DAY)));
        long origin = Granularity.DAY.parse("2026-01-01").orElseThrow();
        SortedMap<Long, Long> rows = warehouse
                .granules("main.silver_sessions", "day", Granularity.DAY)
                .rows();
        for (long seed = 0; seed < 3; seed++) {
            Random random = new Random(seed);
            SortedMap<Long, PartitionState> model = new TreeMap<>();
            apply("r0", new LedgerChange.Forgotten(MODEL));
            for (int step = 0; step < 40; step++) {
                long from = Granularity.DAY.plus(origin, random.nextInt(60));
                Interval window = new Interval(from, Granularity.DAY.plus(from, 1 + random.nextInt(12)));
                String runId = "r" + seed + "-" + step;
                if (random.nextInt(3) < 2) {
                    Interval complete = new Interval(window.start(), Granularity.DAY.plus(from, random.nextInt(13)));
                    apply(runId, built(window, IntervalSet.of(complete)));
                    long sequence = warehouse
                            .query("SELECT sequence FROM _smelt.meta", 1)
                            .get(0)
                            .number(0);
                    for (long at = from; at < window.end(); at = Granularity.DAY.next(at)) {
                        Interval granule = Granularity.DAY.granule(at);
                        model.put(
                                at,
                                new PartitionState(
                                        granule,
                                        complete.contains(granule),
                                        Optional.empty(),
                                        "d1",
                                        runId,
                                        sequence,
                                        window.end(),
                                        rows.getOrDefault(at, 0L)));
                    }
                } else {
                    // half a day off, so that partly covered granules are marked too
                    Interval part = new Interval(
                            window.start() + Granularity.MICROS_PER_DAY / 2,
                            window.end() + Granularity.MICROS_PER_DAY / 2);
                    String reason = "reason " + random.nextInt(3);
                    apply(runId, new LedgerChange.Stale(MODEL, IntervalSet.of(part), reason));
                    model.replaceAll((at, state) -> state.range().overlaps(part) ? marked(state, reason) : state);
                }
                assertThat(partitions()).as("seed %d, step %d", seed, step).isEqualTo(List.copyOf(model.values()));
            }
        }
    }

    private static PartitionState marked(PartitionState state, String reason) {
        List<String> reasons = new ArrayList<>(
                state.stale().map(text -> List.of(text.split("; "))).orElse(List.of()));
        if (!reasons.contains(reason)) {
            reasons.add(reason);
        }
        return new PartitionState(
                state.range(),
                state.complete(),
                Optional.of(String.join("; ", reasons)),
                state.definition(),
                state.runId(),
                state.sequence(),
                state.horizon(),
                state.rows());
    }
}
