package dev.smelt.model;

import java.util.Locale;

/** A signed statement of the user that a check of the analyzer may be set aside for one model. */
public enum SafetyOverride {
    ALLOW_WINDOW_FUNCTIONS,
    ALLOW_HAVING,
    ALLOW_LIMIT,
    ALLOW_SUBQUERIES,
    ALLOW_NONDETERMINISTIC,
    ALLOW_DISTINCT;

    /** The key under {@code safety_overrides}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
