package dev.smelt.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoalOutputTest {

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @Test
    void prints_the_report_as_it_is_and_keeps_it_in_files() {
        Path reports = directory.resolve("target/smelt");

        output(reports).show("Größe\n", "{}\n");

        assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo("Größe\n");
        assertThat(reports.resolve("diff.txt")).hasContent("Größe\n");
        assertThat(reports.resolve("diff.json")).hasContent("{}\n");
    }

    @Test
    void removes_what_an_earlier_run_left_and_nothing_else() throws Exception {
        Files.writeString(directory.resolve("diff.txt"), "old");
        Files.writeString(directory.resolve("diff.json"), "old");
        Files.writeString(directory.resolve("explain.txt"), "another goal's");

        output(directory).removeOld();

        assertThat(directory.resolve("diff.txt")).doesNotExist();
        assertThat(directory.resolve("diff.json")).doesNotExist();
        assertThat(directory.resolve("explain.txt")).exists();
    }

    @Test
    void has_nothing_to_remove_where_there_is_no_directory() {
        output(directory.resolve("never")).removeOld();

        assertThat(directory.resolve("never")).doesNotExist();
    }

    private GoalOutput output(Path reports) {
        return new GoalOutput(reports, "diff", new PrintStream(printed, true, StandardCharsets.UTF_8), Instant.EPOCH);
    }
}
