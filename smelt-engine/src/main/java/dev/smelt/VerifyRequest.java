package dev.smelt;

import java.util.Optional;

/**
 * What to verify.
 *
 * @param selectors the models meant
 * @param window output partitions; empty for the last ones built of each model
 */
public record VerifyRequest(Selectors selectors, Optional<Window> window) {
    /** How many of the last built partitions are verified where no window is given. */
    public static final int LAST_BUILT = 14;

    /** A window {@code [start, end)} as the user writes it. */
    public record Window(String start, String end) {}
}
