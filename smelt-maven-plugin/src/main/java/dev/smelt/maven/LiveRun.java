package dev.smelt.maven;

import dev.smelt.report.FoldedChunks;
import dev.smelt.report.RunProgress;
import dev.smelt.report.RunText;
import dev.smelt.run.RunEvent;
import dev.smelt.run.RunListener;
import java.time.Clock;

/** A run in a terminal: its progress is drawn, and what stays are the lines of a log, one for the chunks of a model. */
final class LiveRun implements RunListener {
    private final RunConsole console;
    private final RunListener log;
    private final Clock clock;
    private RunProgress progress;
    private FoldedChunks folded = FoldedChunks.NONE;

    /** @param log hears everything but chunks that are committed */
    LiveRun(RunConsole console, RunListener log, Clock clock) {
        this.console = console;
        this.log = log;
        this.clock = clock;
        this.progress = RunProgress.begun(clock.instant());
        console.show(progress);
    }

    @Override
    public void on(RunEvent event) {
        progress = progress.after(event, clock.instant());
        if (event instanceof RunEvent.ChunkFinished chunk) {
            fold(chunk);
        } else {
            if (RunText.line(event).isPresent()) {
                unfold();
            }
            log.on(event);
        }
        console.show(progress);
    }

    /** Says what is still to be said of the chunks that were committed; to be called whatever comes of the run. */
    void end() {
        unfold();
    }

    private void fold(RunEvent.ChunkFinished chunk) {
        if (!folded.continuesWith(chunk)) {
            unfold();
        }
        folded = folded.plus(chunk);
        if (folded.isComplete()) {
            unfold();
        }
    }

    private void unfold() {
        folded.line().ifPresent(line -> console.say(RunConsole.Level.INFO, line));
        folded = FoldedChunks.NONE;
    }
}
