package dev.smelt.maven;

import dev.smelt.assertion.CheckOutcome;
import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.plan.Step;
import dev.smelt.report.RunText;
import dev.smelt.run.RunEvent;
import dev.smelt.run.RunListener;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.logging.Log;

/** A run as lines of Maven's log: one line per event, statements at debug level. */
final class LoggedRun implements RunListener {

    private final Log log;
    private final List<CheckOutcome> checks = new ArrayList<>();

    LoggedRun(Log log) {
        this.log = log;
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
        if (event instanceof RunEvent.StepStarted started && log.isDebugEnabled()) {
            statements(started.step()).forEach(log::debug);
        }
        RunText.line(event).ifPresent(line -> write(event, line));
    }

    private void write(RunEvent event, String line) {
        if (event instanceof RunEvent.StepFailed
                || event instanceof RunEvent.StepSkipped
                || event instanceof RunEvent.StepGuarded
                || isVerdict(event, CheckOutcome.Verdict.FAILED)) {
            log.error(line);
        } else if (isWarning(event)) {
            log.warn(line);
        } else {
            log.info(line);
        }
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
