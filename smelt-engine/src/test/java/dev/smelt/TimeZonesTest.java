package dev.smelt;

import static dev.smelt.UserProject.landed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.diagnostics.SmeltException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TIMESTAMPTZ clocks: the partition of an instant is its local date in the project's zone, on days of 23 and 25 hours too. */
class TimeZonesTest {
    private static final BuildRequest.Auto AUTO = new BuildRequest.Auto(false);

    @TempDir
    private Path directory;

    private UserProject project(String zone) {
        return UserProject.in(directory).write("smelt.yml", """
                name: case
                version: 1
                time_zone: %s
                targets:
                  dev: {type: duckdb, database: warehouse.duckdb, schema: main}
                """.formatted(zone));
    }

    @Test
    void c22_a_day_is_that_of_the_declared_zone() {
        String rows = "INSERT INTO raw.e VALUES (1, '2026-05-01 23:00:00Z'), (2, '2026-05-02 01:00:00Z')";
        String model = "SELECT id, ts FROM smelt.sources.raw.e";
        UserProject utc = UserProject.in(directory.resolve("utc"))
                .source("e", "id INTEGER, ts TIMESTAMPTZ", "ts")
                .sql(rows)
                .daily("m", "ts", model);
        UserProject newYork = project("America/New_York")
                .source("e", "id INTEGER, ts TIMESTAMPTZ", "ts")
                .sql(rows)
                .daily("m", "ts", model);

        utc.backbuild("m", "2026-05-02", "2026-05-03", 1);
        newYork.backbuild("m", "2026-05-01", "2026-05-02", 1);

        assertThat(utc.rows("SELECT id FROM main.m")).containsExactly("2");
        assertThat(newYork.rows("SELECT id FROM main.m ORDER BY id")).containsExactly("1", "2");
    }

    @Test
    void c23_hours_of_utc_are_24_a_day_and_those_of_a_clock_change_have_no_partition_of_their_own() {
        UserProject project = project("America/New_York")
                .write("models/sources/raw/e.yml", """
                        name: raw.e
                        columns: [{name: id, type: INTEGER}, {name: ts, type: TIMESTAMPTZ}]
                        timeseries: {partition_column: ts, granularity: day}
                        """)
                .sql(
                        "CREATE TABLE raw.e (id INTEGER, ts TIMESTAMPTZ)",
                        "INSERT INTO raw.e VALUES (1, '2026-11-01 05:30:00Z'), (2, '2026-11-01 06:30:00Z')")
                .incremental(
                        "local_hours",
                        "timeseries: {partition_column: h, granularity: hour}",
                        "SELECT id, date_trunc('hour', ts) AS h FROM smelt.sources.raw.e")
                .incremental(
                        "utc_hours",
                        "timeseries: {partition_column: h, granularity: hour}",
                        "SELECT date_trunc('hour', ts AT TIME ZONE 'UTC') AS h, count(*) AS n"
                                + " FROM smelt.sources.raw.e GROUP BY 1");

        assertThatThrownBy(() -> project.plan(AUTO, "local_hours"))
                .isInstanceOf(SmeltException.class)
                .hasMessageContaining("the hours of a clock change come twice or never, so they are no partitions")
                .hasMessageContaining("ts AT TIME ZONE 'UTC'");
        // the local day of 25 hours
        assertThat(project.chunks("utc_hours", "2026-11-01T04:00", "2026-11-02T05:00", 1))
                .hasSize(25);
        project.backbuild("utc_hours", "2026-11-01T04:00", "2026-11-02T05:00", 1);
        assertThat(project.rows("SELECT h, n FROM main.utc_hours ORDER BY h"))
                .containsExactly("2026-11-01 05:00:00.0 1", "2026-11-01 06:00:00.0 1");
    }

    @Test
    void days_of_23_and_25_hours_are_built_one_by_one_as_in_a_full_rebuild() {
        UserProject project = project("America/New_York")
                .source("e", "id INTEGER, ts TIMESTAMPTZ", "ts")
                .sql(
                        "SET TimeZone = 'America/New_York'; INSERT INTO raw.e SELECT CAST(i AS INTEGER), ts FROM (SELECT i,"
                                + " TIMESTAMPTZ '2026-10-29' + INTERVAL (i * 47) MINUTE AS ts FROM range(250) AS t(i))")
                .daily("plain", "ts", "SELECT id, ts FROM smelt.sources.raw.e")
                .daily(
                        "lately",
                        "ts",
                        "SELECT id, ts, count(*) OVER (ORDER BY ts RANGE BETWEEN INTERVAL '1 day' PRECEDING AND CURRENT"
                                + " ROW) AS n FROM smelt.sources.raw.e");

        project.run(AUTO);
        assertEqualsFullRebuild(project);

        project.sql("INSERT INTO raw.e SELECT 9000 + i, TIMESTAMPTZ '2026-11-01 04:05Z' + INTERVAL (i * 73) MINUTE"
                + " FROM range(20) AS t(i)");
        project.run(landed("sources.raw.e", "2026-11-01", "2026-11-02"));
        assertEqualsFullRebuild(project);
    }

    private static void assertEqualsFullRebuild(UserProject project) {
        String zoned = "SET TimeZone = 'America/New_York'; ";
        String lately =
                "(SELECT id, ts, count(*) OVER (ORDER BY ts RANGE BETWEEN INTERVAL '1 day' PRECEDING AND CURRENT"
                        + " ROW) AS n FROM raw.e)";
        assertThat(project.rows(zoned + "FROM raw.e EXCEPT ALL FROM main.plain"))
                .isEmpty();
        assertThat(project.rows(zoned + "FROM main.plain EXCEPT ALL FROM raw.e"))
                .isEmpty();
        assertThat(project.rows(zoned + "FROM " + lately + " EXCEPT ALL FROM main.lately"))
                .isEmpty();
        assertThat(project.rows(zoned + "FROM main.lately EXCEPT ALL FROM " + lately))
                .isEmpty();
    }

    @Test
    void a_zone_of_which_dates_cannot_be_derived_is_refused_by_name() {
        UserProject project = project("America/St_Johns")
                .source("e", "id INTEGER, ts TIMESTAMPTZ", "ts")
                .daily("m", "ts", "SELECT id, ts FROM smelt.sources.raw.e");

        assertThatThrownBy(() -> project.plan(AUTO))
                .isInstanceOf(SmeltException.class)
                .hasMessageContaining("the clocks of America/St_Johns went back over midnight on 1987-10-25")
                .hasMessageContaining("[SMELT-W011]");
    }
}
