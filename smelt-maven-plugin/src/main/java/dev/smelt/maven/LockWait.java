package dev.smelt.maven;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import java.time.Duration;

/** The parameter {@code lockWait}. */
final class LockWait {
    private LockWait() {}

    static Duration of(int seconds) {
        if (seconds < 0) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-C100",
                    "smelt.lockWait is " + seconds + ".",
                    "Give the seconds to wait, or 0 to fail at once."));
        }
        return Duration.ofSeconds(seconds);
    }
}
