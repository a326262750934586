package dev.smelt.run;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.ledger.Ledger;
import dev.smelt.ledger.RunRecord;
import dev.smelt.ledger.RunStep;
import dev.smelt.warehouse.StatementFailure;
import java.time.Instant;
import java.util.List;

/** Frames the work of a run with its records in the ledger and its first and last event. */
final class RecordedRun {
    private final Ledger ledger;
    private final RunContext context;
    private final RunListener listener;

    RecordedRun(Ledger ledger, RunContext context, RunListener listener) {
        this.ledger = ledger;
        this.context = context;
        this.listener = listener;
    }

    /** @param steps all that the run is going to do */
    RunSummary run(RunTally tally, List<RunStep> steps, Runnable work) {
        Instant started = context.clock().instant();
        inLedger(() -> {
            ledger.prepare();
            ledger.begin(context.begun(started), steps);
        });
        listener.on(new RunEvent.PlanStarted(tally.planned()));
        try {
            work.run();
        } catch (RuntimeException unexpected) {
            recordBestEffort(unexpected, started);
            throw unexpected;
        }
        RunSummary summary = tally.summary(context, started, context.clock().instant());
        RunRecord end = context.ended(started, summary.finished(), summary.recordedOutcome());
        try {
            inLedger(() -> ledger.end(end, summary.recordedFailures()));
        } catch (SmeltException failure) {
            // What the steps say matters more than that the end of the run could not be written down.
            if (summary.failures().isEmpty()) {
                throw failure;
            }
            listener.on(new RunEvent.Noticed(failure.diagnostics().get(0)));
        }
        listener.on(new RunEvent.RunFinished(summary));
        return summary;
    }

    private void recordBestEffort(RuntimeException unexpected, Instant started) {
        try {
            ledger.record(context.ended(started, context.clock().instant(), "failed: " + unexpected.getMessage()));
        } catch (RuntimeException second) {
            unexpected.addSuppressed(second);
        }
    }

    private static void inLedger(Runnable write) {
        try {
            write.run();
        } catch (StatementFailure failure) {
            throw SmeltException.tool(
                    Diagnostic.error(
                            "SMELT-L107",
                            "The ledger cannot be written: " + StepFailures.sentence(failure.getMessage()),
                            "See to the warehouse's file and its disk, then give the same command again."),
                    failure);
        }
    }
}
