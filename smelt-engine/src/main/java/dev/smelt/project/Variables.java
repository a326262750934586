package dev.smelt.project;

import dev.smelt.diagnostics.NearNames;
import dev.smelt.diagnostics.Place;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code ${NAME}} and {@code ${NAME:-default}} stand for; {@code $${} is a literal {@code ${}. */
record Variables(Map<String, String> values) {
    private static final Pattern REFERENCE =
            Pattern.compile("\\$\\$\\{|\\$\\{(?:([A-Za-z_][\\w.-]*)(?::-([^}]*))?\\})?");

    public Variables {
        values = Map.copyOf(values);
    }

    /**
     * The text with its variables replaced; nothing where one has no value, which is a problem at the place of its
     * reference. As in a shell, an empty value counts as none where there is a default.
     *
     * @param place gives the place of an offset of the text
     */
    Optional<String> expand(String text, Problems problems, IntFunction<Place> place) {
        if (!text.contains("${")) {
            return Optional.of(text);
        }
        int before = problems.count();
        String expanded = REFERENCE.matcher(text).replaceAll(match -> {
            if (match.group().startsWith("$$")) {
                return Matcher.quoteReplacement("${");
            }
            Place at = place.apply(match.start());
            return Matcher.quoteReplacement(
                    value(Optional.ofNullable(match.group(1)), Optional.ofNullable(match.group(2)), problems, at));
        });
        return problems.count() == before ? Optional.of(expanded) : Optional.empty();
    }

    private String value(Optional<String> name, Optional<String> fallback, Problems problems, Place place) {
        if (name.isEmpty()) {
            problems.error(
                    Problems.VARIABLE,
                    place,
                    "'${' begins no variable here.",
                    "Write ${NAME} or ${NAME:-default}, or $${ for the two characters themselves.");
            return "";
        }
        Optional<String> value = Optional.ofNullable(values.get(name.get()));
        if (fallback.isPresent()) {
            return value.filter(each -> !each.isEmpty()).orElse(fallback.get());
        }
        if (value.isEmpty()) {
            problems.error(
                    Problems.VARIABLE,
                    place,
                    "The variable '" + name.get() + "' has no value."
                            + NearNames.didYouMean(name.get(), values.keySet()),
                    "Set it, or give a default with ${" + name.get() + ":-default}.");
        }
        return value.orElse("");
    }
}
