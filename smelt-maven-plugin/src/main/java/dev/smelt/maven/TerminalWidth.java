package dev.smelt.maven;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many columns the terminal of this process has. Java cannot tell; {@code stty} can wherever there is a terminal. */
final class TerminalWidth {
    /** Where nothing can be known. */
    static final int USUAL = 80;

    private static final Pattern SIZE = Pattern.compile("\\d+ (\\d+)\\s*");

    private TerminalWidth() {}

    static int measured() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            stty.waitFor(1, TimeUnit.SECONDS);
            return of(answer);
        } catch (IOException noSuchProgram) {
            return USUAL;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return USUAL;
        }
    }

    /** @param answer of {@code stty size}: lines and columns; 0 where the terminal does not know */
    static int of(String answer) {
        Matcher size = SIZE.matcher(answer);
        return size.matches() && Integer.parseInt(size.group(1)) > 0 ? Integer.parseInt(size.group(1)) : USUAL;
    }
}
