package dev.smelt.model;

import dev.smelt.diagnostics.Place;
import java.util.List;

/**
 * A {@code smelt.check}: a query over built tables whose every row is a violation.
 *
 * @param name unique among the project's checks
 * @param query the SELECT
 * @param severity what a violation means
 * @param tags for selection
 * @param place where it begins
 */
public record DataCheck(String name, SourceText query, Severity severity, List<String> tags, Place place) {
    /** What a violation means. */
    public enum Severity {
        /** It is said, and stops nothing. */
        WARN,
        /** It fails the goal, and in a run everything downstream of the models that the check reads. */
        ERROR
    }

    public DataCheck {
        tags = List.copyOf(tags);
    }
}
