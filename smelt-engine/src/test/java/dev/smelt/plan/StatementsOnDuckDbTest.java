package dev.smelt.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.time.Granularity;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What planned statements do when the engine runs them. */
class StatementsOnDuckDbTest {
    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        execute("CREATE SCHEMA raw");
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void valuesReachTheirColumnsWhateverTheOrderOfTheTable() throws SQLException {
        execute("CREATE TABLE raw.s AS SELECT DATE '2026-05-01' AS d, 'x' AS a, 'y' AS b");
        execute("CREATE TABLE main.m (b VARCHAR, d DATE, a VARCHAR)");
        Pipeline pipeline = new Pipeline()
                .source("sources.s", "raw.s")
                .model("m")
                .columns("d DATE, a VARCHAR, b VARCHAR")
                .sql("SELECT d, a, b FROM raw.s")
                .drivenBy("sources.s", 0, 0)
                .end()
                .built("m", "2026-05-01", "2026-05-02")
                .stored("m", "b", "d", "a");

        run(Plans.backbuild(pipeline, "m", "2026-05-01", "2026-05-02"));

        assertThat(query("SELECT a || b FROM main.m")).containsExactly("xy");
    }

    /** Case C22. */
    @Test
    void zonedPartitionsDoNotDependOnTheSession() throws SQLException {
        for (String session : List.of("UTC", "America/New_York", "Asia/Tokyo")) {
            execute("SET TimeZone = '" + session + "'");
            execute("CREATE OR REPLACE TABLE raw.s AS SELECT * FROM (VALUES (1, TIMESTAMPTZ '2026-05-01 23:00:00+00'),"
                    + " (2, TIMESTAMPTZ '2026-05-02 01:00:00+00')) t(id, ts)");
            execute("CREATE OR REPLACE TABLE main.m (id INTEGER, ts TIMESTAMPTZ)");

            run(Plans.backbuild(zoned("UTC"), "m", "2026-05-02", "2026-05-03"));
            assertThat(query("SELECT id FROM main.m")).containsExactly("2");

            run(Plans.backbuild(zoned("Europe/Berlin"), "m", "2026-05-02", "2026-05-03"));
            assertThat(query("SELECT id FROM main.m ORDER BY id")).containsExactly("1", "2");
        }
    }

    @Test
    void partitionsStoredAsTextAreComparedAsTimes() throws SQLException {
        execute("CREATE TABLE raw.s AS SELECT * FROM (VALUES ('2026-05-01 10:00:00'), ('2026-05-02'), ('2026-05-03'))"
                + " t(d)");
        execute("CREATE TABLE main.m (d DATE)");
        Pipeline pipeline = new Pipeline()
                .source("sources.s", "raw.s", "d", Granularity.DAY, "d VARCHAR")
                .model("m")
                .sql("SELECT CAST(d AS DATE) AS d FROM raw.s")
                .drivenBy("sources.s", 0, 0)
                .end();

        run(Plans.backbuild(pipeline, "m", "2026-05-01", "2026-05-03"));

        assertThat(query("SELECT d FROM main.m ORDER BY d")).containsExactly("2026-05-01", "2026-05-02");
    }

    @Test
    void hoursAreWrittenAsTimes() throws SQLException {
        execute("CREATE TABLE raw.s AS SELECT TIMESTAMP '2026-05-01 05:30:00' AS d UNION ALL SELECT TIMESTAMP"
                + " '2026-05-01 06:00:00'");
        execute("CREATE TABLE main.m (d TIMESTAMP)");
        Pipeline pipeline = new Pipeline()
                .source("sources.s", "raw.s", "d", Granularity.HOUR, "d TIMESTAMP")
                .model("m")
                .clock("d", Granularity.HOUR)
                .columns("d TIMESTAMP")
                .sql("SELECT d FROM raw.s")
                .reads(
                        "sources.s",
                        Pipeline.reach(0, 0, Granularity.HOUR, Granularity.HOUR),
                        Pipeline.reach(0, 0, Granularity.HOUR, Granularity.HOUR),
                        true)
                .end();

        Plan plan = Plans.backbuild(pipeline, "m", "2026-05-01T05:00", "2026-05-01T06:00");
        run(plan);

        assertThat(Plans.chunks(plan).findFirst().orElseThrow().delete())
                .isEqualTo("DELETE FROM main.m WHERE d >= '2026-05-01 05:00:00' AND d < '2026-05-01 06:00:00'");
        assertThat(query("SELECT count(*) FROM main.m")).containsExactly("1");
    }

    /** Case C06. */
    @Test
    void anEmptyResultReplaces() throws SQLException {
        execute("CREATE TABLE raw.s (d DATE)");
        execute("CREATE TABLE main.m AS SELECT DATE '2026-05-03' AS d UNION ALL SELECT DATE '2026-05-04'");
        Pipeline pipeline = new Pipeline()
                .source("sources.s", "raw.s")
                .model("m")
                .sql("SELECT d FROM raw.s")
                .drivenBy("sources.s", 0, 0)
                .end();

        run(Plans.backbuild(pipeline, "m", "2026-05-03", "2026-05-04"));

        assertThat(query("SELECT d FROM main.m")).containsExactly("2026-05-04");
    }

    @Test
    void aTimeOutsideItsPartitionIsFoundByTheCheck() throws SQLException {
        Pipeline pipeline = new Pipeline()
                .source("sources.s", "raw.s", "d", Granularity.DAY, "d DATE, ts TIMESTAMP")
                .model("m")
                .sql("SELECT d FROM raw.s")
                .drivenBy("sources.s", 1, 0)
                .assumes(0, "ts", "d")
                .end();
        Step.Check check = Plans.chunks(Plans.backbuild(pipeline, "m", "2026-05-02", "2026-05-03"))
                .findFirst()
                .orElseThrow()
                .checks()
                .get(0);

        execute("CREATE TABLE raw.s (d DATE, ts TIMESTAMP)");
        execute("INSERT INTO raw.s VALUES ('2026-05-01', '2026-05-01 23:59:59'), (NULL, '2026-04-30 23:59:59'),"
                + " ('2026-05-09', '2026-05-01 10:00:00')");
        assertThat(query(check.sql())).isEmpty();
        execute("INSERT INTO raw.s VALUES ('2026-05-02', NULL)");
        assertThat(query(check.sql())).containsExactly("NULL in partition 2026-05-02");
        execute("DELETE FROM raw.s WHERE ts IS NULL");
        execute("INSERT INTO raw.s VALUES ('2026-05-01', '2026-05-02 00:00:00')");
        assertThat(query(check.sql())).containsExactly("2026-05-02 00:00:00 in partition 2026-05-01");
        execute("DELETE FROM raw.s WHERE ts = '2026-05-02 00:00:00'");
        execute("INSERT INTO raw.s VALUES (NULL, '2026-05-01 10:00:00')");
        assertThat(query(check.sql())).containsExactly("2026-05-01 10:00:00 in partition NULL");
    }

    @Test
    void weeksMayStartOnAnyDay() throws SQLException {
        ClockColumn sunday =
                new ClockColumn("d", Optional.empty(), Granularity.week(DayOfWeek.SUNDAY), ZoneId.of("UTC"));

        for (int day = 0; day < 30; day++) {
            long value = Pipeline.days("2026-05-01", "2026-05-02").start() + day * Granularity.MICROS_PER_DAY;
            String date = Granularity.DAY.format(value);
            String floor = Granularity.DAY.format(sunday.granularity().floor(value));
            assertThat(query("SELECT CAST(" + sunday.floorSql() + " AS DATE) FROM (SELECT DATE '" + date + "' AS d)"))
                    .containsExactly(floor);
        }
    }

    private static Pipeline zoned(String zone) {
        return new Pipeline()
                .zone(zone)
                .source("sources.s", "raw.s", "ts", Granularity.DAY, "id INTEGER, ts TIMESTAMP WITH TIME ZONE")
                .model("m")
                .clock("ts", Granularity.DAY)
                .columns("id INTEGER, ts TIMESTAMP WITH TIME ZONE")
                .sql("SELECT id, ts FROM raw.s")
                .drivenBy("sources.s", 0, 0)
                .end();
    }

    private void run(Plan plan) throws SQLException {
        for (Step.Chunk chunk : Plans.chunks(plan).toList()) {
            execute(chunk.delete());
            execute(chunk.insert());
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<String> query(String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }
}
