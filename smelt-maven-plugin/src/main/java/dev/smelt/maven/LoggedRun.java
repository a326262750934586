package dev.smelt.maven;

import dev.smelt.assertion.CheckOutcome;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.plan.Step;
import dev.smelt.report.RunText;
import dev.smelt.run.RunEvent;
import dev.smelt.run.RunListener;
import java.util.ArrayList;
import java.util.List;

/** A run as lines of Maven's log: one line per event, statements at debug level. */
final class LoggedRun implements RunListener {

    private final RunConsole console;
    private final List<CheckOutcome> checks = new ArrayList<>();

    LoggedRun(RunConsole console) {
        this.console = console;
    }

    /** What came of the checks so far. */
    List<CheckOutcome> checks() {
        return List.copyOf(checks);
    }

    @Override
    public void on(RunEvent event) {
        if (event instanceof RunEvent.Checked checked) {
            checks.add(checked.outcome());
        }
        if (event instanceof RunEvent.StepStarted started && console.isDebugEnabled()) {
            statements(started.step()).forEach(console::debug);
        }
        RunText.line(event).ifPresent(line -> console.say(level(event), line));
    }

    private static RunConsole.Level level(RunEvent event) {
        if (event instanceof RunEvent.StepFailed
                || event instanceof RunEvent.StepSkipped
                || event instanceof RunEvent.StepGuarded
                || isVerdict(event, CheckOutcome.Verdict.FAILED)) {
            return RunConsole.Level.ERROR;
        }
        return isWarning(event) ? RunConsole.Level.WARNING : RunConsole.Level.INFO;
    }

    private static boolean isVerdict(RunEvent event, CheckOutcome.Verdict verdict) {
        return event instanceof RunEvent.Checked checked && checked.outcome().verdict() == verdict;
    }

    private static boolean isWarning(RunEvent event) {
        return event instanceof RunEvent.LeftOut
                || event instanceof RunEvent.Retried
                || event instanceof RunEvent.Stopped
                || isVerdict(event, CheckOutcome.Verdict.WARNED)
                || (event instanceof RunEvent.Noticed noticed
                        && noticed.diagnostic().severity() != Diagnostic.Severity.NOTICE);
    }

    private static List<String> statements(Step step) {
        if (step instanceof Step.Chunk chunk) {
            return chunk.statements();
        }
        if (step instanceof Step.Migrate migrate) {
            return migrate.statements();
        }
        return step instanceof Step.Materialize materialize ? List.of(materialize.select()) : List.of();
    }
}
