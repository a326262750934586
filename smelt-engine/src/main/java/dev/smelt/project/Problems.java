package dev.smelt.project;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.Place;
import dev.smelt.diagnostics.SmeltException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Gathers everything that is wrong with a project, so that its author sees it all at once. */
final class Problems {
    static final String NO_PROJECT = "SMELT-C001";
    static final String YAML_SYNTAX = "SMELT-C002";
    static final String UNKNOWN_KEY = "SMELT-C003";
    static final String DUPLICATE_KEY = "SMELT-C004";
    static final String WRONG_VALUE = "SMELT-C005";
    static final String MISSING_KEY = "SMELT-C006";
    static final String VARIABLE = "SMELT-C007";
    static final String PATH = "SMELT-C008";
    static final String TARGET = "SMELT-C009";
    static final String NAME_TAKEN = "SMELT-C010";
    static final String FRONT_MATTER = "SMELT-C011";
    static final String CONTRADICTION = "SMELT-C012";
    static final String NAME = "SMELT-C013";
    static final String FUNCTION = "SMELT-C014";
    static final String UNREADABLE = "SMELT-C015";
    static final String UNSUPPORTED = "SMELT-C016";
    static final String NOTICE = "SMELT-C017";
    static final String UNKNOWN_ADDRESS = "SMELT-C018";
    static final String ASSERTION = "SMELT-T001";

    /** A key of one file. */
    private record Key(String file, String name) {}

    private static final Comparator<Diagnostic> BY_PLACE = Comparator.comparing(
                    (Diagnostic each) -> each.place().orElse(Place.file("")))
            .thenComparing(Diagnostic::code)
            .thenComparing(Diagnostic::message);

    private final List<Diagnostic> errors = new ArrayList<>();
    private final Map<Diagnostic, Key> missing = new HashMap<>();
    private final Set<Key> misspelt = new HashSet<>();
    private final List<Diagnostic> notices = new ArrayList<>();

    void error(String code, Place place, String message, String cure) {
        errors.add(Diagnostic.error(code, place, message, cure));
    }

    /** A key that is not there; where it is misspelt, that is said instead. */
    void missing(String key, Place place, String message, String cure) {
        Diagnostic error = Diagnostic.error(MISSING_KEY, place, message, cure);
        errors.add(error);
        missing.put(error, new Key(place.file(), key));
    }

    /** Takes note that something unknown in the place's file was probably meant for this key. */
    void misspelt(String key, Place place) {
        misspelt.add(new Key(place.file(), key));
    }

    void notice(Place place, String message) {
        notices.add(Diagnostic.notice(NOTICE, place, message));
    }

    /** How many errors there are so far. */
    int count() {
        return errors.size();
    }

    /** The notices, in the order of their places. */
    List<Diagnostic> notices() {
        return notices.stream().sorted(BY_PLACE).toList();
    }

    void throwIfAny() {
        if (!errors.isEmpty()) {
            throw SmeltException.project(errors.stream()
                    .filter(each -> !misspelt.contains(missing.get(each)))
                    .sorted(BY_PLACE)
                    .distinct()
                    .toList());
        }
    }
}
