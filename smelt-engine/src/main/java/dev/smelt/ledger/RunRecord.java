package dev.smelt.ledger;

import java.time.Instant;
import java.util.Optional;

/**
 * One invocation that wrote.
 *
 * @param runId unique in the warehouse
 * @param goal {@code run}, {@code backbuild}, {@code seed}
 * @param request what was asked, as one line
 * @param asOf the clock of the invocation
 * @param finished when it ended; empty while it runs or if it was killed
 * @param outcome {@code running}, {@code succeeded}, {@code failed: ...} or {@code stopped: ...}
 */
public record RunRecord(
        String runId,
        String goal,
        String request,
        Instant asOf,
        Instant started,
        Optional<Instant> finished,
        String outcome) {}
