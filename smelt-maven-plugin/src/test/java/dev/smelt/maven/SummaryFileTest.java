package dev.smelt.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryFileTest {

    private static final Instant BUILD = Instant.EPOCH.plusSeconds(60);

    @TempDir
    private Path directory;

    @Test
    void holds_the_last_section_of_each_goal_in_the_order_in_which_they_ended() throws Exception {
        SummaryFile file = new SummaryFile(directory.resolve("smelt"), BUILD);
        file.put("validate", "## old\n");
        file.put("test", "## tests\n\n<!-- smelt:validate -->, said in a line\n");
        file.put("validate", "## new\n");

        assertThat(directory.resolve("smelt/summary.md")).hasContent("""
                        <!-- smelt:test 60000 -->
                        ## tests

                        <!-- smelt:validate -->, said in a line

                        <!-- smelt:validate 60000 -->
                        ## new

                        """);
    }

    @Test
    void holds_nothing_of_earlier_builds() throws Exception {
        new SummaryFile(directory, Instant.EPOCH).put("validate", "## old\n");

        new SummaryFile(directory, BUILD).put("test", "## new\n");

        assertThat(directory.resolve("summary.md")).content().contains("## new").doesNotContain("validate");
    }

    @Test
    void goes_with_its_last_section() throws Exception {
        SummaryFile file = new SummaryFile(directory, BUILD);
        file.remove("diff");
        file.put("diff", "## diff\n");
        file.remove("run");
        assertThat(directory.resolve("summary.md")).exists();

        file.remove("diff");

        assertThat(directory.resolve("summary.md")).doesNotExist();
    }
}
