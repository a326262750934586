package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.model.Address;
import dev.smelt.plan.Plan;
import dev.smelt.plan.PlanRequest.Landed;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What landed said by when it landed. */
class ArrivalWindowTest {
    private static final String LATE = "SELECT d, id FROM smelt.sources.raw.e"
            + " WHERE d BETWEEN CAST(arrived AS DATE) - INTERVAL '3 days' AND CAST(arrived AS DATE)";

    @TempDir
    private Path directory;

    private UserProject project() {
        return UserProject.in(directory)
                .source("e", "d DATE, id INTEGER, arrived TIMESTAMP", "d")
                .write("models/sources/raw/e.yml", """
                        name: raw.e
                        columns:
                          - {name: d, type: DATE}
                          - {name: id, type: INTEGER}
                          - {name: arrived, type: TIMESTAMP}
                        timeseries: {partition_column: d, granularity: day}
                        arrival_column: arrived
                        """)
                .sql("INSERT INTO raw.e SELECT DATE '2026-04-01' + CAST(i AS INTEGER), i,"
                        + " TIMESTAMP '2026-04-01 12:00:00' + to_days(CAST(i AS INTEGER)) FROM range(20) AS t(i)");
    }

    @Test
    void the_lateness_filter_of_what_reads_it_tells_the_partitions() {
        UserProject project = project().daily("m", "d", LATE);

        Plan plan = project.plan(arrived("2026-04-13", "2026-04-14"));

        assertThat(runs(plan)).containsExactly("m [2026-04-10, 2026-04-14)");
        assertThat(found(plan))
                .startsWith(
                        "What arrived in sources.raw.e from 2026-04-13 to 2026-04-14 lies in [2026-04-10, 2026-04-14),"
                                + " by the lateness filter of m (models/m.sql:6:");
    }

    @Test
    void a_window_of_hours_is_taken_as_it_is() {
        UserProject project = project().daily("m", "d", LATE);

        assertThat(runs(project.plan(arrived("2026-04-13T22:00", "2026-04-14T00:00"))))
                .containsExactly("m [2026-04-10, 2026-04-14)");
        assertThat(runs(project.plan(arrived("2026-04-13T22:00", "2026-04-14T00:01"))))
                .containsExactly("m [2026-04-10, 2026-04-15)");
    }

    @Test
    void where_no_filter_tells_the_warehouse_is_asked() {
        UserProject project = project()
                .daily("m", "d", "SELECT d, id FROM smelt.sources.raw.e")
                .sql("INSERT INTO raw.e VALUES ('2026-04-02', 90, '2026-04-13 01:00:00'),"
                        + " ('2026-04-03', 91, '2026-04-14 00:00:00')");

        Plan plan = project.plan(arrived("2026-04-13", "2026-04-14"));

        assertThat(runs(plan)).containsExactly("m [2026-04-02, 2026-04-03)", "m [2026-04-13, 2026-04-14)");
        assertThat(found(plan)).endsWith("by the partitions that hold such rows.");
    }

    /** One reader filters and the other does not: both are served. */
    @Test
    void both_ways_are_used_where_the_readers_differ() {
        UserProject project = project()
                .daily("m", "d", LATE)
                .daily("n", "d", "SELECT d, id FROM smelt.sources.raw.e")
                .sql("INSERT INTO raw.e VALUES ('2026-04-02', 90, '2026-04-13 01:00:00')");

        assertThat(found(project.plan(arrived("2026-04-13", "2026-04-14"))))
                .contains("lies in [2026-04-02, 2026-04-03), [2026-04-10, 2026-04-14), by the lateness filter of m")
                .endsWith(" and by the partitions that hold such rows.");
    }

    @Test
    void it_is_run_and_only_what_really_came_is_written() {
        UserProject project = project().daily("m", "d", LATE);
        project.run(new BuildRequest.Auto(false));
        project.sql("INSERT INTO raw.e VALUES ('2026-04-11', 90, '2026-04-13 01:00:00'),"
                + " ('2026-04-02', 91, '2026-04-13 01:00:00')");

        assertThat(project.run(arrived("2026-04-13", "2026-04-14")).failures()).isEmpty();

        assertThat(project.rows("SELECT id FROM main.m WHERE d = '2026-04-11' ORDER BY 1"))
                .containsExactly("10", "90");
        assertThat(project.rows("SELECT id FROM main.m WHERE id = 91")).isEmpty();
    }

    @Test
    void what_has_no_arrival_clock_is_refused() {
        UserProject project = project()
                .source("o", "d DATE, id INTEGER", "d")
                .daily("m", "d", LATE)
                .daily("n", "d", "SELECT d, id FROM smelt.sources.raw.o");

        assertThatThrownBy(() -> project.plan(arrived("sources.raw.o", "2026-04-13", "2026-04-14")))
                .hasMessageContaining("smelt.landed=arrival:2026-04-13..2026-04-14 for sources.raw.o:"
                        + " the source declares no arrival_column.")
                .hasMessageContaining("Declare arrival_column");
        assertThatThrownBy(() -> project.plan(arrived("m", "2026-04-13", "2026-04-14")))
                .hasMessageContaining("only a source has an arrival clock");
        assertThatThrownBy(() -> project.plan(arrived("2026-13-13", "2026-04-14")))
                .hasMessageContaining(
                        "'2026-13-13' is no date or time, so no window of the arrival clock of sources.raw.e begins");
    }

    private static BuildRequest.SinceUpstream arrived(String start, String end) {
        return arrived("sources.raw.e", start, end);
    }

    private static BuildRequest.SinceUpstream arrived(String origin, String start, String end) {
        return new BuildRequest.SinceUpstream(
                List.of(new Landed(new Address(origin), start, end, Landed.Clock.ARRIVAL)));
    }

    private static List<String> runs(Plan plan) {
        return plan.dirtySet().orElseThrow().runs().stream()
                .map(run -> run.model() + " " + run.granularity().format(run.window()))
                .toList();
    }

    private static String found(Plan plan) {
        return plan.notices().stream()
                .filter(notice -> notice.code().equals("SMELT-P026"))
                .map(Diagnostic::message)
                .findFirst()
                .orElseThrow();
    }
}
