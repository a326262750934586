package dev.smelt.report;

import java.util.List;

/** What came of several things: what there is to say of each, and in the last line of all. */
final class OutcomeText {
    private OutcomeText() {}

    /** @param outcomes each with its line end */
    static String of(List<String> outcomes, String summary) {
        return String.join("", outcomes) + (outcomes.isEmpty() ? "" : "\n") + summary + "\n";
    }
}
