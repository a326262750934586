package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.smelt.diagnostics.SmeltException;
import dev.smelt.plan.PlanRequest;
import dev.smelt.run.RunSummary;
import dev.smelt.warehouse.duckdb.OtherProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds in every goal that opens the warehouse. */
class EveryGoalTest {
    private static final BuildRequest.Auto AUTO = new BuildRequest.Auto(false);
    private static final String ALL_ROWS = "SELECT d, v FROM main.m ORDER BY d";

    @TempDir
    private Path directory;

    private UserProject project;

    @BeforeEach
    void aModelOfFiveDays() {
        project = UserProject.in(directory)
                .source("s", "d DATE, v INTEGER", "d")
                .sql("INSERT INTO raw.s SELECT DATE '2026-05-01' + CAST(i AS INTEGER), i FROM range(5) AS t(i)")
                .write("models/words.csv", "word\nsome\n")
                .daily("m", "d", "SELECT d, v FROM smelt.sources.raw.s");
        project.run(AUTO);
    }

    private Map<String, Consumer<Smelt>> goals() {
        Map<String, Consumer<Smelt>> goals = new LinkedHashMap<>();
        goals.put("diff", smelt -> smelt.diff(Selectors.ALL));
        goals.put("status", smelt -> smelt.status(Selectors.ALL));
        goals.put("history", smelt -> smelt.history(Selectors.ALL, 9));
        goals.put("snapshot", Smelt::snapshot);
        goals.put("report", smelt -> smelt.picture(Selectors.ALL));
        goals.put("verify", smelt -> smelt.verify(new VerifyRequest(Selectors.ALL, Optional.empty())));
        goals.put("seed", smelt -> smelt.seed(Selectors.ALL, event -> {}));
        for (BuildRequest.Ask ask : List.of(
                AUTO,
                new BuildRequest.Auto(true),
                new BuildRequest.Window("2026-05-01", "2026-05-03"),
                new BuildRequest.Backbuild("2026-05-01", "2026-05-03"),
                UserProject.landed("sources.raw.s", "2026-05-01", "2026-05-03"),
                new BuildRequest.Resume())) {
            BuildRequest request = new BuildRequest(Selectors.ALL, ask, PlanRequest.Options.DEFAULT);
            goals.put("dry " + ask, smelt -> smelt.plan(request));
            goals.put("run " + ask, smelt -> smelt.run(request, event -> {}));
        }
        return goals;
    }

    @Test
    void a_ledger_of_a_newer_smelt_is_refused_and_nothing_is_written() {
        project.sql("UPDATE raw.s SET v = v + 1", "UPDATE _smelt.meta SET version = 99");
        List<String> before = project.rows(ALL_ROWS);

        goals().forEach((name, goal) -> {
            SmeltException refused = catchThrowableOfType(SmeltException.class, () -> goal.accept(project.smelt()));
            assertThat(refused).as(name).hasMessageContaining("newer smelt").hasMessageContaining("SMELT-L010");
        });

        assertThat(project.rows(ALL_ROWS)).isEqualTo(before);
        assertThat(project.rows("SELECT count(*) FROM _smelt.runs")).containsExactly("1");
        assertThat(project.rows("SELECT 1 FROM duckdb_tables() WHERE table_name = 'words'"))
                .isEmpty();
    }

    /** The other process knows nothing of our lock: it opened the same file by another name. */
    @Test
    void c27_a_file_in_use_is_named_with_its_owner_nothing_is_written_and_it_is_free_afterwards() throws Exception {
        project.sql("UPDATE raw.s SET v = v + 1");
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere")).resolve("link.duckdb");
        Files.createLink(elsewhere, project.database());
        try (OtherProcess holds = OtherProcess.start("hold", elsewhere)) {
            assertThat(holds.line()).isEqualTo("holding");
            goals().forEach((name, goal) -> {
                SmeltException inUse = catchThrowableOfType(SmeltException.class, () -> goal.accept(project.smelt()));
                assertThat(inUse)
                        .as(name)
                        .hasMessageContaining("warehouse.duckdb is in use by process " + holds.pid())
                        .hasMessageContaining("nothing was read or written")
                        .hasMessageNotContaining("PID")
                        .hasMessageContaining("SMELT-L002");
                // a tool that could not do its work: not "changes found", which is the project's affair
                assertThat(inUse.kind()).as(name).isEqualTo(SmeltException.Kind.TOOL);
            });
            holds.release();
        }
        assertThat(project.rows("SELECT count(*) FROM _smelt.runs")).containsExactly("1");
        assertThat(project.rows("SELECT sum(v) FROM main.m")).containsExactly("10");

        assertThat(project.run(AUTO).outcome()).isEqualTo(RunSummary.Outcome.SUCCEEDED);
        assertThat(project.smelt().diff(Selectors.ALL)).isNotEmpty();

        assertThat(project.rows("SELECT sum(v) FROM main.m")).containsExactly("15");
        try (OtherProcess after = OtherProcess.start("write", project.database())) {
            assertThat(after.line())
                    .as("the file is free, though this JVM goes on")
                    .isEqualTo("opened");
        }
    }

    /** The first two days are gone from the source; what was built from them cannot be computed again. */
    @Test
    void purged_history_is_kept() {
        project.sql("DELETE FROM raw.s WHERE d < '2026-05-03'", "UPDATE raw.s SET v = 40 WHERE d = '2026-05-05'");

        for (BuildRequest.Ask erases : List.of(
                new BuildRequest.Auto(true),
                new BuildRequest.Window("2026-05-01", "2026-05-03"),
                new BuildRequest.Backbuild("2026-05-01", "2026-05-06"))) {
            assertThatThrownBy(() -> project.run(erases))
                    .as("%s", erases)
                    .hasMessageContaining("m holds rows in [2026-05-01, 2026-05-03) that can no longer be computed")
                    .hasMessageContaining("-Dsmelt.allowFullRefresh=true")
                    .hasMessageContaining("SMELT-P018");
        }
        for (BuildRequest.Ask leaves : List.of(
                UserProject.landed("sources.raw.s", "2026-05-01", "2026-05-06"),
                new BuildRequest.SinceUpstream(List.of()),
                AUTO)) {
            assertThat(project.run(leaves).failures()).isEmpty();
            assertThat(project.rows(ALL_ROWS))
                    .as("%s", leaves)
                    .containsExactly("2026-05-01 0", "2026-05-02 1", "2026-05-03 2", "2026-05-04 3", "2026-05-05 40");
        }
    }

    @Test
    void purged_history_is_kept_when_a_run_is_resumed() {
        project.sql("UPDATE raw.s SET v = v + 1");
        Smelt smelt = project.smelt();
        smelt.run(
                new BuildRequest(
                        Selectors.ALL,
                        new BuildRequest.Backbuild("2026-05-01", "2026-05-06"),
                        new PlanRequest.Options(Optional.of(1), false, false, false)),
                event -> {
                    if (event instanceof dev.smelt.run.RunEvent.ChunkFinished) {
                        smelt.stop();
                    }
                });
        project.sql("DELETE FROM raw.s WHERE d < '2026-05-03'");

        assertThat(project.run(new BuildRequest.Resume()).failures()).isEmpty();

        assertThat(project.rows(ALL_ROWS))
                .containsExactly("2026-05-01 1", "2026-05-02 1", "2026-05-03 3", "2026-05-04 4", "2026-05-05 5");
    }
}
