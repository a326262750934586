package dev.smelt.diagnostics;

import java.util.Objects;
import java.util.Optional;

/**
 * Something smelt has to say about the user's project: what is wrong, where, and what to do.
 *
 * @param code stable, such as {@code SMELT-C003}; the letter names the room: C configuration, S SQL, W windows,
 *     K safety checks, D schema difference, P planning, L ledger and warehouse
 * @param place where it is, as far as known
 * @param message what is wrong, a whole sentence that names the construct
 * @param cure what to do about it, a whole sentence, or empty
 */
public record Diagnostic(String code, Severity severity, Optional<Place> place, String message, String cure) {
    /** How bad it is: a NOTICE and a WARNING never fail anything. */
    public enum Severity {
        NOTICE,
        WARNING,
        ERROR
    }

    public Diagnostic {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(cure, "cure");
    }

    public static Diagnostic error(String code, Place place, String message, String cure) {
        return new Diagnostic(code, Severity.ERROR, Optional.of(place), message, cure);
    }

    public static Diagnostic error(String code, String message, String cure) {
        return new Diagnostic(code, Severity.ERROR, Optional.empty(), message, cure);
    }

    public static Diagnostic warning(String code, Place place, String message, String cure) {
        return new Diagnostic(code, Severity.WARNING, Optional.of(place), message, cure);
    }

    public static Diagnostic notice(String code, Place place, String message) {
        return new Diagnostic(code, Severity.NOTICE, Optional.of(place), message, "");
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /** {@code models/a.sql:3:14: message Cure. [SMELT-W001]}. */
    public String render() {
        String where = place.map(each -> each + ": ").orElse("");
        boolean sentence = message.endsWith(".") || message.endsWith("!") || message.endsWith("?");
        String what = cure.isEmpty() ? message : message + (sentence ? " " : ". ") + cure;
        return where + what + " [" + code + "]";
    }
}
