package dev.smelt.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectDirectoryTest {

    @TempDir
    private Path base;

    @Test
    void is_the_base_directory_where_that_holds_smelt_yml() throws Exception {
        projectIn(base);
        projectIn(base.resolve("src/main/smelt"));

        assertThat(ProjectDirectory.locate(Optional.empty(), base)).contains(base);
    }

    @Test
    void is_src_main_smelt_otherwise() throws Exception {
        projectIn(base.resolve("src/main/smelt"));

        assertThat(ProjectDirectory.locate(Optional.empty(), base)).contains(base.resolve("src/main/smelt"));
    }

    @Test
    void is_nothing_in_a_module_without_a_project() {
        assertThat(ProjectDirectory.locate(Optional.empty(), base)).isEmpty();
    }

    @Test
    void asked_for_must_hold_a_project() throws Exception {
        projectIn(base.resolve("pipeline"));

        assertThat(ProjectDirectory.locate(Optional.of(new File("pipeline")), base))
                .contains(base.resolve("pipeline"));
        assertThatThrownBy(() -> ProjectDirectory.locate(Optional.of(new File("pipelin")), base))
                .hasMessageContaining("smelt.projectDir is 'pipelin'");
    }

    private static void projectIn(Path directory) throws Exception {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("smelt.yml"), "name: shop\n");
    }
}
