package dev.smelt.maven;

import dev.smelt.schema.Outcome;
import dev.smelt.schema.SchemaChange;
import dev.smelt.schema.SchemaDifference;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Which differences fail a build: the parameter {@code failOn} of {@code diff}. */
record FailOn(Set<String> words) {

    private static final String ANY = "any";
    private static final String NONE = "none";
    private static final List<String> WORDS =
            List.of(ANY, NONE, "safe", "rebuild", "refused", "logic", "new", "removed");

    static FailOn parse(String text) {
        Set<String> words = CommaList.parse(text).stream()
                .map(word -> Choice.of("smelt.failOn", word, WORDS))
                .collect(Collectors.toUnmodifiableSet());
        // An empty failOn would silently check nothing.
        return new FailOn(words.isEmpty() ? Set.of(ANY) : words);
    }

    boolean names(SchemaDifference difference) {
        if (words.contains(NONE) || difference.state() == SchemaDifference.State.UNCHANGED) {
            return false;
        }
        if (words.contains(ANY)) {
            return true;
        }
        return switch (difference.state()) {
            case NEW -> words.contains("new");
            case REMOVED -> words.contains("removed");
            case CHANGED ->
                difference.changes().stream().map(SchemaChange::outcome).anyMatch(this::names);
            case UNCHANGED -> false;
        };
    }

    private boolean names(Outcome outcome) {
        return words.contains(outcome.name().toLowerCase(Locale.ROOT));
    }
}
