package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.smelt.run.RunSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run in another process is to us, and what becomes of one that is told to end. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class TwoProcessesTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    /** Seven days; the model is as slow on a day as that day's number says, and without end where it is large. */
    private UserProject project() {
        return UserProject.in(directory)
                .source("s", "d DATE, n INTEGER", "d")
                .source("many", "i INTEGER", "")
                .sql(
                        "INSERT INTO raw.s SELECT DATE '2026-05-01' + CAST(i AS INTEGER), 10 FROM range(7) AS t(i)",
                        "INSERT INTO raw.many SELECT i FROM range(300000) AS t(i)")
                .daily(
                        "m",
                        "d",
                        "SELECT s.d, COUNT(*) AS pairs FROM smelt.sources.raw.s AS s JOIN smelt.sources.raw.many AS a"
                                + " ON a.i < s.n JOIN smelt.sources.raw.many AS b ON b.i < s.n AND b.i <> a.i + s.n"
                                + " GROUP BY s.d");
    }

    private UserProject endlessOn(String day) {
        return project().sql("UPDATE raw.s SET n = 300000 WHERE d = '" + day + "'");
    }

    /** Ctrl-C sends INT, an operating system that shuts down TERM. */
    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void a_run_that_is_told_to_end_rolls_its_chunk_back_and_says_how_to_resume(String signal) throws Exception {
        assumeTrue(!signal.equals("INT") || hearsInterrupts(), "this process was started so that INT is ignored");
        UserProject project = endlessOn("2026-05-03");
        try (BuildProcess run = BuildProcess.ready(directory, "2026-05-01", "2026-05-08", Duration.ZERO)) {
            run.begin().until("m chunk 2/7");
            run.until("StepStarted");
            Thread.sleep(200);
            new ProcessBuilder("kill", "-" + signal, "" + run.pid()).start().waitFor();

            List<String> said = run.atItsEnd();

            assertThat(said).contains("Stopping: what runs is cancelled.");
            assertThat(said)
                    .anyMatch(line -> line.equals("Stopped in m chunk 3/7 [2026-05-03, 2026-05-04), as asked: it was"
                            + " rolled back, 5 steps are left, everything before is committed. Resume with:"
                            + " mvn smelt:run -Dsmelt.resume [SMELT-L105]"));
            assertThat(run.exitCode()).isEqualTo(signal.equals("INT") ? 130 : 143);
        }
        assertThat(project.rows("SELECT d, pairs FROM main.m ORDER BY d"))
                .containsExactly("2026-05-01 100", "2026-05-02 100");
        assertThat(project.rows("SELECT outcome FROM _smelt.runs").get(0))
                .startsWith("stopped: Stopped in m chunk 3/7");

        project.sql("UPDATE raw.s SET n = 10");
        assertThat(project.run(new BuildRequest.Resume()).outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);
        assertThat(project.rows("SELECT count(*), sum(pairs) FROM main.m")).containsExactly("7 700");
        assertThat(leftOver()).containsExactly("warehouse.duckdb", "warehouse.duckdb.smelt-lock");
    }

    @Test
    void c27_and_c33_who_does_not_wait_fails_before_its_first_write_and_names_file_and_owner() throws Exception {
        UserProject project = endlessOn("2026-05-01");
        try (BuildProcess run = BuildProcess.ready(directory, "2026-05-01", "2026-05-08", Duration.ZERO)) {
            run.begin().until("StepStarted");
            String inUse = project.database().toRealPath() + " is in use by process " + run.pid() + " (smelt:test)";

            assertThatThrownBy(() -> project.backbuild("m", "2026-05-03", "2026-05-08", 1))
                    .hasMessageContaining(inUse)
                    .hasMessageContaining("nothing was read or written")
                    .hasMessageContaining("SMELT-L002");
            assertThatThrownBy(() -> project.smelt().diff(Selectors.ALL)).hasMessageContaining(inUse);
            assertThatThrownBy(() -> project.smelt().history(Selectors.ALL, 9)).hasMessageContaining(inUse);
            assertThatThrownBy(() ->
                            project.patient(Duration.ofMillis(1200)).smelt().status(Selectors.ALL))
                    .hasMessageContaining(inUse)
                    .hasMessageContaining("after 1 s of waiting");
        }
        assertThat(project.rows("SELECT count(*) FROM _smelt.runs")).containsExactly("1");
    }

    @Test
    void c33_two_that_wait_for_each_other_leave_every_day_once() throws Exception {
        UserProject project = project();
        try (BuildProcess one = BuildProcess.ready(directory, "2026-05-01", "2026-05-05", LONG);
                BuildProcess other = BuildProcess.ready(directory, "2026-05-03", "2026-05-08", LONG)) {
            one.begin();
            other.begin();
            assertThat(one.atItsEnd()).last().isEqualTo("ended");
            assertThat(other.atItsEnd()).last().isEqualTo("ended");
        }
        assertThat(project.rows("SELECT count(*), count(DISTINCT d), min(d), max(d) FROM main.m"))
                .containsExactly("7 7 2026-05-01 2026-05-07");
        assertThat(project.rows("SELECT count(*), count(DISTINCT starts_at) FROM _smelt.partitions WHERE model = 'm'"))
                .containsExactly("7 7");
        assertThat(project.rows("SELECT outcome FROM _smelt.runs")).containsExactly("succeeded", "succeeded");
    }

    @Test
    void a_reader_that_waits_comes_in_when_the_run_is_over_and_a_run_waits_for_readers() throws Exception {
        UserProject project = project().patient(LONG);
        try (BuildProcess run = BuildProcess.ready(directory, "2026-05-01", "2026-05-08", LONG)) {
            run.begin().until("ChunkFinished");
            assertThat(project.smelt()
                            .status(Selectors.ALL)
                            .models()
                            .get(0)
                            .state()
                            .orElseThrow()
                            .partitions())
                    .hasSize(7);
            assertThat(run.atItsEnd()).last().isEqualTo("ended");
        }
    }

    private List<String> leftOver() throws IOException {
        try (var files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("warehouse"))
                    .sorted()
                    .toList();
        }
    }

    /** A shell that starts a background job makes it, and whatever it starts, deaf to Ctrl-C. */
    private static boolean hearsInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        return !Files.exists(status)
                || Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .noneMatch(line ->
                                (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
    }
}
