package dev.smelt.maven;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.report.ProgressLine;
import dev.smelt.report.RunProgress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.apache.maven.plugin.logging.Log;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.junit.jupiter.api.Test;

/** Lines of the log and the line of progress share a terminal. */
class RunConsoleTest {

    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();

    /** Writes where the line of progress is drawn, too, as a terminal's log does. */
    private final Log log = new SystemStreamLog() {
        @Override
        public void info(CharSequence line) {
            terminal.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void warn(CharSequence line) {
            info(line);
        }
    };

    @Test
    void a_line_is_drawn_once_and_erased() {
        StatusLine status = new StatusLine(terminal, TerminalColour.NEVER);
        ProgressLine line = ProgressLine.of(RunProgress.begun(NOW), NOW, 80);

        status.draw(line);
        status.draw(line);
        status.erase();
        status.erase();

        assertThat(written()).isEqualTo("<\\r><K><?7l>Planning | 0.0 s<?7h><\\r><K>");
    }

    @Test
    void colours_say_what_matters() {
        new StatusLine(terminal, TerminalColour.ALWAYS).draw(ProgressLine.of(RunProgress.begun(NOW), NOW, 80));

        assertThat(written()).isEqualTo("<\\r><K><?7l><1m>Planning<0m><2m> | 0.0 s<0m><?7h>");
    }

    @Test
    void a_terminal_that_was_closed_is_no_reason_to_fail() {
        StatusLine status = new StatusLine(
                new OutputStream() {
                    @Override
                    public void write(int octet) throws IOException {
                        throw new IOException("Input/output error");
                    }
                },
                TerminalColour.NEVER);

        status.draw(ProgressLine.of(RunProgress.begun(NOW), NOW, 80));
        status.erase();
    }

    @Test
    void progress_makes_way_for_a_line_and_comes_back_below_it() throws InterruptedException {
        try (RunConsole console = console(Optional.of(new StatusLine(terminal, TerminalColour.NEVER)))) {
            console.show(RunProgress.begun(NOW));
            waitFor("Planning");
            console.say(RunConsole.Level.INFO, "numbers seeded");
            waitFor("numbers seeded\n<\\r><K><?7l>Planning | 0.0 s<?7h>");
            console.end();
            console.say(RunConsole.Level.INFO, "Finished");
        }

        assertThat(written())
                .startsWith("<\\r><K><?7l>Planning | 0.0 s<?7h><\\r><K>numbers seeded\n")
                .endsWith("<?7h><\\r><K>Finished\n");
    }

    /** Maven takes its log down while the last words are said. */
    @Test
    void what_is_said_while_the_process_ends_goes_past_the_log() {
        try (RunConsole console = console(Optional.empty())) {
            console.stop();
            console.say(RunConsole.Level.WARNING, "Resume with: mvn smelt:run -Dsmelt.resume");
        }

        assertThat(written().lines())
                .containsExactly(
                        "[WARNING] Stopping: what runs is cancelled.",
                        "[WARNING] Resume with: mvn smelt:run -Dsmelt.resume");
    }

    private RunConsole console(Optional<StatusLine> status) {
        return new RunConsole(log, Optional.of(terminal), status, Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private void waitFor(String text) throws InterruptedException {
        while (!written().contains(text)) {
            Thread.sleep(5);
        }
    }

    /** What was written, with escapes made readable. */
    private String written() {
        return terminal.toString(StandardCharsets.UTF_8)
                .replaceAll("\u001b\\[([?0-9]*[A-Za-z])", "<$1>")
                .replace("\r", "<\\r>");
    }
}
