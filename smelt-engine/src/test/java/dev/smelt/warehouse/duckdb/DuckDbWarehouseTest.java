package dev.smelt.warehouse.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.Column;
import dev.smelt.model.Granules;
import dev.smelt.model.SqlType;
import dev.smelt.model.TableName;
import dev.smelt.model.Target;
import dev.smelt.time.Granularity;
import dev.smelt.warehouse.Access;
import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.StatementFailure;
import dev.smelt.warehouse.Transaction;
import dev.smelt.warehouse.Warehouse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DuckDbWarehouseTest {
    @TempDir
    private Path directory;

    private Path database() {
        return directory.resolve("deep/down/dev.duckdb");
    }

    private Warehouse open(Access access) {
        return OtherProcess.open(database(), access);
    }

    private static void commit(Warehouse warehouse, String... statements) {
        try (Transaction transaction = warehouse.begin()) {
            Stream.of(statements).forEach(transaction::execute);
            transaction.commit();
        }
    }

    private static List<Optional<String>> row(String... values) {
        return Stream.of(values).map(Optional::of).toList();
    }

    // ---- opening ----

    @Test
    void looking_at_a_missing_file_shows_an_empty_warehouse_and_makes_nothing() {
        try (Warehouse warehouse = open(Access.READ)) {
            assertThat(warehouse.catalogue()).isEqualTo(CatalogueSnapshot.EMPTY);
            assertThat(warehouse.granules("raw.events", "day", Granularity.DAY))
                    .isEqualTo(Granules.none(Granularity.DAY));
            assertThat(new DuckDbLedger(warehouse, "main").read().models()).isEmpty();
            assertThat(new DuckDbLedger(warehouse, "main").runs(5)).isEmpty();
            assertThatThrownBy(() -> warehouse.query("SELECT 1", 1)).hasMessageContaining("does not exist yet");
            assertThatThrownBy(warehouse::begin).isInstanceOf(IllegalStateException.class);
            assertThat(warehouse.engine()).startsWith("DuckDB v");
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void reading_changes_no_byte_and_writes_nothing() throws Exception {
        try (Warehouse warehouse = open(Access.WRITE)) {
            commit(warehouse, "CREATE TABLE t AS SELECT 1 AS a");
        }
        byte[] before = Files.readAllBytes(database());
        try (Warehouse warehouse = open(Access.READ)) {
            assertThat(warehouse.query("SELECT a FROM t", 1)).containsExactly(new Cells(row("1")));
            assertThatThrownBy(() -> warehouse.query("SELECT * FROM nope", 1)).isInstanceOf(StatementFailure.class);
            assertThatThrownBy(warehouse::begin).isInstanceOf(IllegalStateException.class);
        }
        assertThat(Files.readAllBytes(database())).isEqualTo(before);
    }

    @Test
    void a_file_that_is_no_database_is_left_alone() throws Exception {
        Files.createDirectories(database().getParent());
        Files.writeString(database(), "no database\n".repeat(1000));
        assertThatThrownBy(() -> open(Access.WRITE))
                .isInstanceOf(SmeltException.class)
                .hasMessageContaining("The file " + database() + " is not a DuckDB database.");
        assertThat(database()).hasContent("no database\n".repeat(1000));
        Files.delete(database());
        open(Access.WRITE).close();
    }

    @Test
    void settings_of_the_target_win_and_unknown_ones_are_the_users_to_mend() {
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        Map<String, String> settings = Map.of("memory_limit", "200MB", "autoinstall_known_extensions", "true");
        Target target = new Target("dev", "duckdb", database(), "main", settings);
        try (Warehouse warehouse = DuckDbWarehouse.open(target, Access.WRITE, berlin, Duration.ZERO, "test");
                Transaction transaction = warehouse.begin()) {
            String settingsQuery = "SELECT current_setting('TimeZone'), current_setting('memory_limit'),"
                    + " current_setting('temp_directory'), current_setting('autoinstall_known_extensions'),"
                    + " current_setting('autoload_known_extensions')";
            List<Optional<String>> expected = row("Europe/Berlin", "190.7 MiB", database() + ".tmp", "false", "false");
            assertThat(warehouse.query(settingsQuery, 1)).containsExactly(new Cells(expected));
            assertThat(transaction.query(settingsQuery, 1)).containsExactly(new Cells(expected));
        }
        Target wrong = new Target("dev", "duckdb", database(), "main", Map.of("memory_limt", "1GB"));
        SmeltException unknown = catchThrowableOfType(
                SmeltException.class, () -> DuckDbWarehouse.open(wrong, Access.WRITE, berlin, Duration.ZERO, "test"));
        assertThat(unknown.kind()).isEqualTo(SmeltException.Kind.PROJECT);
        assertThat(unknown).hasMessageContaining("memory_limt");
    }

    // ---- looking ----

    @Test
    void the_catalogue_has_the_users_tables_and_views_with_types_and_not_null() {
        try (Warehouse warehouse = open(Access.WRITE)) {
            new DuckDbLedger(warehouse, "main").prepare();
            commit(
                    warehouse,
                    "CREATE SCHEMA raw",
                    "CREATE TABLE raw.events (id BIGINT NOT NULL, \"Odd name\" DECIMAL(4,1), n \"NULL\")",
                    "CREATE VIEW main.v AS SELECT id FROM raw.events",
                    "CREATE TEMP TABLE gone (i INTEGER)");
            CatalogueSnapshot catalogue = warehouse.catalogue();
            assertThat(catalogue.relations().keySet())
                    .containsExactly(new TableName("main", "v"), new TableName("raw", "events"));
            assertThat(catalogue
                            .relation(new TableName("RAW", "Events"))
                            .orElseThrow()
                            .schema()
                            .columns())
                    .containsExactly(
                            new Column("id", new SqlType("BIGINT"), false),
                            new Column("Odd name", new SqlType("DECIMAL(4,1)"), true),
                            new Column("n", new SqlType("NULL"), true));
            assertThat(catalogue
                            .relation(new TableName("main", "v"))
                            .orElseThrow()
                            .view())
                    .isTrue();
        }
    }

    @Test
    void values_are_printed_as_the_engine_prints_them_and_rows_are_cut() {
        try (Warehouse warehouse = open(Access.WRITE)) {
            List<Cells> cells = warehouse.query(
                    "SELECT TIMESTAMP '2026-04-01 01:02:03' AS t, [1, NULL] AS l, NULL AS n, 1 AS t, true AS b"
                            + " UNION ALL SELECT NULL, NULL, NULL, 2, false ORDER BY 4 -- two rows\n;",
                    1);
            assertThat(cells)
                    .containsExactly(new Cells(List.of(
                            Optional.of("2026-04-01 01:02:03"),
                            Optional.of("[1, NULL]"),
                            Optional.empty(),
                            Optional.of("1"),
                            Optional.of("true"))));
        }
    }

    static List<Granularity> granularities() {
        return List.of(
                Granularity.HOUR,
                Granularity.DAY,
                Granularity.WEEK,
                Granularity.week(DayOfWeek.SUNDAY),
                Granularity.week(DayOfWeek.WEDNESDAY),
                Granularity.MONTH,
                Granularity.QUARTER,
                Granularity.YEAR);
    }

    @ParameterizedTest
    @MethodSource("granularities")
    void granules_in_sql_are_those_of_the_time_axis(Granularity granularity) {
        Random random = new Random(7);
        SortedMap<Long, Long> expected = new TreeMap<>();
        StringBuilder values = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            // from 1950 to 2040, so on both sides of the epoch
            long value = random.nextLong(-20L * 365 * 24, 70L * 365 * 24) * Granularity.MICROS_PER_HOUR
                    + random.nextLong(Granularity.MICROS_PER_HOUR);
            expected.merge(granularity.floor(value), 1L, Long::sum);
            values.append(values.isEmpty() ? "" : ", ")
                    .append("(make_timestamp(")
                    .append(value)
                    .append("))");
        }
        try (Warehouse warehouse = open(Access.WRITE)) {
            commit(
                    warehouse,
                    "CREATE TABLE t AS SELECT v AS ts, CAST(v AS VARCHAR) AS written FROM (VALUES " + values
                            + ") AS x(v)",
                    "INSERT INTO t SELECT * FROM (VALUES (NULL, NULL), (TIMESTAMP 'infinity', 'infinity'),"
                            + " (TIMESTAMP '-infinity', '-infinity'))");
            Granules whole = new Granules(granularity, expected, 1, 2);
            assertThat(warehouse.granules("main.t", "ts", granularity)).isEqualTo(whole);
            assertThat(warehouse.granules("main.t", "written", granularity)).isEqualTo(whole);
            assertThat(warehouse.granules("(SELECT * FROM t WHERE ts IS NULL)", "ts", granularity))
                    .isEqualTo(new Granules(granularity, new TreeMap<>(), 1, 0));
        }
    }

    @Test
    void granules_of_dates_and_integers() {
        try (Warehouse warehouse = open(Access.WRITE)) {
            commit(
                    warehouse,
                    "CREATE TABLE t AS SELECT * FROM (VALUES (DATE '2026-04-30', 7), (DATE '2026-04-01', 7),"
                            + " (DATE '2026-05-01', NULL), (DATE 'infinity', -3)) AS x(d, n)");
            long april = Granularity.MONTH.parse("2026-04-01").orElseThrow();
            long may = Granularity.MONTH.parse("2026-05-01").orElseThrow();
            assertThat(warehouse.granules("t", "d", Granularity.MONTH))
                    .isEqualTo(new Granules(Granularity.MONTH, new TreeMap<>(Map.of(april, 2L, may, 1L)), 0, 1));
            assertThat(warehouse.granules("t", "n", Granularity.INTEGER))
                    .isEqualTo(new Granules(Granularity.INTEGER, new TreeMap<>(Map.of(7L, 2L, -3L, 1L)), 1, 0));
        }
    }

    @Test
    void timestamps_with_a_zone_are_read_in_the_zone_of_the_project() {
        try (Warehouse warehouse = DuckDbWarehouse.open(
                OtherProcess.target(database()), Access.WRITE, ZoneId.of("Europe/Berlin"), Duration.ZERO, "test")) {
            commit(warehouse, "CREATE TABLE t AS SELECT TIMESTAMPTZ '2026-03-31 22:30:00+00' AS at");
            long april = Granularity.DAY.parse("2026-04-01").orElseThrow();
            assertThat(warehouse.granules("t", "at", Granularity.DAY).rows()).containsExactly(Map.entry(april, 1L));
        }
    }

    @Test
    void a_text_that_is_no_time_is_the_statements_failure() {
        try (Warehouse warehouse = open(Access.WRITE)) {
            commit(warehouse, "CREATE TABLE t AS SELECT 'yesterday' AS d");
            StatementFailure failure =
                    catchThrowableOfType(StatementFailure.class, () -> warehouse.granules("t", "d", Granularity.DAY));
            assertThat(failure.kind()).isEqualTo(StatementFailure.Cause.STATEMENT);
            assertThat(failure).hasMessageContaining("yesterday");
        }
    }

    // ---- transactions ----

    @Test
    void counts_are_of_rows_and_nothing_is_seen_before_the_commit() {
        try (Warehouse warehouse = open(Access.WRITE)) {
            commit(warehouse, "CREATE TABLE t (i INTEGER)");
            try (Transaction transaction = warehouse.begin()) {
                assertThat(transaction.execute("INSERT INTO t SELECT * FROM range(5)"))
                        .isEqualTo(5);
                assertThat(transaction.execute("DELETE FROM t WHERE i < 2")).isEqualTo(2);
                assertThat(transaction.execute("UPDATE t SET i = 9 WHERE i = 4"))
                        .isEqualTo(1);
                assertThat(transaction.execute("ALTER TABLE t ADD COLUMN j INTEGER"))
                        .isZero();
                assertThat(warehouse.query("FROM t", 9)).isEmpty();
                assertThat(transaction.query("SELECT i FROM t ORDER BY i", 2))
                        .containsExactly(new Cells(row("2")), new Cells(row("3")));
                transaction.commit();
            }
            assertThat(warehouse.query("FROM t", 9)).hasSize(3);
        }
    }

    @Test
    void closing_without_a_commit_rolls_back() {
        try (Warehouse warehouse = open(Access.WRITE)) {
            try (Transaction transaction = warehouse.begin()) {
                transaction.execute("CREATE TABLE t (i INTEGER)");
            }
            assertThat(warehouse.catalogue().relations()).isEmpty();
        }
    }

    @Test
    void a_commit_after_a_failure_throws_and_saves_nothing() {
        try (Warehouse warehouse = open(Access.WRITE)) {
            try (Transaction transaction = warehouse.begin()) {
                transaction.execute("CREATE TABLE t (i INTEGER)");
                StatementFailure failure =
                        catchThrowableOfType(StatementFailure.class, () -> transaction.execute("SELECT nope FROM t"));
                assertThat(failure.kind()).isEqualTo(StatementFailure.Cause.STATEMENT);
                assertThat(failure.statement()).isEqualTo("SELECT nope FROM t");
                assertThat(failure.getMessage())
                        .startsWith("Referenced column \"nope\" not found")
                        .doesNotContain("{");
                assertThatThrownBy(transaction::commit)
                        .isInstanceOf(StatementFailure.class)
                        .hasMessageContaining("Nothing was saved")
                        .hasMessageContaining("nope");
            }
            assertThat(warehouse.catalogue().relations()).isEmpty();
            commit(warehouse, "CREATE TABLE t (i INTEGER)");
        }
    }

    @Test
    void a_transaction_that_has_ended_takes_no_statement() {
        try (Warehouse warehouse = open(Access.WRITE);
                Transaction transaction = warehouse.begin()) {
            transaction.commit();
            assertThatThrownBy(() -> transaction.execute("CREATE TABLE t (i INTEGER)"))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(transaction::commit).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void there_is_one_transaction_at_a_time() {
        try (Warehouse warehouse = open(Access.WRITE)) {
            Transaction first = warehouse.begin();
            assertThatThrownBy(warehouse::begin)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("has not been closed");
            first.close();
            first.close();
            warehouse.begin().close();
        }
    }

    @Test
    void a_conflict_is_told_from_a_wrong_statement_and_from_a_failing_engine() throws Exception {
        try (Warehouse warehouse = open(Access.WRITE)) {
            commit(warehouse, "CREATE TABLE t AS SELECT 1 AS i");
            // A connection past the port, since the port allows no second transaction.
            try (var other = DuckDbConnector.connect(
                            "jdbc:duckdb:" + database().toRealPath(),
                            Map.of("memory_limit", "60%", "temp_directory", database() + ".tmp"),
                            ZoneId.of("UTC"));
                    Transaction transaction = warehouse.begin()) {
                Statements.execute(other, "BEGIN");
                Statements.execute(other, "DELETE FROM t");
                assertThat(catchThrowableOfType(StatementFailure.class, () -> transaction.execute("DELETE FROM t"))
                                .kind())
                        .isEqualTo(StatementFailure.Cause.CONFLICT);
                Statements.execute(other, "ROLLBACK");
            }
        }
        Target small = new Target(
                "dev", "duckdb", database(), "main", Map.of("memory_limit", "20MB", "max_temp_directory_size", "1MB"));
        try (Warehouse warehouse = DuckDbWarehouse.open(small, Access.WRITE, ZoneId.of("UTC"), Duration.ZERO, "test");
                Transaction transaction = warehouse.begin()) {
            StatementFailure full = catchThrowableOfType(
                    StatementFailure.class,
                    () -> transaction.execute(
                            "CREATE TABLE big AS SELECT md5(range::VARCHAR) AS b FROM range(3000000) ORDER BY b"));
            assertThat(full.kind()).isEqualTo(StatementFailure.Cause.ENGINE);
        }
    }

    @Test
    void a_commit_that_fails_is_reported() throws Exception {
        try (Warehouse warehouse = open(Access.WRITE)) {
            commit(warehouse, "CREATE TABLE t (i INTEGER PRIMARY KEY)");
            try (var other = DuckDbConnector.connect(
                            "jdbc:duckdb:" + database().toRealPath(),
                            Map.of("memory_limit", "60%", "temp_directory", database() + ".tmp"),
                            ZoneId.of("UTC"));
                    Transaction transaction = warehouse.begin()) {
                transaction.execute("INSERT INTO t VALUES (1)");
                Statements.execute(other, "INSERT INTO t VALUES (1)");
                assertThatThrownBy(transaction::commit).isInstanceOf(StatementFailure.class);
                assertThatThrownBy(transaction::commit).hasMessageContaining("Nothing was saved");
            }
            assertThat(warehouse.query("FROM t", 9)).hasSize(1);
        }
    }
}
