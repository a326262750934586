package dev.smelt.maven;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Where a report goes that was asked for. Maven 4 puts a stream of its own in the place of standard output, which makes log
 * lines of what is printed, with a prefix, and hides them under {@code -q}; a report is no log line and goes past it.
 */
final class StandardOutput {

    private static final String STREAMS_OF_MAVEN = "org.apache.maven.logging.";

    private StandardOutput() {}

    /** The stream that was there at first, where a log of Maven's has taken its place; else the one that is there. */
    static PrintStream past(PrintStream current) {
        return current.getClass().getName().startsWith(STREAMS_OF_MAVEN)
                ? new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8)
                : current;
    }
}
