package dev.smelt.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlagTest {

    private final Properties commandLine = new Properties();

    @ParameterizedTest
    @ValueSource(strings = {"", "true", "TRUE"})
    void is_on_where_the_command_line_names_it(String value) {
        commandLine.setProperty("smelt.dryRun", value);

        assertThat(Flag.isOn("smelt.dryRun", false, commandLine)).isTrue();
    }

    @Test
    void is_off_where_the_command_line_says_so_whatever_the_pom_does() {
        commandLine.setProperty("smelt.dryRun", "false");

        assertThat(Flag.isOn("smelt.dryRun", true, commandLine)).isFalse();
    }

    @Test
    void is_as_configured_where_the_command_line_is_silent() {
        assertThat(Flag.isOn("smelt.dryRun", true, commandLine)).isTrue();
        assertThat(Flag.isOn("smelt.dryRun", false, commandLine)).isFalse();
    }

    @Test
    void is_an_error_where_it_is_neither() {
        commandLine.setProperty("smelt.dryRun", "yes");

        assertThatThrownBy(() -> Flag.isOn("smelt.dryRun", false, commandLine))
                .hasMessageContaining("smelt.dryRun is 'yes'")
                .hasMessageContaining("true, false");
    }
}
