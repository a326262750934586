package dev.smelt.run;

import dev.smelt.ledger.RunRecord;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * One invocation that writes: who it is, what was asked, and when to stop.
 *
 * @param runId unique in the warehouse
 * @param goal {@code run}, {@code backbuild}, {@code seed}
 * @param request what was asked, as one line
 * @param asOf the clock of the invocation, as the plan was made for it
 * @param clock gives the start and the end of the run and of its steps; decides nothing
 * @param stopRequested asked between steps; once true, no further step is begun. An interrupt of the thread does the same.
 */
public record RunContext(
        String runId, String goal, String request, Instant asOf, Clock clock, BooleanSupplier stopRequested) {
    /** A run that only an interrupt of its thread stops. */
    public static RunContext of(String runId, String goal, String request, Instant asOf, Clock clock) {
        return new RunContext(runId, goal, request, asOf, clock, () -> false);
    }

    boolean shouldStop() {
        return stopRequested.getAsBoolean() || Thread.currentThread().isInterrupted();
    }

    RunRecord begun(Instant started) {
        return new RunRecord(runId, goal, request, asOf, started, Optional.empty(), "running");
    }

    RunRecord ended(Instant started, Instant finished, String outcome) {
        return new RunRecord(runId, goal, request, asOf, started, Optional.of(finished), outcome);
    }
}
