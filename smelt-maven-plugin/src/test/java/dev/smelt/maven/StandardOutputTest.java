package dev.smelt.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StandardOutputTest {

    @Test
    void is_what_is_there_unless_maven_has_put_its_log_in_the_place() {
        PrintStream captured = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);

        assertThat(StandardOutput.past(captured)).isSameAs(captured);
    }
}
