package dev.smelt;

import static org.assertj.core.api.Assertions.assertThat;
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
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A run that finds no room fails in words that help, keeps what it has, and is completed by the same command. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class DiskFullTest {
    private static final long ROOM = 3_000_000;

    @TempDir
    private Path directory;

    private static UserProject project(Path directory) {
        return UserProject.in(directory)
                .source("s", "d DATE, v BIGINT", "d")
                .sql("INSERT INTO raw.s SELECT DATE '2026-05-01' + CAST(i % 10 AS INTEGER), CAST(i AS BIGINT)"
                        + " FROM range(400000) AS t(i)")
                .daily("m", "d", "SELECT d, v, md5(CAST(v AS VARCHAR)) AS h FROM smelt.sources.raw.s");
    }

    /** A limit on the size of files says no like a full disk does, and needs no file system of its own. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void a_file_that_may_not_grow() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/prlimit")), "prlimit limits a process that runs");
        UserProject project = project(directory);
        List<String> said;
        try (BuildProcess run = BuildProcess.ready(directory, "2026-05-01", "2026-05-11", Duration.ZERO)) {
            long limit = Files.size(project.database()) + ROOM;
            new ProcessBuilder("/usr/bin/prlimit", "--pid", "" + run.pid(), "--fsize=" + limit)
                    .start()
                    .waitFor();
            said = run.begin().atItsEnd();
        }

        assertThat(said)
                .anySatisfy(line -> assertThat(line)
                        .containsPattern(
                                "m chunk \\d+/10 .* failed: the file .*warehouse.duckdb.* has reached the greatest"
                                        + " size that this process may give a file, its ulimit -f")
                        .contains(
                                "It was rolled back: ",
                                "Make room there, then give the same command again",
                                "[SMELT-L113]"));
        completes(project);
    }

    /** Run by hand with a small file system: {@code -Dsmelt.smallDisk=/mnt/of-64-megabytes}. */
    @Test
    @EnabledIfSystemProperty(named = "smelt.smallDisk", matches = ".+")
    void a_file_system_without_room() throws Exception {
        Path small = Files.createDirectory(Path.of(System.getProperty("smelt.smallDisk"), "project"));
        UserProject project = project(small);
        Path filling = small.resolveSibling("filling");
        long room = Files.getFileStore(small).getUsableSpace();
        Files.write(filling, new byte[(int) (room - ROOM)]);
        List<String> said;
        try (BuildProcess run = BuildProcess.ready(small, "2026-05-01", "2026-05-11", Duration.ZERO)) {
            said = run.begin().atItsEnd();
        }

        System.out.println(String.join("\n", said));
        assertThat(said)
                .anySatisfy(line -> assertThat(line)
                        .containsPattern(
                                "m chunk \\d+/10 .* failed: The disk is full: the file .* cannot grow, its file"
                                        + " system has [\\d.]+ of [\\d.]+ MB left")
                        .contains("[SMELT-L113]"));
        Files.delete(filling);
        completes(project);
    }

    /** The files of a killed owner are gone once somebody else owns the warehouse. */
    @Test
    void spill_files_of_a_dead_owner_are_removed() throws IOException {
        UserProject project = project(directory);
        Path spill = Files.createDirectory(directory.resolve("warehouse.duckdb.tmp"));
        Files.write(spill.resolve("duckdb_temp_storage_DEFAULT-0.tmp"), new byte[1_000]);

        project.run(new BuildRequest.Auto(false));

        assertThat(spill).doesNotExist();
    }

    private static void completes(UserProject project) {
        long days = project.rows("SELECT DISTINCT d FROM main.m").size();
        assertThat(days).isBetween(1L, 9L);
        assertThat(project.rows("SELECT count(*) FROM _smelt.partitions WHERE model = 'm' AND \"rows\" = 40000"))
                .containsExactly("" + days);

        assertThat(project.backbuild("m", "2026-05-01", "2026-05-11", 1).outcome())
                .isEqualTo(RunSummary.Outcome.SUCCEEDED);

        assertThat(project.rows("SELECT count(*), count(DISTINCT v), count(DISTINCT d) FROM main.m"))
                .containsExactly("400000 400000 10");
        assertThat(project.plan(new BuildRequest.Auto(false)).steps()).isEmpty();
    }
}
