package dev.smelt.maven;

import java.util.Arrays;
import java.util.List;

/** A parameter that holds several values, separated by commas; blanks and line ends around a value do not count. */
final class CommaList {
    private CommaList() {}

    /** The values in order; none for a parameter that was not given. */
    static List<String> parse(String text) {
        return text == null
                ? List.of()
                : Arrays.stream(text.split(","))
                        .map(String::strip)
                        .filter(value -> !value.isEmpty())
                        .toList();
    }
}
