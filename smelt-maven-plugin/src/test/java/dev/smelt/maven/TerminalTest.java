package dev.smelt.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who gets a line of progress, and how it looks. */
class TerminalTest {

    private static final LiveTerminal LOOKED_AT = new LiveTerminal(true, true, true, true, "xterm-256color", "");

    @Test
    void a_terminal_that_somebody_looks_at_is_live() {
        assertThat(LOOKED_AT.isThere()).isTrue();
        assertThat(new LiveTerminal(true, true, true, true, "xterm", "false").isThere())
                .isTrue();
    }

    @ParameterizedTest(name = "{6}")
    @CsvSource({
        "false, true, true, true, xterm, '', -B",
        "true, false, true, true, xterm, '', -q or -X",
        "true, true, false, true, xterm, '', -T with other modules",
        "true, true, true, false, xterm, '', redirected",
        "true, true, true, true, dumb, '', a terminal that only appends",
        "true, true, true, true, '', '', a terminal of which nothing is known",
        "true, true, true, true, xterm, true, CI",
    })
    void anything_else_is_not(
            boolean interactive, boolean told, boolean alone, boolean console, String type, String ci, String because) {
        assertThat(new LiveTerminal(interactive, told, alone, console, type, ci).isThere())
                .as(because)
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', '', ALWAYS",
        "'', '', 1, NEVER",
        "never, '', '', NEVER",
        "'', never, '', NEVER",
        "always, '', 1, ALWAYS",
        "auto, '', 1, NEVER",
    })
    void colour_is_what_maven_was_told_then_what_the_environment_says(
            String style, String styleOfMaven4, String noColor, TerminalColour expected) {
        Properties user = properties("style.color", style);
        user.putAll(properties("maven.style.color", styleOfMaven4));

        assertThat(TerminalColour.of(user, properties("env.NO_COLOR", noColor))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"-l build.log, true", "-lbuild.log, true", "--log-file build.log, true", "--log-file=build.log, true"})
    void a_log_file_is_seen_in_the_command_line(String words, boolean asked) {
        assertThat(LogFile.isIn(words(words + " smelt:run"))).isEqualTo(asked);
    }

    @Test
    void nothing_else_in_a_command_line_is_a_log_file() {
        assertThat(LogFile.isIn(words("-llr -B -Dlog=-l smelt:lineage"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"'24 132\n', 132", "24 40, 40", "'0 0\n', 80", "stty: not a tty, 80", "'', 80"})
    void the_width_is_what_stty_says_or_the_usual_one(String answer, int width) {
        assertThat(TerminalWidth.of(answer)).isEqualTo(width);
    }

    private static List<String> words(String text) {
        return Pattern.compile(" ").splitAsStream(text).toList();
    }

    private static Properties properties(String key, String value) {
        Properties properties = new Properties();
        if (!value.isEmpty()) {
            properties.setProperty(key, value);
        }
        return properties;
    }
}
