package dev.smelt.maven;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.maven.execution.MavenSession;

/**
 * Standard output as Maven has left it.
 *
 * @param current the stream that is there
 * @param logFile whether Maven was asked to write everything to a file
 */
record StandardOutput(PrintStream current, boolean logFile) {
    private static final String LOG_OF_MAVEN_4 = "org.apache.maven.logging.";
    /** What Maven puts in the place of the process's output, and what leads there; any other stream leads elsewhere. */
    private static final List<String> STREAMS_OF_MAVEN = List.of("org.fusesource.jansi.", LOG_OF_MAVEN_4);

    static StandardOutput of(MavenSession session) {
        Optional<Path> root = Optional.ofNullable(
                        session.getSystemProperties().getProperty("maven.multiModuleProjectDirectory"))
                .map(Path::of);
        return new StandardOutput(System.out, LogFile.isAskedFor(root));
    }

    /**
     * Where a report goes that was asked for. Maven 4 puts a stream of its own in the place of standard output, which makes
     * log lines of what is printed, with a prefix, and hides them under {@code -q}; a report is no log line and goes past
     * it. Where everything goes to a file, only that log leads there.
     */
    PrintStream forReports() {
        return !logFile && isLogOfMaven4() ? new PrintStream(ofProcess(), false, StandardCharsets.UTF_8) : current;
    }

    /** The output of the process, where what is printed ends up; empty where that is a file or somebody else's affair. */
    Optional<OutputStream> pastTheLog() {
        return !logFile && STREAMS_OF_MAVEN.stream().anyMatch(this::isNamed)
                ? Optional.of(ofProcess())
                : Optional.empty();
    }

    boolean isLogOfMaven4() {
        return isNamed(LOG_OF_MAVEN_4);
    }

    private boolean isNamed(String begin) {
        return current.getClass().getName().startsWith(begin);
    }

    private static OutputStream ofProcess() {
        return new FileOutputStream(FileDescriptor.out);
    }
}
