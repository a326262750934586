package dev.smelt.relation;

import dev.smelt.diagnostics.Place;

/**
 * A clause that proves (a part of) a bound.
 *
 * @param clause the text as the user wrote it, on one line
 * @param place where it stands
 * @param says what it proves, in the words of the windows: {@code event_date >= session_start_date}
 */
public record Evidence(String clause, Place place, String says) {}
