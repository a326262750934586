package dev.smelt.maven;

import dev.smelt.report.ProgressLine;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/**
 * The last line of a terminal, drawn over itself. It is left empty whenever something else is written, so that whatever
 * comes stands in a line of its own. Not thread-safe.
 */
final class StatusLine {
    private static final String ESCAPE = "\u001b[";
    /** Back to the first column, and everything from there away. */
    private static final String ERASE = "\r" + ESCAPE + "K";
    /** A line that is too long, since the window has just become narrower, is cut and not wrapped. */
    private static final String NO_WRAP = ESCAPE + "?7l";

    private static final String WRAP = ESCAPE + "?7h";
    private static final String RESET = ESCAPE + "0m";

    private final OutputStream terminal;
    private final TerminalColour colour;
    private String drawn = "";
    private boolean isGone;

    /** @param terminal unbuffered: a line is written in one piece */
    StatusLine(OutputStream terminal, TerminalColour colour) {
        this.terminal = terminal;
        this.colour = colour;
    }

    /** Draws a line, if it is not what stands there. */
    void draw(ProgressLine line) {
        String text = line.spans().stream().map(this::coloured).collect(Collectors.joining());
        if (!text.equals(drawn)) {
            write(ERASE + NO_WRAP + text + WRAP);
            drawn = text;
        }
    }

    /** Leaves an empty line, with the cursor at its begin. */
    void erase() {
        if (!drawn.isEmpty()) {
            write(ERASE);
            drawn = "";
        }
    }

    private String coloured(ProgressLine.Span span) {
        if (colour == TerminalColour.NEVER) {
            return span.text();
        }
        return switch (span.emphasis()) {
            case STRONG -> ESCAPE + "1m" + span.text() + RESET;
            case FAINT -> ESCAPE + "2m" + span.text() + RESET;
            case PLAIN -> span.text();
        };
    }

    private void write(String text) {
        if (isGone) {
            return;
        }
        try {
            terminal.write(text.getBytes(StandardCharsets.UTF_8));
            terminal.flush();
        } catch (IOException gone) {
            // A terminal that was closed is no reason to end the work.
            isGone = true;
        }
    }
}
