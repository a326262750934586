package dev.smelt.verify;

import dev.smelt.diagnostics.Place;

/**
 * Something that windows rest on and that may be false.
 *
 * @param kind what kind of statement it is
 * @param name how the user knows it: {@code safety_overrides.allow_window_functions}
 * @param place where it takes effect
 * @param says what is taken as true because of it
 * @param cure what to do where it is false
 */
public record Suspect(Kind kind, String name, Place place, String says, String cure) {
    /** The kinds of statements and conventions. */
    public enum Kind {
        /** A safety check that was signed away. */
        OVERRIDE,
        /** How far a function of the project looks, by its own word. */
        CONTRACT,
        /** A filter that says by convention how late rows come. */
        LATENESS,
        /** A time column lies in its row's own partition. */
        CLOCK,
        /** A lookup whose changes leave built partitions as they are. */
        AS_BUILT,
        /** A choice or value that two builds need not make alike. */
        UNSTABLE
    }
}
