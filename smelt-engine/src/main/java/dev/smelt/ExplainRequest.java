package dev.smelt;

import java.util.Optional;

/**
 * What to explain.
 *
 * @param selectors the models meant
 * @param period the landed window to show read and write windows for; empty for the formulas alone
 * @param showSql whether the statements of these windows are shown too
 */
public record ExplainRequest(Selectors selectors, Optional<Period> period, boolean showSql) {

    /** A window {@code [start, end)} as the user writes it. */
    public record Period(String start, String end) {}
}
