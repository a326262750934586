package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.smelt.diagnostics.SmeltException;
import dev.smelt.plan.Plan;
import dev.smelt.plan.PlanRequest;
import dev.smelt.plan.Step;
import dev.smelt.report.HistoryJson;
import dev.smelt.report.HistoryText;
import dev.smelt.run.RunEvent;
import dev.smelt.run.RunSummary;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that was stopped, failed or killed is taken up where it ended, and history tells of both. */
class ResumeTest {
    private static final BuildRequest.Resume RESUME = new BuildRequest.Resume();
    private static final PlanRequest.Options CHUNKS_OF_TWO =
            new PlanRequest.Options(Optional.of(2), false, false, false);

    @TempDir
    private Path directory;

    @TempDir
    private Path elsewhere;

    private UserProject project;

    @BeforeEach
    void twoModelsOverNineDays() {
        project = UserProject.in(directory)
                .source("s", "d DATE, txt VARCHAR", "d")
                .sql("INSERT INTO raw.s SELECT DATE '2026-05-01' + CAST(i AS INTEGER), i FROM range(9) AS t(i)")
                .daily("a", "d", "SELECT d, CAST(txt AS INTEGER) AS v FROM smelt.sources.raw.s")
                .daily("b", "d", "SELECT d, v + 1 AS v FROM smelt.a");
    }

    @Test
    void exactly_the_missing_chunks_are_done_with_the_bounds_that_they_had() {
        RunSummary stopped = stopAfterChunks(3);
        assertThat(stopped.stopped().orElseThrow().render())
                .contains("everything before is committed. Resume with: mvn smelt:run -Dsmelt.resume");

        assertThat(chunks(project.plan(RESUME)))
                .containsExactly(
                        "a 1/2 [2026-05-07, 2026-05-09)",
                        "a 2/2 [2026-05-09, 2026-05-10)",
                        "b 1/5 [2026-05-01, 2026-05-03)",
                        "b 2/5 [2026-05-03, 2026-05-05)",
                        "b 3/5 [2026-05-05, 2026-05-07)",
                        "b 4/5 [2026-05-07, 2026-05-09)",
                        "b 5/5 [2026-05-09, 2026-05-10)");
        assertThat(project.plan(RESUME).notices().get(0).render())
                .contains("Resuming ", "did not finish: 8 of 13 steps are missing.");

        assertThat(project.run(RESUME).outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);
        assertThat(project.rows("SELECT count(*), sum(v) FROM main.b")).containsExactly("9 45");
        assertThat(project.plan(new BuildRequest.Auto(false)).steps()).isEmpty();
        assertThat(project.plan(RESUME).notices().get(0).message())
                .startsWith("There is nothing to resume: the last run");
    }

    @Test
    void a_resumed_run_that_stops_is_resumed_in_its_turn() {
        stopAfterChunks(3);
        assertThat(stopAfterChunks(1, request(RESUME)).outcome()).isEqualTo(RunSummary.Outcome.STOPPED);

        assertThat(chunks(project.plan(RESUME))).hasSize(6);
        project.run(RESUME);

        assertThat(project.rows("SELECT count(*), sum(v) FROM main.b")).containsExactly("9 45");
        String history = HistoryText.render(project.smelt().history(Selectors.ALL, 9));
        assertThat(history).contains("resume of ", ": test select=b 2026-05-01..2026-05-10");
        assertThat(history).doesNotContainPattern("resume of [^:]*: resume of");
    }

    @Test
    void what_failed_is_resumed_once_it_is_mended() {
        project.sql("UPDATE raw.s SET txt = 'oops' WHERE d = '2026-05-06'");
        RunSummary failed = project.smelt().run(backbuild(), event -> {});
        assertThat(failed.outcome()).isEqualTo(RunSummary.Outcome.FAILED);
        project.sql("UPDATE raw.s SET txt = '5' WHERE d = '2026-05-06'");

        assertThat(chunks(project.plan(RESUME)).get(0)).isEqualTo("a 1/3 [2026-05-05, 2026-05-07)");
        project.run(RESUME);

        assertThat(project.rows("SELECT count(*), sum(v) FROM main.b")).containsExactly("9 45");
    }

    /** The early cutoff: what comes out as it was is not rewritten, and makes nothing below it stale. */
    @Test
    void what_comes_out_as_it_was_is_left_when_it_is_resumed() {
        project.run(new BuildRequest.Auto(false));
        project.daily("c", "d", "SELECT d, v FROM smelt.b").run(new BuildRequest.Auto(false));
        project.sql("UPDATE raw.s SET txt = '70' WHERE d = '2026-05-08'");
        stopAfterChunks(3);

        RunSummary resumed = project.run(RESUME);

        assertThat(resumed.models().stream()
                        .map(each -> each.model() + " "
                                + each.partitions().orElseThrow().recomputed() + " "
                                + each.partitions().orElseThrow().rewritten()))
                .containsExactly("a 3 1", "b 9 1");
        // the backbuild rewrote six days of a before it was stopped
        assertThat(stale())
                .containsExactly(
                        "c 2026-05-01",
                        "c 2026-05-02",
                        "c 2026-05-03",
                        "c 2026-05-04",
                        "c 2026-05-05",
                        "c 2026-05-06",
                        "c 2026-05-08");
    }

    /** What lands while a run lies unfinished is seen by its resumption, and repaired by the next run. */
    @Test
    void what_landed_meanwhile_is_not_lost() {
        project.run(new BuildRequest.Auto(false));
        stopAfterChunks(3);
        project.sql(
                "UPDATE raw.s SET txt = '10' WHERE d = '2026-05-02'",
                "DELETE FROM raw.s WHERE d = '2026-05-05'",
                "UPDATE raw.s SET d = NULL WHERE d = '2026-05-08'");

        project.run(RESUME);
        assertThat(stale()).contains("a 2026-05-02", "a 2026-05-05");
        project.run(new BuildRequest.Auto(false));

        assertThat(FullRebuild.differences(project, elsewhere.resolve("rebuilt")))
                .isEmpty();
    }

    /** Not only the models that are missing: whatever they read through a view counts as one that has changed. */
    @Test
    void a_view_that_was_edited_meanwhile_makes_nothing_false() {
        project.write(
                        "models/seen.sql",
                        "---\nmaterialization: view\n"
                                + "timeseries: {partition_column: d, granularity: day}\n---\nSELECT d, v FROM smelt.a\n")
                .daily("b", "d", "SELECT d, v + 1 AS v FROM smelt.seen");
        project.run(new BuildRequest.Auto(false));
        stopAfterChunks(6);
        project.write(
                "models/seen.sql",
                "---\nmaterialization: view\n"
                        + "timeseries: {partition_column: d, granularity: day}\n---\nSELECT d, v * 100 AS v FROM smelt.a\n");

        try {
            project.run(RESUME);
        } catch (SmeltException refused) {
            assertThat(refused).hasMessageContaining("SMELT-P072");
        }
        project.run(
                new PlanRequest.Options(Optional.empty(), false, false, false, PlanRequest.OnLogicChange.BACKBUILD));

        assertThat(project.rows("SELECT count(*), sum(v) FROM main.b")).containsExactly("9 3609");
        assertThat(FullRebuild.differences(project, elsewhere.resolve("rebuilt")))
                .isEmpty();
    }

    @Test
    void a_run_that_was_killed_after_its_last_step_has_nothing_left() {
        project.smelt().run(backbuild(), event -> {});
        project.sql("UPDATE _smelt.runs SET finished = NULL, outcome = 'running'");

        Plan plan = project.plan(RESUME);

        assertThat(plan.steps()).isEmpty();
        assertThat(plan.notices().get(0).message()).contains("did all that it was to do before it ended");
        assertThat(HistoryText.render(project.smelt().history(Selectors.ALL, 9)))
                .contains("killed before its end was recorded");
    }

    @Test
    void a_model_that_changed_since_is_told_and_nothing_is_done() {
        stopAfterChunks(3);
        project.daily("b", "d", "SELECT d, v + 2 AS v FROM smelt.a");

        assertThatThrownBy(() -> project.plan(RESUME))
                .hasMessageContaining("models/b.sql")
                .hasMessageContaining("b has changed since")
                .hasMessageContaining("under another definition than what is done")
                .hasMessageContaining("SMELT-P072");
    }

    @Test
    void nothing_to_resume_is_said_and_a_selection_is_refused() {
        assertThat(project.plan(RESUME).notices().get(0).message())
                .isEqualTo("There is nothing to resume: the ledger knows of no run.");
        assertThatThrownBy(() -> project.plan(RESUME, "a")).hasMessageContaining("SMELT-P071");
    }

    @Test
    void history_tells_what_each_run_wrote_and_narrows_to_a_model() {
        stopAfterChunks(3);
        project.at("2026-07-02T00:00:00Z").run(new BuildRequest.Auto(false), "a");

        String all = HistoryText.render(project.smelt().history(Selectors.ALL, 9));
        String ofB = HistoryText.render(project.smelt().history(Selectors.of("b"), 9));

        assertThat(all.lines().map(String::strip).toList())
                .contains("a: 3/5 chunks, 6 rows in, 0 out", "b: 0/5 chunks, 0 rows in, 0 out");
        assertThat(all).contains("select=a auto", "select=b 2026-05-01..2026-05-10", "stopped after ");
        assertThat(ofB).contains("select=b 2026-05-01..2026-05-10").doesNotContain("select=a auto");
        assertThat(HistoryText.render(project.smelt().history(Selectors.ALL, 1)))
                .contains("select=a auto")
                .doesNotContain("select=b");
        assertThat(HistoryJson.render(project.smelt().history(Selectors.of("b"), 9)))
                .contains(
                        "\"outcome\" : \"stopped\"",
                        "\"start\" : \"2026-05-07\"",
                        "\"state\" : \"missing\"",
                        "\"state\" : \"done\"");
    }

    private List<String> stale() {
        return project.rows(
                "SELECT model, CAST(starts_at AS DATE) FROM _smelt.partitions WHERE stale_reason IS NOT NULL"
                        + " ORDER BY ALL");
    }

    private RunSummary stopAfterChunks(int chunks) {
        return stopAfterChunks(chunks, backbuild());
    }

    private RunSummary stopAfterChunks(int chunks, BuildRequest request) {
        Smelt smelt = project.smelt();
        AtomicInteger heard = new AtomicInteger();
        return smelt.run(request, event -> {
            if (event instanceof RunEvent.ChunkFinished && heard.incrementAndGet() == chunks) {
                smelt.stop();
            }
        });
    }

    private static BuildRequest backbuild() {
        return new BuildRequest(
                Selectors.of("b"), new BuildRequest.Backbuild("2026-05-01", "2026-05-10"), CHUNKS_OF_TWO);
    }

    private static BuildRequest request(BuildRequest.Ask ask) {
        return new BuildRequest(Selectors.ALL, ask, PlanRequest.Options.DEFAULT);
    }

    private static List<String> chunks(Plan plan) {
        return plan.steps().stream()
                .filter(Step.Chunk.class::isInstance)
                .map(Step.Chunk.class::cast)
                .map(chunk -> chunk.model() + " " + chunk.number() + "/" + chunk.count() + " "
                        + chunk.granularity().format(chunk.window()))
                .toList();
    }
}
