package dev.smelt.maven;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.NearNames;
import dev.smelt.diagnostics.SmeltException;
import java.util.List;
import java.util.Locale;

/** A parameter that takes one of a few words. */
final class Choice {
    private Choice() {}

    /** The word, in lower case; an error that names the words where it is none of them. */
    static String of(String property, String given, List<String> words) {
        String word = given.strip().toLowerCase(Locale.ROOT);
        if (!words.contains(word)) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-C096",
                    property + " is '" + given + "'." + NearNames.didYouMean(word, words),
                    "It takes " + String.join(", ", words) + "."));
        }
        return word;
    }
}
