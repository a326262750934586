package dev.smelt.law;

/** What came of checking one case. */
sealed interface Verdict {
    /** The engine does not take the SQL: the generator's fault. */
    record Invalid(String message) implements Verdict {}

    /** The derivation does not admit the model. */
    record Refused(String message) implements Verdict {}

    /** The data breaks an assumption that every chunk checks, so nothing would have been built. */
    record AssumptionBroken() implements Verdict {}

    /**
     * The law holds.
     *
     * @param announced granules said to be dirty after changes
     * @param changed how many of them really changed
     */
    record Held(long announced, long changed) implements Verdict {}

    /** The law does not hold. */
    record Broken(String law, String what) implements Verdict {}
}
