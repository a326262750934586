package dev.smelt.maven;

import dev.smelt.report.ProgressLine;
import dev.smelt.report.RunProgress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Optional;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.logging.Log;

/**
 * What a run says while it goes on: lines of Maven's log, and below them, where somebody looks at a terminal, a line of
 * progress that makes way for each of them.
 *
 * <p>Once the process is told to end, Maven takes its log down at the same time as the run says its last words; these go past
 * it then.
 */
final class RunConsole implements AutoCloseable {
    private static final long REDRAWN_AFTER_MILLIS = 100;
    private static final int REDRAWN_PER_MEASUREMENT = 20;

    private final Log log;
    private final Optional<OutputStream> pastTheLog;
    private final Optional<StatusLine> status;
    private final Clock clock;
    private final Thread drawing = new Thread(this::drawUntilClosed, "smelt-progress");
    private Optional<RunProgress> progress = Optional.empty();
    private boolean stopping;
    private boolean closed;

    /** How serious a line is. */
    enum Level {
        INFO,
        WARNING,
        ERROR
    }

    /**
     * @param pastTheLog where the log's lines end up; empty where that is a file or somebody else's affair
     * @param status the line of progress; empty where nobody would see it
     */
    RunConsole(Log log, Optional<OutputStream> pastTheLog, Optional<StatusLine> status, Clock clock) {
        this.log = log;
        this.pastTheLog = pastTheLog;
        this.status = status;
        this.clock = clock;
        if (isLive()) {
            drawing.setDaemon(true);
            drawing.start();
        }
    }

    /** Of a goal of this Maven. */
    static RunConsole of(MavenSession session, Log log) {
        Optional<OutputStream> pastTheLog = StandardOutput.of(session).pastTheLog();
        TerminalColour colour = TerminalColour.of(session.getUserProperties(), session.getSystemProperties());
        Optional<StatusLine> status = pastTheLog
                .filter(terminal -> LiveTerminal.of(session, log).isThere())
                .map(terminal -> new StatusLine(terminal, colour));
        return new RunConsole(log, pastTheLog, status, Clock.systemUTC());
    }

    /** Whether progress is drawn, so that it need not be said line by line. */
    boolean isLive() {
        return status.isPresent();
    }

    synchronized void say(Level level, String line) {
        status.ifPresent(StatusLine::erase);
        if (stopping && pastTheLog.isPresent()) {
            sayPastTheLog(level, line);
            return;
        }
        switch (level) {
            case ERROR -> log.error(line);
            case WARNING -> log.warn(line);
            case INFO -> log.info(line);
        }
    }

    /** What only those see who asked for everything. */
    void debug(String line) {
        log.debug(line);
    }

    boolean isDebugEnabled() {
        return log.isDebugEnabled();
    }

    /** How far the run has come; drawn within a tenth of a second. */
    synchronized void show(RunProgress now) {
        progress = Optional.of(now);
    }

    /** The process is told to end; nothing is drawn any more. */
    synchronized void stop() {
        stopping = true;
        progress = Optional.empty();
        say(Level.WARNING, "Stopping: what runs is cancelled.");
    }

    /** The run is over; its last words may follow, the line of progress does not. */
    synchronized void end() {
        progress = Optional.empty();
        status.ifPresent(StatusLine::erase);
    }

    @Override
    public synchronized void close() {
        end();
        closed = true;
        notifyAll();
    }

    private void sayPastTheLog(Level level, String line) {
        boolean told = switch (level) {
            case ERROR -> log.isErrorEnabled();
            case WARNING -> log.isWarnEnabled();
            case INFO -> log.isInfoEnabled();
        };
        if (told) {
            try {
                OutputStream output = pastTheLog.orElseThrow();
                output.write(("[" + level + "] " + line + System.lineSeparator()).getBytes(StandardCharsets.UTF_8));
                output.flush();
            } catch (IOException gone) {
                // Nobody listens any more; what is done and left is in the ledger.
                stopping = true;
            }
        }
    }

    private void drawUntilClosed() {
        int width = TerminalWidth.measured();
        for (int drawn = 1; draw(width); drawn++) {
            if (drawn % REDRAWN_PER_MEASUREMENT == 0) {
                width = TerminalWidth.measured();
            }
        }
    }

    /** False once nothing is to be drawn any more. */
    private synchronized boolean draw(int width) {
        try {
            progress.filter(now -> !stopping)
                    .ifPresent(now -> status.orElseThrow().draw(ProgressLine.of(now, clock.instant(), width)));
            if (!closed) {
                wait(REDRAWN_AFTER_MILLIS);
            }
            return !closed;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
